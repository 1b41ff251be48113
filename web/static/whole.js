// A form that sends itself is whole: every field is chosen, and so many are ticked.

export function whole(form) {
  const { ticks } = form.dataset;
  if (ticks && form.querySelectorAll('input[type=checkbox]:checked').length !== Number(ticks)) return false;
  return !form.querySelector(':invalid');
}
