// A spectator's page: every event is the whole of what changes. The server says when the game is over.

const watched = document.getElementById("watched");
const line = document.getElementById("line");
const news = new EventSource(watched.dataset.news);

news.onmessage = (event) => {
  const begins = event.data.includes("club-board") && !watched.querySelector(".club-board");
  if (begins) location.reload(); // the page of a game brings the game's style
  else watched.innerHTML = event.data;
};
news.onopen = () => { line.hidden = true; };
news.onerror = () => {
  if (news.readyState === EventSource.CLOSED) location.reload();
  else line.hidden = false;
};
