// How long whoever is on turn has been thinking, where a device wants a clock. It stands still in a pause.

const KEY = 'companion-clock';

let turn = null; // { whose, spent: ms before the last look, seen: when that was }

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null; // a browser that keeps nothing begins anew when its page is loaded again
  }
}

function look() {
  const clock = document.getElementById('clock');
  if (!clock) return;
  const now = Date.now();
  if (!turn || turn.whose !== clock.dataset.turn) turn = { whose: clock.dataset.turn, spent: 0, seen: now };
  if (!document.querySelector('.panel-pause')) turn.spent += now - turn.seen;
  turn.seen = now;
  const seconds = Math.floor(turn.spent / 1000);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(turn));
  } catch {
    // As above.
  }
}

// After the page was made anew, and every second.
export function clock() {
  look();
}

turn = kept();
setInterval(look, 1000);
look();
