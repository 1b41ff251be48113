// A sentence of a first game floats over the table and points at the place that it is about. Nothing moves for it.

const GAP = 6;
const EDGE = 0;
const FAR = 90;
const TOUCHED = 'main a[href]:not(.tap:not(.on)), main button, main summary, main input, main label, .fronton .ibtn, .plaque';
const PRIMARY = 'main .btn.go, main .key, main .ans, main .tap.on';
const READ = '#news, .fronton, main [role=status], main [role=alert], main h2';
const DRAWN = 'main svg .pc, main svg use:not(.pc *), main svg image, main svg text:not(.pc *)';
const LARGEST_DRAWN = 260; // px: what is larger is the ground on which things lie

function seen(one) {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && one.checkVisibility();
}

function shared(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

// The first place of the list that is on the screen now.
function pointedAt(lesson) {
  for (const place of lesson.dataset.at.split(',')) {
    const found = [...document.querySelectorAll(place)].find(seen);
    if (found) return found;
  }
  return null;
}

// Beside the place if it can be, else in a corner; wherever it covers least of what is tapped, read and drawn.
export function point() {
  const lesson = document.getElementById('lesson');
  if (!lesson || !seen(lesson)) return;
  const [width, height] = [lesson.offsetWidth, lesson.offsetHeight];
  const [wide, tall] = [document.documentElement.clientWidth, innerHeight];
  const at = pointedAt(lesson);
  const target = at ? at.getBoundingClientRect() : new DOMRect(wide / 2, tall / 2, 0, 0);
  const [midst, level] = [target.left + target.width / 2, target.top + target.height / 2];
  const places = [
    [target.right + GAP, level - height / 2],
    [target.left - GAP - width, level - height / 2],
    [midst - width / 2, target.bottom + GAP],
    [midst - width / 2, target.top - GAP - height],
  ];
  for (const x of [EDGE, (wide - width) / 2, wide - width - EDGE])
    for (const y of [92, (tall - height) / 2, tall - height - EDGE]) places.push([x, y]);
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen).map((one) => one.getBoundingClientRect());
  const [touched, primary, read] = [boxes(TOUCHED), boxes(PRIMARY), boxes(READ)];
  const drawn = boxes(DRAWN).filter((one) => Math.max(one.width, one.height) < LARGEST_DRAWN);
  const under = (box, all) => all.reduce((sum, one) => sum + shared(box, one), 0);
  let best = null;
  for (const [left, top] of places) {
    const x = Math.max(EDGE, Math.min(left, wide - width - EDGE));
    const y = Math.max(EDGE, Math.min(top, tall - height - EDGE));
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const away = Math.hypot(x + width / 2 - midst, y + height / 2 - level);
    const cost =
      4 * under(box, touched) + 36 * under(box, primary) + 3 * under(box, read) + 3 * under(box, drawn) +
      8 * shared(box, target) + 6 * away;
    if (!best || cost < best.cost) best = { cost, ...box };
  }
  lesson.style.left = `${best.left}px`;
  lesson.style.top = `${best.top}px`;
  lesson.style.right = lesson.style.bottom = 'auto';
  const side = at ? sideOf(best, target) : '';
  const lying = side === 'left' || side === 'right';
  const along = lying ? level - best.top : midst - best.left;
  lesson.dataset.side = side;
  lesson.style.setProperty('--tip', `${Math.max(46, Math.min(along, (lying ? height : width) - 46))}px`);
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

addEventListener('resize', point);
