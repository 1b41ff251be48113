// The club's page keeps itself up to date: it is told that something has changed, and fetches what changes.

const hall = document.getElementById("club");
const line = document.getElementById("line");
let asked = false;
let again = false;

async function fetchAnew() {
  if (asked) { again = true; return; }
  asked = true;
  try {
    const answer = await fetch("/fragment", { headers: { "X-Fragment": "1" } });
    if (answer.ok && !hall.contains(document.activeElement)) hall.innerHTML = await answer.text();
    line.hidden = answer.ok;
  } catch {
    line.hidden = false;
  }
  asked = false;
  if (again) { again = false; fetchAnew(); }
}

let told = hall.dataset.version;
const news = new EventSource("/api/v1/events");
news.onmessage = (event) => {
  if (event.data !== told) { told = event.data; fetchAnew(); }
};
news.onopen = () => { line.hidden = true; };
news.onerror = () => { line.hidden = false; };
document.addEventListener("focusout", () => setTimeout(fetchAnew));
