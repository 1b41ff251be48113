// A tablet on the table: its screen stays lit while a game runs, it fills the screen when asked, and it knows what to show
// where the table cannot be reached. Browsers allow the first and the last on a safe line alone (https, or this machine).

const KEPT_AFTER = 4000;

let lock = null;
let asking = false;

function running() {
  return document.querySelector('#tablet[data-running]') !== null && !document.querySelector('.panel-pause');
}

// While a game runs and the page is looked at; let go in a pause and at the end.
export async function awake() {
  if (!('wakeLock' in navigator) || asking || document.hidden) return;
  if (!running()) {
    lock?.release();
    lock = null;
    return;
  }
  if (lock && !lock.released) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request('screen');
  } catch {
    // A battery that is nearly empty: the screen goes dark as it always did.
  } finally {
    asking = false;
  }
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) awake();
});

document.addEventListener('click', (event) => {
  if (!event.target.closest('[data-whole-screen]')) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
});

if (document.fullscreenEnabled) document.documentElement.classList.add('may-fill');
// Once the page has done what it is there for; a browser that keeps nothing has no page for it.
if ('serviceWorker' in navigator && window.isSecureContext)
  setTimeout(() => navigator.serviceWorker.register('/offline.js').catch(() => {}), KEPT_AFTER);
