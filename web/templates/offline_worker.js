// Made by the table: keeps one page, and shows it where the table cannot be reached. Everything else goes its way.

const KEPT = 'companion-{{ version }}';
const PAGES = {{ kept|tojson }};

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PAGES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old));
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match(PAGES[0])));
    return;
  }
  const { pathname, search } = new URL(event.request.url);
  if (PAGES.includes(pathname + search))
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
