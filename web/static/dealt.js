// The cards that lie on the table before a game, told place by place: a rank, then a suit.

import { keep } from './chosen.js';

const rankOf = (place) => place.querySelector('.ranks :checked');
const suitOf = (place) => place.querySelector('.suits :checked');

// What a pack has shown at one place is offered at no other; a suit that the new rank cannot have is forgotten.
function narrow(dealt) {
  const places = [...dealt.querySelectorAll('.card-pick')];
  for (const place of places) {
    const shown = places.filter((other) => other !== place && rankOf(other) && suitOf(other));
    const cards = new Set(shown.map((other) => rankOf(other).value + suitOf(other).value));
    const suits = [...place.querySelectorAll('.suits input')];
    const rank = rankOf(place);
    for (const one of place.querySelectorAll('.ranks input'))
      one.disabled = !one.checked && suits.every((suit) => cards.has(one.value + suit.value));
    for (const suit of suits) {
      suit.disabled = rank !== null && cards.has(rank.value + suit.value);
      if (suit.disabled) suit.checked = false;
    }
  }
}

// A card whose rank and suit were tapped folds itself away, and the next one that is not told unfolds.
function unfoldNext(place) {
  place.open = false;
  const left = [...document.querySelectorAll('.card-pick')].filter((one) => !rankOf(one) || !suitOf(one));
  const next = left.find((one) => place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) || left[0];
  if (!next) return;
  next.open = true;
  next.scrollIntoView({ block: 'nearest' });
}

// Which halves of a place were tapped since it was told last; the page may be drawn anew between two taps.
const halves = new Map();

// Something of a place was tapped, a rank or a suit: to put a card right both are, though both are chosen already. The
// page may have been drawn anew since.
export function tapped(event) {
  const { id } = event.target.closest('.card-pick');
  const [half] = (event.target.name || '').split('.');
  const place = document.getElementById(id);
  if (!place) return;
  const dealt = place.closest('.dealt');
  if (dealt) {
    narrow(dealt);
    keep(dealt.form);
  }
  const since = halves.get(id) || new Set();
  halves.set(id, half ? since.add(half) : since);
  if (!rankOf(place) || !suitOf(place) || since.size < 2) return;
  halves.delete(id);
  if (!document.documentElement.classList.contains('keys-used')) unfoldNext(place);
}

// The page was drawn anew.
export function narrowed() {
  document.querySelectorAll('.dealt').forEach(narrow);
}

// A page that was loaded again shows what was told on it, and goes on with the next.
const unfolded = document.querySelector('.dealt .card-pick[open]');
if (unfolded) {
  narrowed();
  if (rankOf(unfolded) && suitOf(unfolded)) unfoldNext(unfolded);
}
