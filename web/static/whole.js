// A form that sends itself is whole: every field is chosen, so many are ticked, and each number is given once.

// A number that is given to another leaves the first; what is left over goes to the last that has none.
function giveOnce(form, given) {
  for (const other of form.querySelectorAll('input:checked'))
    if (other.value === given.value && other.name !== given.name) other.checked = false;
  const rows = [...form.querySelectorAll('[role=radiogroup]')];
  const open = rows.filter((row) => !row.querySelector(':checked'));
  if (open.length !== 1) return;
  const taken = new Set([...form.querySelectorAll('input:checked')].map((one) => one.value));
  const left = [...open[0].querySelectorAll('input')].find((one) => !taken.has(one.value));
  if (left) left.checked = true;
}

export function whole(form, changed) {
  if ('each' in form.dataset && changed.checked) giveOnce(form, changed);
  const { ticks } = form.dataset;
  if (ticks && form.querySelectorAll('input[type=checkbox]:checked').length !== Number(ticks)) return false;
  return !form.querySelector(':invalid');
}
