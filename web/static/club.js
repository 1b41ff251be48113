// The club's page keeps itself up to date: it is told that something has changed, and fetches what changes.

const club = document.getElementById("club");
const line = document.getElementById("line");
let asked = false;
let again = false;

const hall = () => club.querySelector(".club-hall");

// The boards that have changed take their places; false where the tables themselves are others than before.
function takesChanges(text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const told = fresh.content.querySelector("main");
  if (told.dataset.arrangement !== hall().dataset.arrangement) return false;
  for (const article of told.querySelectorAll("article")) document.getElementById(article.id).replaceWith(article);
  for (const part of [".club-count", ".club-aside"]) club.querySelector(part).replaceWith(told.querySelector(part));
  hall().dataset.version = told.dataset.version;
  return true;
}

async function fetched(path) {
  const answer = await fetch(path, { headers: { "X-Fragment": "1" } });
  line.hidden = answer.ok;
  return answer.ok && !club.contains(document.activeElement) ? answer.text() : null;
}

async function fetchAnew() {
  if (asked) { again = true; return; }
  asked = true;
  try {
    const changes = await fetched(`/fragment?since=${hall().dataset.version}`);
    if (changes !== null && !takesChanges(changes)) {
      const whole = await fetched("/fragment");
      if (whole !== null) club.innerHTML = whole;
    }
  } catch {
    line.hidden = false;
  }
  asked = false;
  if (again) { again = false; fetchAnew(); }
}

const news = new EventSource("/api/v1/events");
news.onmessage = (event) => {
  if (Number(event.data) > Number(hall().dataset.version)) fetchAnew();
};
news.onopen = () => { line.hidden = true; };
news.onerror = () => { line.hidden = false; };
document.addEventListener("focusout", () => setTimeout(fetchAnew));
