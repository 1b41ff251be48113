// A card may be dragged as well as tapped: where it is lifted it is taken, where it is let go it is laid down.
// What a place may be told of (data-thing) is told of the place where it is let go (data-lane).

const FAR = 14;
const PATIENCE = 2000;
const LIFTED = '.taps a.tap:not([aria-current]),a[data-thing]';

let lifted = null; // { link, x, y, ghost }

function ghost(drawn) {
  drawn.setAttribute('class', 'dragged');
  drawn.setAttribute('aria-hidden', 'true');
  return drawn;
}

// What is drawn below the finger: the single card, else all that lies at its place.
function ghostOf(link, x, y) {
  if (link.dataset.thing && !link.ownerSVGElement) return ghost(link.querySelector('svg').cloneNode(true));
  const boards = [...document.querySelectorAll('.cloth .board')];
  const board = link.ownerSVGElement || boards.find((one) => one.checkVisibility());
  if (!board) return null;
  const within = ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom;
  const card = [...board.querySelectorAll('[data-key]')].findLast((one) => within(one.getBoundingClientRect()));
  const { left, top, width, height } = (card || link).getBoundingClientRect();
  const inward = board.getScreenCTM().inverse();
  const [from, to] = [[left, top], [left + width, top + height]].map(([a, b]) => new DOMPoint(a, b).matrixTransform(inward));
  const drawn = board.cloneNode(true);
  drawn.setAttribute('viewBox', `${from.x} ${from.y} ${to.x - from.x} ${to.y - from.y}`);
  drawn.setAttribute('width', width);
  drawn.setAttribute('height', height);
  return ghost(drawn);
}

function follow(x, y) {
  if (!lifted.ghost) return;
  lifted.ghost.style.left = `${x}px`;
  lifted.ghost.style.top = `${y}px`;
}

document.addEventListener('pointerdown', (event) => {
  const link = event.isPrimary && event.button === 0 ? event.target.closest(LIFTED) : null;
  lifted = link && { link, x: event.clientX, y: event.clientY, ghost: null, moves: false };
});

document.addEventListener('pointermove', (event) => {
  if (!lifted || !event.isPrimary) return;
  const [x, y] = [event.clientX, event.clientY];
  if (!lifted.moves) {
    if (Math.hypot(x - lifted.x, y - lifted.y) < FAR) return;
    lifted.moves = true;
    lifted.ghost = ghostOf(lifted.link, lifted.x, lifted.y);
    if (lifted.ghost) document.body.append(lifted.ghost);
    if (!lifted.link.dataset.thing) lifted.link.click();
  }
  follow(x, y);
});

// Laid down once the table shows that the card is taken.
function lay(x, y, until) {
  if (document.querySelector('.taps .tap[aria-current]')) document.elementFromPoint(x, y)?.closest('.taps button.tap')?.click();
  else if (performance.now() < until) requestAnimationFrame(() => lay(x, y, until));
}

function tell(thing, x, y) {
  const place = document.elementFromPoint(x, y)?.closest('a[data-lane]');
  if (!place) return;
  const address = new URL(place.getAttribute('href'), location.href);
  address.searchParams.append('line', `${place.dataset.lane}-${thing}`);
  place.setAttribute('href', address.pathname + address.search);
  place.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })); // what is drawn has no click()
}

document.addEventListener('pointerup', (event) => {
  if (lifted?.moves) {
    lifted.ghost?.remove();
    const { thing } = lifted.link.dataset;
    if (thing) tell(thing, event.clientX, event.clientY);
    else lay(event.clientX, event.clientY, performance.now() + PATIENCE);
  }
  lifted = null;
});

document.addEventListener('pointercancel', () => {
  lifted?.ghost?.remove();
  lifted = null;
});

document.addEventListener('dragstart', (event) => {
  if (event.target instanceof Element && event.target.closest('.taps,a[data-thing]')) event.preventDefault();
});
