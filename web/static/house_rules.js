// House rules: a set of them by one tap, and the one that is looked for.

// Every field of the new game as a set has it; what was typed beside them stays.
function set(options) {
  for (const [name, value] of Object.entries(options))
    for (const field of document.getElementsByName(`option.${name}`)) {
      if (field.type === 'radio') field.checked = field.value === value;
      else field.value = value;
    }
}

document.addEventListener(
  'click',
  (event) => {
    const way = event.target.closest('[data-preset]');
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    set(JSON.parse(way.dataset.preset));
    for (const one of document.querySelectorAll('[data-preset]')) one.classList.toggle('chosen', one === way);
  },
  true,
);

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

document.addEventListener('input', (event) => {
  if (event.target.id !== 'find-rule') return;
  const wanted = plain(event.target.value).split(/\s+/);
  let found = false;
  for (const rule of document.querySelectorAll('#options fieldset')) {
    rule.hidden = !wanted.every((word) => plain(rule.textContent).includes(word));
    found ||= !rule.hidden;
  }
  document.getElementById('no-rule').hidden = found;
  // What was found begins below the field, which the button to begin must not hide.
  event.target.closest('label').scrollIntoView({ block: 'start' });
});
