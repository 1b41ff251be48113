// The club's page keeps itself up to date: it is told that something has changed, and fetches what changes.

const club = document.getElementById("club");
const line = document.getElementById("line");
let asked = false;
let again = false;

// A board has three shapes, of which the styles show one: only that is fetched. The page came with all of them.
const shapes = [
  ["wide", matchMedia("(min-width:1100px),(min-width:900px) and (min-aspect-ratio:6/5) and (min-height:500px)")],
  ["upright", matchMedia("(min-width:1100px),(min-width:700px) and (min-height:500px)")],
  ["phone", matchMedia("all")],
];
const shape = () => shapes.find(([, media]) => media.matches)[0];
let fetchedShape = shape();

const hall = () => club.querySelector(".club-hall");

// The boards that have changed take their places; false where the tables themselves are others than before.
function takesChanges(text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const told = fresh.content.querySelector("main");
  if (told?.dataset.arrangement !== hall().dataset.arrangement) return false;
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
    const wanted = shape();
    const since = hall().dataset.version;
    const changes = wanted === fetchedShape ? await fetched(`/fragment?sheet=${wanted}&since=${since}`) : "";
    if (changes !== null && !takesChanges(changes)) {
      const whole = await fetched(`/fragment?sheet=${wanted}`);
      if (whole !== null) [club.innerHTML, fetchedShape] = [whole, wanted];
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
for (const [, media] of shapes) media.addEventListener("change", fetchAnew);
