// What is half chosen (the first of two dice, some cards of a deal) outlives a page that is loaded again, as long as
// nothing was played.

const KEY = 'companion-chosen';

// Where and when it was chosen.
function moment() {
  return document.getElementById('tablet')?.dataset.seq + location.search;
}

export function keep(form) {
  const ids = [...form.querySelectorAll('input[id]:checked')].map((one) => one.id);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ moment: moment(), ids }));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

export function restore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    if (!kept || kept.moment !== moment()) return;
    for (const id of kept.ids) {
      const field = document.getElementById(id);
      if (field) field.checked = true;
    }
  } catch {
    // As above.
  }
}
