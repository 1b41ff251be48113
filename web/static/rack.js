// A rack of numbers is told by tapping its numbers: each goes to the next empty slot, tapped again it comes out of it.

function slots(form) {
  return [...form.querySelectorAll('.rk-slots select')];
}

function mark(form) {
  const told = new Set(slots(form).map((slot) => slot.value));
  for (const tile of form.querySelectorAll('[data-number]'))
    tile.setAttribute('aria-pressed', String(told.has(tile.dataset.number)));
}

document.addEventListener('click', (event) => {
  const tile = event.target.closest('[data-number]');
  if (!tile) return;
  const number = tile.dataset.number;
  const told = slots(tile.form).find((slot) => slot.value === number);
  const free = slots(tile.form).find((slot) => !slot.value);
  if (told) told.value = '';
  else if (free && [...free.options].some((option) => option.value === number)) free.value = number;
  mark(tile.form);
});

document.addEventListener('change', (event) => {
  if (event.target.form && event.target.closest('.rk-slots')) mark(event.target.form);
});

// A page made anew keeps what was told; what is pressed follows it.
new MutationObserver(() => document.querySelectorAll('.rk-type').forEach(mark)).observe(document.getElementById('page'), {
  childList: true,
});
