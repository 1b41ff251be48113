// Keeps the test of the buttons up to date while somebody presses them; without it "Look again" does the same.

const PAUSE_MS = 400;
const place = document.getElementById('try');

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(place.dataset.now, { headers: { 'X-Fragment': '1' } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('pins-now');
    const now = document.getElementById('pins-now');
    if (fresh && now && fresh.innerHTML !== now.innerHTML) now.replaceWith(fresh);
  } catch {
    // The table is away for a moment: the next look tries again.
  }
}

if (place) setInterval(look, PAUSE_MS);
