// A sentence of a first game floats over the table and points at the place that it is about. Nothing moves for it. It
// lies on nothing that can be tapped: where there is no room for that it folds, and a tap unfolds it.

const GAP = 6;
const FAR = 90;
const STEP = 14;
const RIM = 5; // px: the yellow rim around the card
const TAPPED = ['main :is(a[href], button, summary, label, input:not([type=hidden]))', '.fronton :is(a, button)', '.trouble-strip .btn'];
const BUTTONS = TAPPED.map((one) => `${one}:not(.tap)`); // without the places of a board
const PRIMARY = 'main .btn.go, main .key, main .ans';
const DRAWN = '.plaque, main svg .pc, main svg use:not(.pc *), main svg image, main svg text:not(.pc *)';
const LARGEST_DRAWN = 260; // px: what is larger is the ground on which things lie
const WIDTHS = ['', '300px', 'min(780px, 100vw)'];
// All of it, all without its buttons, and no more than which one it is: a sentence is never cut off.
const FOLDS = [['', WIDTHS], ['words', WIDTHS], ['line', ['fit-content']]];

const byHand = new Map(); // whether somebody has unfolded a sentence, or folded it away

function seen(one) {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && one.checkVisibility();
}

function shared(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

// Whether a box lies over the middle of another one, which then cannot be tapped.
function holds(box, one) {
  const [across, down] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
  return box.left < across && across < box.right && box.top < down && down < box.bottom;
}

const boxesOf = (all) => all.filter(seen).map((one) => one.getBoundingClientRect());
const boxes = (selector) => boxesOf([...document.querySelectorAll(selector)]);
const under = (box, all) => all.reduce((sum, one) => sum + shared(box, one), 0);

// Where words stand on the table.
function read() {
  const found = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const places = new Set();
  while (found.nextNode()) if (found.currentNode.data.trim()) places.add(found.currentNode.parentElement);
  return boxesOf([...places].filter((one) => !one.closest('svg')));
}

// The first place of the list that is on the screen now.
function pointedAt(lesson) {
  for (const place of lesson.dataset.at.split(',')) {
    const found = [...document.querySelectorAll(place)].find(seen);
    if (found) return found;
  }
  return null;
}

// Beside the place if it can be, else wherever it covers least; as much of it as lies on nothing that is tapped.
export function point() {
  const lesson = document.getElementById('lesson');
  if (!lesson || !seen(lesson)) return;
  const [wide, tall] = [document.documentElement.clientWidth, innerHeight];
  const onScreen = (one) => one.bottom > 0 && one.top < tall;
  const at = pointedAt(lesson);
  const target = at ? at.getBoundingClientRect() : new DOMRect(wide / 2, tall / 2, 0, 0);
  const things = {
    target,
    tapped: boxes(TAPPED).filter(onScreen),
    buttons: boxes(BUTTONS).filter(onScreen),
    primary: boxes(PRIMARY),
    lies: [...read(), ...boxes('main li'), ...boxes(DRAWN).filter((one) => Math.max(one.width, one.height) < LARGEST_DRAWN)],
    below: document.querySelector('.fronton').getBoundingClientRect().bottom,
  };
  const wanted = byHand.get(lesson.dataset.lesson);
  let best = null;
  for (const [fold, widths] of FOLDS.filter(([one]) => wanted === undefined || one === (wanted ? '' : 'line'))) {
    for (const width of widths) {
      become(lesson, fold, width);
      const found = { ...placed(lesson, things, wide, tall), fold, width };
      if (!best || found.covers < best.covers || (found.covers === best.covers && found.cost < best.cost)) best = found;
    }
    if (!best.covers) break;
  }
  become(lesson, best.fold, best.width);
  lesson.style.left = `${best.left}px`;
  lesson.style.top = `${best.top}px`;
  lesson.style.right = lesson.style.bottom = 'auto';
  tip(lesson, best, at && target);
}

function become(lesson, fold, width) {
  lesson.dataset.fold = fold;
  lesson.style.width = width;
  lesson.querySelector('details').open = !fold;
  lesson.querySelector('.lesson-said').classList.toggle('vh', fold === 'line');
}

// The best place for it as it is folded now, and how much that must be tapped it covers there.
function placed(lesson, { target, tapped, buttons, primary, lies, below }, wide, tall) {
  const [width, height] = [lesson.offsetWidth, lesson.offsetHeight];
  const [card, form] = [lesson.querySelector('details'), lesson.querySelector('form')].map((one) => one.getBoundingClientRect());
  const lain = lesson.getBoundingClientRect();
  const within = (part, x, y, rim) => ({
    left: x + part.left - lain.left - rim,
    top: y + part.top - lain.top - rim,
    right: x + part.right - lain.left + rim,
    bottom: y + part.bottom - lain.top + rim,
  });
  const [midst, level] = [target.left + target.width / 2, target.top + target.height / 2];
  const columns = [0, (wide - width) / 2, wide - width, midst - width / 2];
  const places = [
    [target.right + GAP, level - height / 2],
    [target.left - GAP - width, level - height / 2],
    [midst - width / 2, target.bottom + GAP],
    [midst - width / 2, target.top - GAP - height],
  ];
  for (let y = below - 12; y < tall - height + STEP; y += STEP) for (const x of columns) places.push([x, y]);
  let best = null;
  for (const [left, top] of places) {
    const x = Math.max(0, Math.min(left, wide - width));
    const y = Math.max(0, Math.min(top, tall - height));
    const [box, own] = [within(card, x, y, RIM), within(form, x, y, 0)];
    const middles = tapped.filter((one) => holds(box, one)).length;
    const covers = middles + (form.width && buttons.filter((one) => shared(own, one)).length);
    if (best && covers > best.covers) continue;
    const away = Math.hypot(x + width / 2 - midst, y + height / 2 - level);
    const cost =
      4 * under(box, buttons) + 36 * under(box, primary) + 9 * under(box, lies) + 8 * shared(box, target) + 6 * away;
    if (!best || covers < best.covers || cost < best.cost)
      best = { covers, cost, left: x, top: y, right: x + width, bottom: y + height };
  }
  return best;
}

// A tip on the side on which its place lies: where it stands, and how far the corner of a square is turned for it.
function tip(lesson, box, target) {
  const side = target && sideOf(box, target);
  delete lesson.dataset.side;
  if (!side) return;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const along = (middle, length) => Math.max(46, Math.min(middle, length - 46)) - 10;
  const x = along(target.left + target.width / 2 - box.left, width);
  const y = along(target.top + target.height / 2 - box.top, height);
  const [left, top, turn] = { left: [8, y, -45], right: [width - 28, y, 135], top: [x, 8, 45], bottom: [x, height - 28, 225] }[side];
  lesson.dataset.side = side;
  lesson.style.setProperty('--x', `${left}px`);
  lesson.style.setProperty('--y', `${top}px`);
  lesson.style.setProperty('--turn', `${turn}deg`);
}

// On which side of the sentence its place lies; nothing where it lies over it, or too far for a tip to tell.
function sideOf(box, target) {
  const across = Math.max(target.left - box.right, box.left - target.right, 0);
  const down = Math.max(target.top - box.bottom, box.top - target.bottom, 0);
  if (Math.hypot(across, down) > FAR) return '';
  if (target.left >= box.right - 14) return 'right';
  if (target.right <= box.left + 14) return 'left';
  if (target.top >= box.bottom - 14) return 'bottom';
  return target.bottom <= box.top + 14 ? 'top' : '';
}

document.addEventListener('click', (event) => {
  if (!event.target.closest('#lesson summary')) return;
  event.preventDefault();
  const lesson = document.getElementById('lesson');
  byHand.set(lesson.dataset.lesson, lesson.dataset.fold !== '');
  point();
});
addEventListener('resize', point);
addEventListener('scrollend', point);
