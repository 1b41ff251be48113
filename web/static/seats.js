// Keeps the page of the seats up to date: who sits, and the code, which changes as soon as it is used.

const place = document.getElementById('invitation');
const EVERY = 60000; // a code grows old: another stands there in time
let fetching = false;
let again = false;

async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const answer = await fetch(place.dataset.fragment);
    if (answer.redirected) location.reload(); // no game any more, or a PIN is asked for
    else if (answer.ok) swap(await answer.text());
  } catch {
    // The next news, or the next minute, tries again.
  } finally {
    fetching = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

function swap(html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html').body;
  if (fresh.innerHTML.trim() === place.innerHTML.trim()) return;
  const focused = document.activeElement && document.activeElement.id;
  const watching = document.getElementById('only-watch')?.open;
  place.replaceChildren(...fresh.childNodes);
  if (watching) document.getElementById('only-watch').open = true;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

const source = new EventSource('/api/v1/events?brief');
source.addEventListener('seats', refresh);
source.addEventListener('snapshot', refresh);
setInterval(refresh, EVERY);
addEventListener('pagehide', () => source.close());
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
