// What lies over something else: buttons that are covered, buttons and words that run into one another. Run in the
// page; ``passed`` is a selector of what is meant to lie over the rest for a moment.
({ passed }) => {
  const found = [];
  const shown = (element) =>
    getComputedStyle(element).clipPath !== 'inset(50%)' && // said to screen readers alone
    !element.closest(`.vh,[inert],script,style,${passed}`) && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = (element) => `${element.tagName.toLowerCase()}#${element.id}.${element.getAttribute('class') || ''} "${element.textContent.trim().slice(0, 24)}"`;
  const related = (one, other) => one.contains(other) || other.contains(one);
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;

  const tapped = [...document.querySelectorAll('.tablet :is(a[href],button,summary,label.key,label.opt,select,input.typed)')]
    .filter((element) => shown(element) && !element.closest('svg'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width && box.height);
  for (const { element, box } of tapped) {
    for (const [x, y] of [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]]) {
      const [left, top] = [box.left + box.width * x, box.top + box.height * y];
      if (top < 0 || top > innerHeight || left < 0 || left > innerWidth) continue;
      const there = document.elementFromPoint(left, top);
      if (there && !there.closest(passed) && !related(element, there) && !(there.labels && [...there.labels].includes(element))) {
        found.push(`COVERED ${named(element)} by ${named(there)}`);
        break;
      }
    }
  }
  tapped.forEach((one, place) => {
    for (const other of tapped.slice(place + 1))
      if (!related(one.element, other.element) && meet(one.box, other.box)) found.push(`MEET ${named(one.element)} and ${named(other.element)}`);
  });

  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || !shown(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A line's box reaches above and below its letters: the middle of it is what is read.
    for (const { left, right, top, bottom, width, height } of range.getClientRects())
      if (width > 1) words.push({ node, text: node.data.trim(), svg: node.parentElement.closest('svg'), left, right, top: top + height * 0.24, bottom: bottom - height * 0.24 });
  }
  words.forEach((one, place) => {
    for (const other of words.slice(place + 1))
      if (one.node !== other.node && !(one.svg && one.svg === other.svg) && meet(one, other)) found.push(`WORDS "${one.text.slice(0, 30)}" and "${other.text.slice(0, 30)}"`);
  });
  return found;
};
