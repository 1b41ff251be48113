// A page that takes photographs: its picture stays up to date until it is taken.

import { byId, exchange, follow, unanswered, tapPicture } from './picture_page.js';

const LIVE = 1000;
const SAYS_STAYS = 8000;

const isTaken = () => byId('stand').dataset.taken === '1';

// A picture comes together with what is drawn over it: it is fetched before it is shown.
async function fetched(fresh) {
  const next = fresh.getElementById('photograph');
  if (!next || byId('sight').dataset.part === fresh.getElementById('sight').dataset.part) return;
  const ahead = new Image();
  ahead.src = next.getAttribute('src');
  try {
    await ahead.decode();
  } catch {
    // the next look brings another one
  }
}

async function swap(fresh, tapped) {
  if (!fresh.getElementById('stand')) return;
  const asked = unanswered();
  await fetched(fresh);
  if (!tapped && asked !== unanswered()) return;
  const before = isTaken();
  byId('stand').dataset.taken = fresh.getElementById('stand').dataset.taken;
  // What somebody is choosing stays while the picture goes on.
  const isChosen = (here, part) => part.id === 'side' && here.dataset.part === part.dataset.part && here.contains(document.activeElement);
  exchange(fresh, (here, part) => !tapped && before === isTaken() && isChosen(here, part));
}

function pressed(button) {
  if (!button || button.id !== 'take') return;
  button.disabled = true;
  byId('chip').className = 'chip waits';
  byId('chip').querySelector('span').textContent = byId('stand').dataset.looking;
}

// `at` is the page's address, `calm` the time between two looks while a photograph is shown.
export function photographed(at, calm) {
  document.addEventListener('click', (event) => {
    if (event.target.id !== 'photograph' || !isTaken()) return;
    event.preventDefault();
    if (event.detail === 0) return; // a key has no place: what is tapped can be chosen beside the picture, too
    const box = event.target.getBoundingClientRect();
    tapPicture(`${at}/point`, [event.clientX - box.left, event.clientY - box.top], box.width);
  });
  follow({ at, stays: SAYS_STAYS, pause: () => (isTaken() ? calm : LIVE), swap, pressed });
}
