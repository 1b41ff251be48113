// Squares tapped on the photograph of a board, which can be made larger.

import { byId, exchange, follow, poll, tapPicture } from './picture_page.js';

const POLL = 3000;
const SOON = 600;
const SAYS_STAYS = 6000;
const SIZES = { 1: 1, 2: 1.6, 3: 2.5, 4: 4 };
const STEP_MM = 2;
const FAR_MM = 20;

function swap(fresh) {
  const stretch = byId('between') && byId('between').value;
  exchange(fresh, (here, part) => part.id === 'photo' && here.dataset.part === part.dataset.part);
  if (stretch && byId('between')) byId('between').value = stretch;
  fit();
  showAim();
}

// ---------------------------------------------------------------- the picture and its size

function fit() {
  const [sheet, paper, photograph] = [byId('sheet'), byId('paper'), byId('photograph')];
  if (!photograph) return;
  const shape = photograph.getAttribute('width') / photograph.getAttribute('height');
  // Beside the buttons the whole board fits in; above them it is as wide as the screen.
  const beside = matchMedia('(min-width:1100px)').matches;
  const whole = beside ? Math.min(sheet.clientWidth, sheet.clientHeight * shape) : sheet.clientWidth;
  paper.style.width = `${Math.floor(whole * SIZES[paper.dataset.zoom])}px`;
}

function zoom(to) {
  const [sheet, paper] = [byId('sheet'), byId('paper')];
  const middle = (start, size, all) => (start + size / 2) / all;
  const across = middle(sheet.scrollLeft, sheet.clientWidth, sheet.scrollWidth);
  const down = middle(sheet.scrollTop, sheet.clientHeight, sheet.scrollHeight);
  paper.className = `paper zoom-${to}`;
  paper.dataset.zoom = to;
  fit();
  sheet.scrollLeft = across * sheet.scrollWidth - sheet.clientWidth / 2;
  sheet.scrollTop = down * sheet.scrollHeight - sheet.clientHeight / 2;
  const address = new URL(location.href);
  address.searchParams.set('zoom', to);
  history.replaceState(null, '', address);
  poll();
}

addEventListener('resize', fit);

// ---------------------------------------------------------------- taps

document.addEventListener('click', (event) => {
  const way = event.target.closest('a.zoom');
  if (way) {
    event.preventDefault();
    const to = Number(byId('paper').dataset.zoom) + (way.id === 'zoom-in' ? 1 : -1);
    if (SIZES[to]) zoom(to);
    return;
  }
  if (event.target.id !== 'photograph') return;
  event.preventDefault();
  const box = event.target.getBoundingClientRect();
  // A key has no place: it taps where the cross is.
  const at = event.detail === 0 && aim ? [aim.x * box.width, aim.y * box.width] : [event.clientX - box.left, event.clientY - box.top];
  tapAt(at, box.width);
});

function tapAt([x, y], wide) {
  mark(x / wide, y / wide);
  tapPicture('/stand/board/square', [x, y], wide);
  const straight = byId('between');
  if (straight) straight.value = '0';
}

// A tap shows at once, before the table has answered.
function mark(x, y) {
  const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  dot.setAttribute('class', 'dot fresh');
  dot.setAttribute('cx', x * 1000);
  dot.setAttribute('cy', y * 1000);
  dot.setAttribute('r', 10);
  byId('overlay').append(dot);
}

// ---------------------------------------------------------------- a cross that arrow keys move

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let aim = null;

document.addEventListener('keydown', (event) => {
  const way = ARROWS[event.key];
  if (!way || event.target.id !== 'photograph' || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const overlay = byId('overlay');
  const step = (event.shiftKey ? FAR_MM : STEP_MM) / overlay.dataset.mm;
  const shape = overlay.viewBox.baseVal.height / overlay.viewBox.baseVal.width;
  const inside = (value) => Math.min(Math.max(value, 0.002), 0.998);
  aim = aim || { x: 0.5, y: 0.5 * shape };
  aim = { x: inside(aim.x + way[0] * step), y: Math.min(inside(aim.y + way[1] * step), shape - 0.002) };
  showAim();
});

function showAim() {
  const cross = byId('aim');
  if (!aim || !cross) return;
  cross.removeAttribute('hidden');
  cross.setAttribute('transform', `translate(${aim.x * 1000} ${aim.y * 1000})`);
}

fit();
follow({ at: '/stand/board', stays: SAYS_STAYS, pause: () => (byId('photograph-again').disabled ? SOON : POLL), swap });
