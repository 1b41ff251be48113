// Copies a text, also where the page is served over plain HTTP, lets the settings switch the voice on, and knows whether
// this browser lets a page keep the screen lit.

document.documentElement.classList.add('js');
document.documentElement.classList.toggle('goes-dark', !('wakeLock' in navigator));

const voice = document.getElementById('strings') ? await import('./voice.js') : null;

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Browsers lend the clipboard to secure pages only; a selection may still be copied.
  }
  const fold = field.closest('details');
  const wasOpen = fold.open;
  fold.open = true;
  field.select();
  const done = document.execCommand('copy');
  if (done) fold.open = wasOpen;
  return done;
}

document.addEventListener('click', async (event) => {
  if (voice && event.target.closest('[data-voice]')) voice.toggle();
  const button = event.target.closest('[data-copy]');
  if (!button || !(await copy(document.querySelector(button.dataset.copy)))) return;
  button.querySelector('span').textContent = button.dataset.copied;
  button.classList.add('done');
});
