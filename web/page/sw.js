// Keeps all files of the page, so that it works without a network once it was opened. What is kept is of one version: a new
// one is fetched as a whole.
const NAME = 'ms3dlint-{{VERSION}}';
const FILES = {{FILES}};

addEventListener('install', (event) => {
  const kept = caches.open(NAME).then((cache) => cache.addAll(FILES.map((file) => new Request(encodeURI(file), { cache: 'reload' }))));
  event.waitUntil(kept.then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('ms3dlint-') && name !== NAME)
    .map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => clients.claim()));
});

// A page that is left waits for nothing any more: that is no error of this worker.
const fetched = (request) => fetch(request).catch(() => new Response(null, { status: 504 }));

addEventListener('fetch', (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((file) => file || fetched(event.request), () => fetched(event.request)));
});
