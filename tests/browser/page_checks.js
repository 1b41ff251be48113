// What people must be able to read and touch, once fonts are there and everything stands where it will stand.
// Returns one finding a line; empty when all is well.
// min: the smallest text in px; target: the smallest side of what is touched; tall: whether the page may scroll;
// scrolling: a selector of the boxes that may scroll in themselves. Looks by day and in the evening, one after the other
// within one task, so that nothing is painted in between; to choose a theme is the same as to have the device choose it.
// anew: whether the page has a new size, and is to be drawn first;
// stays: whether the theme that was looked at last may stay for the next look, which begins with it; the last look puts
// back what was chosen before the first: to work out all colours anew takes longest.
// A page with window.oneTheme, whose colours are looked at elsewhere, is looked at once, as it is.
async ({ min, target, tall, scrolling, stays, anew }) => {
  // A page whose script measures itself has done so when it was drawn twice.
  if (anew) await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await document.fonts.ready;
  // Put there at once: a ring that draws itself takes a second, and begins anew at every size of the page.
  document.getAnimations().forEach((one) => one.finish());
  // Names of whose turn it is keep to one line, long ones to two; numbers and sums are never broken.
  const ONE_LINE = '.num,.cash,.count,.chip,.plaque:not(.longest)';
  const TWO_LINES = '.plaque.longest';
  const LONGEST_WORD = 20; // letters: only a name may be longer
  const root = document.documentElement;
  const chosen = root.getAttribute('data-theme');
  window.chosenTheme ??= { is: chosen };
  const told = [];
  const now = chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'soir' : 'jour');
  for (const theme of window.oneTheme ? [now] : [now, now === 'soir' ? 'jour' : 'soir']) {
    if (theme !== now) root.setAttribute('data-theme', theme);
    told.push(...look(theme === now).map((finding) => `${finding} (${theme})`));
  }
  if (stays) return told;
  const { is: before } = window.chosenTheme;
  delete window.chosenTheme;
  if (before === null) root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', before);
  return told;

  // placed: whether to look for what is the same in both themes, where text runs.
  function look(placed) {
    const found = [];
    // What is asked of many elements is worked out once.
    const once = (work) => {
      const known = new Map();
      return (element) => {
        if (!known.has(element)) known.set(element, work(element));
        return known.get(element);
      };
    };
    const width = innerWidth;
    const height = tall ? Math.max(innerHeight, document.documentElement.scrollHeight) : innerHeight;
    const luminance = (colour) => {
      const part = colour.map((value) => {
        const share = value / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    };
    const parse = (text) => {
      const numbers = text.match(/[\d.]+/g);
      if (!numbers) return null;
      const values = numbers.map(Number);
      return /^color\(srgb/.test(text) ? [values[0] * 255, values[1] * 255, values[2] * 255, values[3]] : values;
    };
    const ground = once((element) => {
      if (!element) return [255, 255, 255];
      const colour = getComputedStyle(element).backgroundColor;
      const value = parse(colour);
      if (value && colour !== 'rgba(0, 0, 0, 0)' && (value[3] === undefined || value[3] >= 0.99)) return value;
      return ground(element.parentElement);
    });
    const opacity = once((element) => (element ? +getComputedStyle(element).opacity * opacity(element.parentElement) : 1));
    // What lies in what is not drawn is not drawn either: asked once for all of it.
    const gone = once(
      (element) =>
        element.matches('.vh,[inert],script,style,symbol,defs,.sprite') ||
        getComputedStyle(element).clipPath === 'inset(50%)' || // said to screen readers alone
        (element.parentElement !== null && gone(element.parentElement)) ||
        // Asked first: to work out the style of what is not drawn at all takes long.
        !element.checkVisibility()
    );
    const hidden = once((element) => gone(element) || getComputedStyle(element).visibility === 'hidden');

    const scrolls = (element) =>
      element.matches(scrolling) && /auto|scroll/.test(getComputedStyle(element).overflowY);
    // What can be brought into sight lies between these two heights, in px of the page as it is scrolled now.
    const reach = (element) => {
      let one = element;
      while (one && !scrolls(one)) one = one.parentElement;
      if (!one) return [-scrollY, height - scrollY];
      const top = one.getBoundingClientRect().top + one.clientTop - one.scrollTop;
      return [top, top + one.scrollHeight];
    };

    const told = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
    const around = once((element) => element.getBoundingClientRect());
    const clips = (style) => [style.overflowX, style.overflowY].map((way) => /hidden|clip/.test(way));
    // The ground on which an element's text stands: the nearest box with a colour, an edge or a shadow of its own, less
    // its edge. None where the way to it is not the ordinary one: what is placed or turned stands on nothing of its own.
    const plate = once((element) => {
      if (!element || element === document.body || scrolls(element)) return null;
      const style = getComputedStyle(element);
      const painted = style.backgroundColor !== 'rgba(0, 0, 0, 0)';
      const edges = ['Top', 'Right', 'Bottom', 'Left'].map((side) => parseFloat(style[`border${side}Width`]));
      if ((painted || style.boxShadow !== 'none' || Math.min(...edges)) && style.display !== 'inline') {
        const box = around(element);
        const rims = [...style.boxShadow.matchAll(/0px 0px 0px (\d+)px inset/g)].map((rim) => +rim[1]);
        const rim = Math.max(Math.min(...edges), ...rims);
        return { element, left: box.left + rim, right: box.right - rim, top: box.top + rim, bottom: box.bottom - rim };
      }
      if (/absolute|fixed|sticky/.test(style.position) || style.transform !== 'none') return null;
      return plate(element.parentElement);
    });
    // What is cut off of an element: the boxes around it that hide what runs out of them.
    const windows = once((element) => {
      if (!element || element === document.body) return [];
      const style = getComputedStyle(element);
      const [across, down] = clips(style);
      const outer = style.position === 'fixed' ? [] : windows(element.parentElement);
      return across || down ? [{ element, across: across && style.textOverflow !== 'ellipsis', down }, ...outer] : outer;
    });
    // Text that runs out of its ground, is cut off, is broken within a word, or takes more lines than it is given.
    function running(node, element, style, size, range) {
      const lines = [];
      for (const line of range.getClientRects()) {
        if (line.width < 1) continue;
        // Of the height of a line of text, letters leave a fifth free above and a little below.
        const one = { left: line.left, right: line.right, top: line.top + 0.2 * size, bottom: line.bottom - 0.1 * size };
        const last = lines.at(-1);
        if (last && Math.abs(last.top - one.top) < 0.5 * size) last.right = Math.max(last.right, one.right);
        else lines.push(one);
      }
      const complaints = [];
      const ground = plate(element);
      const ellipsis = style.textOverflow === 'ellipsis';
      for (const line of lines) {
        if (ground && !ellipsis && (line.top < ground.top - 1 || line.bottom > ground.bottom + 1 || line.left < ground.left - 1 || line.right > ground.right + 1)) {
          const out = [ground.left - line.left, ground.top - line.top, line.right - ground.right, line.bottom - ground.bottom];
          complaints.push(`RUNS OUT "${told(node.data)}" of ${ground.element.tagName}.${ground.element.className} by ${Math.round(Math.max(...out))}`);
          break;
        }
        const cut = windows(element).find(({ element: box, across, down }) => {
          const frame = around(box);
          return (across && (line.left < frame.left - 1 || line.right > frame.right + 1)) || (down && (line.top < frame.top - 1 || line.bottom > frame.bottom + 1));
        });
        if (cut) {
          complaints.push(`CUT "${told(node.data)}" by ${cut.element.tagName}.${cut.element.className}`);
          break;
        }
      }
      if (lines.length > 1) {
        const most = +(element.closest(ONE_LINE) ? 1 : element.closest(TWO_LINES) ? 2 : Infinity);
        if (lines.length > most) complaints.push(`LINES ${lines.length} "${told(node.data)}"`);
        // A word that a line ends within; it may end after a hyphen or a stroke, and in what no line may hold.
        for (const { 0: word, index } of node.data.matchAll(/[^\s\-–—/\u00ad\u200b]+/g)) {
          if (word.length > LONGEST_WORD) continue;
          const letters = document.createRange();
          letters.setStart(node, index);
          letters.setEnd(node, index + word.length);
          const tops = [...letters.getClientRects()].filter((one) => one.width > 0.5).map((one) => one.top);
          if (Math.max(...tops) - Math.min(...tops) > 0.5 * size) complaints.push(`BROKEN "${word}" of "${told(node.data)}" in ${element.tagName}.${element.className}`);
        }
      }
      return complaints;
    }
    // What is typed or chosen is no text of the page: it is large enough, and has room in its field.
    function filled(field) {
      const style = getComputedStyle(field);
      const size = parseFloat(style.fontSize);
      const name = `${field.tagName}#${field.id || field.name}`;
      const complaints = size < min - 0.3 ? [`SMALL ${size.toFixed(1)} ${name}`] : [];
      // What is shown has room; what else may be chosen is written out in the list, and may end in three dots once chosen.
      const shortened = style.textOverflow === 'ellipsis';
      const choices = [...(field.options ?? [])].filter((option) => option.selected || !shortened);
      const words = field.options ? choices.map((option) => option.text) : [field.value || field.placeholder];
      const pen = document.body.appendChild(document.createElement('span'));
      for (const name of ['fontFamily', 'fontSize', 'fontWeight', 'fontStretch', 'letterSpacing']) pen.style[name] = style[name];
      Object.assign(pen.style, { position: 'absolute', whiteSpace: 'pre', visibility: 'hidden' });
      const written = (word) => ((pen.textContent = word), pen.getBoundingClientRect().width);
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (field.options && style.appearance !== 'none' ? 20 : 0);
      const longest = Math.max(...words.map(written));
      pen.remove();
      if (field.type !== 'time' && longest > room + 1) complaints.push(`CUT ${name} ${Math.round(longest)}>${Math.round(room)}`);
      if (parseFloat(style.lineHeight) > field.clientHeight + 1) complaints.push(`CUT ${name} in its height`);
      return complaints;
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      const element = node.parentElement;
      if (!text || hidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (!box.width) continue;
      const style = getComputedStyle(element);
      let size = parseFloat(style.fontSize);
      const svg = element.closest('svg');
      if (svg) {
        const matrix = element.getScreenCTM();
        size *= Math.hypot(matrix.b, matrix.d);
      }
      if (size < min - 0.3) found.push(`SMALL ${size.toFixed(1)} "${text}"`);
      if (placed && !svg) found.push(...running(node, element, style, size, range));
      const [highest, lowest] = reach(element);
      if (box.left < -1 || box.right > width + 1 || box.top < highest - 1 || box.bottom > lowest + 1)
        found.push(`OUT "${text}" ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
      if (!svg) {
        const ink = parse(style.color);
        const under = ground(element);
        const share = opacity(element);
        const mixed = [0, 1, 2].map((i) => ink[i] * share + under[i] * (1 - share));
        const [a, b] = [luminance(mixed), luminance(under)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) found.push(`CONTRAST ${contrast.toFixed(2)} "${text}" ${style.color}`);
      }
    }
    for (const element of document.querySelectorAll('body *:not(svg, svg *)')) {
      if (hidden(element)) continue;
      const style = getComputedStyle(element);
      const name = `${element.tagName}.${element.className}#${element.id}`;
      if (scrolls(element)) {
        const box = element.getBoundingClientRect();
        if (box.top + scrollY < -1 || box.bottom + scrollY > height + 1) found.push(`OUT ${name} ${Math.round(box.top)},${Math.round(box.bottom)}`);
      }
      if (
        element.clientWidth &&
        style.display !== 'inline' &&
        (element.scrollWidth > element.clientWidth + 1 || (!scrolls(element) && element.scrollHeight > element.clientHeight + 7))
      )
        found.push(`OVERFLOW ${name} ${element.scrollWidth}>${element.clientWidth} ${element.scrollHeight}>${element.clientHeight}`);
      if (element.matches('button,a,summary,input[type=text],input[type=number],input[type=time],select,label.key,label.opt')) {
        const box = element.getBoundingClientRect();
        if (box.width < target || box.height < target) found.push(`TARGET ${name} ${Math.round(box.width)}x${Math.round(box.height)}`);
      }
      const parent = element.parentElement;
      if (parent && parent !== document.body && style.position !== 'absolute' && style.position !== 'fixed') {
        const box = element.getBoundingClientRect();
        const around = parent.getBoundingClientRect();
        if (box.width && style.transform === 'none' && getComputedStyle(parent).display !== 'contents' && (box.right > around.right + 2 || (box.bottom > around.bottom + 3 && !scrolls(parent))))
          found.push(`SPILL ${name} ${Math.round(box.right - around.right)},${Math.round(box.bottom - around.bottom)}`);
      }
    }
    if (placed)
      for (const field of document.querySelectorAll('select,textarea,input:not([type=hidden],[type=checkbox],[type=radio],[type=range],[type=file],[type=submit],[type=image])'))
        if (!hidden(field)) found.push(...filled(field));
    const ids = new Set();
    for (const { id } of document.querySelectorAll('[id]')) {
      if (ids.has(id)) found.push(`TWICE ${id}`);
      ids.add(id);
    }
    for (const one of document.querySelectorAll('a[href],button,summary,input:not([type=hidden]),select'))
      if (one.checkVisibility() && !one.closest('[inert]') && !(one.getAttribute('aria-label') || one.textContent.trim() || one.alt || one.labels?.length))
        found.push(`NAMELESS ${one.outerHTML.slice(0, 80)}`);
    for (const one of document.querySelectorAll('a a,a button,button a,button button,form form')) found.push(`NESTED ${one.id}`);
    for (const one of document.querySelectorAll('svg[role=img]:not([aria-label])')) found.push(`SILENT ${one.outerHTML.slice(0, 80)}`);
    if (document.documentElement.scrollWidth > width) found.push(`WIDE ${document.documentElement.scrollWidth}`);
    if (!tall && document.documentElement.scrollHeight > innerHeight) found.push(`TALL ${document.documentElement.scrollHeight}`);
    return found;
  }
};
