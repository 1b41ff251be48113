// What is half chosen (the first of two dice) outlives a page that is loaded again, as long as nothing was played.

const KEY = 'companion-chosen';

function seq() {
  return document.getElementById('tablet')?.dataset.seq;
}

export function keep(form) {
  const ids = [...form.querySelectorAll('input[id]:checked')].map((one) => one.id);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ seq: seq(), ids }));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

export function restore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    if (!kept || kept.seq !== seq()) return;
    for (const id of kept.ids) {
      const field = document.getElementById(id);
      if (field) field.checked = true;
    }
  } catch {
    // As above.
  }
}
