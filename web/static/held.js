// What only one player may see is shown for as long as the finger stays on its cover; a tap, or a key, shows it until it is
// hidden again, as it does without this file.

const HELD_AFTER = 350;

let waiting = 0;
let shown = null;

function cover(event) {
  return event.target.closest?.('.cover > summary');
}

function letGo() {
  clearTimeout(waiting);
  if (!shown) return;
  shown.open = false;
  // The click that ends a long touch is none.
  setTimeout(() => (shown = null));
}

document.addEventListener('pointerdown', (event) => {
  const details = cover(event)?.parentElement;
  if (!details || details.open) return;
  waiting = setTimeout(() => {
    shown = details;
    details.open = true;
  }, HELD_AFTER);
});
for (const ends of ['pointerup', 'pointercancel']) document.addEventListener(ends, letGo);
// A page that is left, or another thing on the screen, never leaves a secret open.
addEventListener('blur', letGo);
document.addEventListener('click', (event) => {
  // One that a key makes counts no presses: it may follow at once.
  if (shown && event.detail && cover(event)) event.preventDefault();
});
document.addEventListener('contextmenu', (event) => {
  if (cover(event)) event.preventDefault();
});
