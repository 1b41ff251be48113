// A card may be dragged as well as tapped: where it is lifted it is taken, where it is let go it is laid down.

const FAR = 14;
const PATIENCE = 2000;

let lifted = null; // { link, x, y, ghost }

// What is drawn below the finger: the single card, else all that lies at its place.
function ghostOf(link, x, y) {
  const board = [...document.querySelectorAll('.cloth .board')].find((one) => one.checkVisibility());
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
  drawn.setAttribute('class', 'dragged');
  drawn.setAttribute('aria-hidden', 'true');
  return drawn;
}

function follow(x, y) {
  if (!lifted.ghost) return;
  lifted.ghost.style.left = `${x}px`;
  lifted.ghost.style.top = `${y}px`;
}

document.addEventListener('pointerdown', (event) => {
  const link = event.isPrimary && event.button === 0 ? event.target.closest('.taps a.tap:not([aria-current])') : null;
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
    lifted.link.click();
  }
  follow(x, y);
});

// Laid down once the table shows that the card is taken.
function lay(x, y, until) {
  if (document.querySelector('.taps .tap[aria-current]')) document.elementFromPoint(x, y)?.closest('.taps button.tap')?.click();
  else if (performance.now() < until) requestAnimationFrame(() => lay(x, y, until));
}

document.addEventListener('pointerup', (event) => {
  if (lifted?.moves) {
    lifted.ghost?.remove();
    lay(event.clientX, event.clientY, performance.now() + PATIENCE);
  }
  lifted = null;
});

document.addEventListener('pointercancel', () => {
  lifted?.ghost?.remove();
  lifted = null;
});

document.addEventListener('dragstart', (event) => {
  if (event.target instanceof Element && event.target.closest('.taps')) event.preventDefault();
});
