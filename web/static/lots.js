// Draws lots before everybody's eyes: a light runs round the players and stops at one of them. What is drawn plays nothing.

const STEPS = 3;
const FIRST_MS = 70;
const SLOWER = 1.13;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

// One of so many, each as likely as the others.
function anyOf(count) {
  const whole = 2 ** 32 - (2 ** 32 % count);
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < whole ? drawn % count : anyOf(count);
}

function run(lots, drawn) {
  const all = [...lots.querySelectorAll('li')];
  const last = STEPS * all.length + drawn;
  const show = (step) => {
    if (!lots.isConnected) return;
    for (const [place, one] of all.entries()) one.classList.toggle('lit', place === step % all.length);
    if (step < last) setTimeout(show, FIRST_MS * SLOWER ** step, step + 1);
    else tell(lots, all[drawn]);
  };
  show(calm.matches ? last : 0);
}

function tell(lots, one) {
  one.classList.add('drawn');
  const said = document.getElementById('drawn');
  said.textContent = lots.dataset.said.replace('%', one.dataset.player);
  document.getElementById('draw-lots').disabled = false;
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('#draw-lots');
  if (!button) return;
  const lots = document.getElementById('lots');
  button.disabled = true;
  document.getElementById('drawn').textContent = '';
  for (const one of lots.querySelectorAll('.drawn')) one.classList.remove('drawn');
  run(lots, anyOf(lots.children.length));
});
