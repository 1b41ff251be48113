// A field that is left empty is told beside it, in the page's own language, instead of in the browser's.

const strings = document.getElementById('strings').dataset;
let telling = null;

function words(field) {
  if (field.name === 'player') return field.form.dataset.lacks;
  if (field.validity.rangeUnderflow || field.validity.rangeOverflow || field.validity.stepMismatch) {
    return strings.fieldRange.replace('{low}', field.min).replace('{high}', field.max);
  }
  return field.type === 'radio' || field.type === 'checkbox' || field.options ? strings.fieldChoose : strings.fieldWrite;
}

function quiet() {
  document.querySelectorAll('.field-says').forEach((one) => one.remove());
}

// Of all that a form lacks the first is told.
document.addEventListener(
  'invalid',
  (event) => {
    event.preventDefault();
    if (telling) return;
    telling = event.target;
    // Once all fields have told: between the events of one tap the browser runs what waits in its microtasks.
    setTimeout(() => {
      const field = telling;
      telling = null;
      quiet();
      const says = document.createElement('strong');
      says.className = 'field-says';
      says.setAttribute('role', 'alert');
      says.textContent = words(field);
      const place = field.closest('.place, .argument, fieldset, label') || field;
      place.insertAdjacentElement(place === field ? 'afterend' : 'beforeend', says);
      const fold = field.closest('details');
      if (fold) fold.open = true;
      field.focus({ preventScroll: true });
      says.scrollIntoView({ block: 'nearest' });
    });
  },
  true,
);
document.addEventListener('input', quiet, true);
document.addEventListener('change', quiet, true);
