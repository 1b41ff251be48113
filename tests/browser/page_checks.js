// What people must be able to read and touch, once fonts are there and nothing moves any more. Returns one finding
// a line; empty when all is well.
// min: the smallest text in px; target: the smallest side of what is touched; tall: whether the page may scroll;
// scrolling: a selector of the boxes that may scroll in themselves. Looks by day and in the evening, one after the other
// within one task, so that nothing is painted in between; to choose a theme is the same as to have the device choose it.
async ({ min, target, tall, scrolling }) => {
  await Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished.catch(() => {}))]);
  const root = document.documentElement;
  const chosen = root.getAttribute('data-theme');
  const told = [];
  const now = chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'soir' : 'jour');
  for (const theme of [now, now === 'soir' ? 'jour' : 'soir']) {
    if (theme !== now) root.setAttribute('data-theme', theme);
    told.push(...look().map((finding) => `${finding} (${theme})`));
  }
  if (chosen === null) root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', chosen);
  return told;

  function look() {
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
    const hidden = once(
      (element) =>
        element.closest('.vh,[inert],script,style,symbol,defs,.sprite') ||
        getComputedStyle(element).visibility === 'hidden' ||
        (element.checkVisibility && !element.checkVisibility())
    );

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
