import type { MemberRule, MemberUse } from './member-rule.ts';

const nothing: MemberUse = { read: [], write: [] };
const reads: MemberUse = { read: ['dom:read'], write: ['dom:write'] };
const writes: MemberUse = { read: ['dom:write'], write: ['dom:write'] };
const observes: MemberUse = { read: ['dom:observe'] };
const navigates: MemberUse = { read: ['!navigation'], write: ['!navigation'] };
const isPrivileged: MemberUse = { read: ['!device-or-privileged'], write: ['!device-or-privileged'] };
const isChannel: MemberUse = { read: ['!worker-or-channel'], write: ['!worker-or-channel'] };
const isWebRtc: MemberUse = { read: ['!webrtc'], write: ['!webrtc'] };
const storesElsewhere: MemberUse = { read: ['!other-storage'], write: ['!other-storage'] };
const readsRecords: MemberUse = { read: ['storage:indexed:read'] };
const writesRecords: MemberUse = { read: ['storage:indexed:write'] };
const loads: MemberUse = { read: ['dom:read'], write: ['dom:write'], special: 'urlAssigned' };

/** The rules for the members of TypeScript's library `dom`. */
export const MEMBER_RULES: readonly MemberRule[] = [
  // The methods of a tool's context, in @btcp/core.
  ['PageAccess.(text|attrs|all)', { read: ['dom:read'] }],
  ['PageAccess.(setText|setValue|click)', { read: ['dom:write'] }],
  ['LocalStorageAccess.get', { read: ['storage:local:read'] }],
  ['LocalStorageAccess.(set|remove)', { read: ['storage:local:write'] }],
  ['SessionStorageAccess.get', { read: ['storage:session:read'] }],
  ['SessionStorageAccess.(set|remove)', { read: ['storage:session:write'] }],
  ['ClipboardAccess.read', { read: ['clipboard:read'] }],
  ['ClipboardAccess.write', { read: ['clipboard:write'] }],
  ['ToolContext.fetch', { special: 'url' }],

  // Cookies.
  ['Document.cookie', { read: ['storage:cookie:read'], write: ['storage:cookie:write'] }],
  [
    'CookieStore.(get|getAll|onchange|addEventListener)',
    { read: ['storage:cookie:read'], write: ['storage:cookie:read'] },
  ],
  ['CookieStore.(set|delete)', { read: ['storage:cookie:write'] }],
  ['CookieStore(.(removeEventListener|dispatchEvent)|::*)', nothing],
  ['CookieChangeEvent.(changed|deleted)', { read: ['storage:cookie:read'] }],

  // The page.
  ['Document.execCommand', { read: ['dom:write'], special: 'execCommand' }],
  ['Document.location', { special: 'handle', write: ['!navigation'] }],
  ['Document.(URL|documentURI|domain|referrer)', { read: ['dom:read'], write: ['!navigation'] }],
  ['Document.open', { read: ['dom:write', '!window-control'] }], // with three arguments, that of `window`
  ['Document.(defaultView|implementation|ownerDocument)', nothing],
  ['Document.(requestStorageAccess|hasStorageAccess)', { read: ['!other-storage'] }],
  ['Element.shadowRoot', { read: ['dom:shadow', 'dom:read'] }],
  ['Element.attachShadow', { read: ['dom:shadow', 'dom:write'] }],
  ['ElementInternals.shadowRoot', { read: ['dom:shadow', 'dom:read'] }],
  [
    'ShadowRoot.(mode|host|delegatesFocus|slotAssignment|clonable|serializable)',
    { read: ['dom:shadow', 'dom:read'] },
  ],
  [
    'ShadowRoot.innerHTML',
    { read: ['dom:shadow', 'dom:read'], write: ['dom:shadow', 'dom:write'], special: 'html' },
  ],
  [
    '(HTMLImageElement|HTMLScriptElement|HTMLIFrameElement|HTMLFrameElement|HTMLEmbedElement|HTMLMediaElement|HTMLSourceElement|HTMLTrackElement|HTMLInputElement).(src|srcset)',
    loads,
  ],
  ['HTMLLinkElement.(href|imageSrcset)', loads],
  ['HTMLObjectElement.data', loads],
  ['HTMLVideoElement.poster', loads],
  ['(HTMLAnchorElement|HTMLAreaElement|HTMLHyperlinkElementUtils).ping', loads],
  ['HTMLMetaElement.httpEquiv', { read: ['dom:read'], write: ['dom:write', '!navigation'] }],
  // The address of a link or an image.
  ['SVGAnimatedString.baseVal', { read: ['dom:read'], write: ['dom:write'], special: 'urlOfAttr' }],
  ['HTMLBodyElement.background', loads],
  ['HTMLBaseElement.href', { read: ['dom:read'], write: ['dom:write'], special: 'code' }],
  ['HTMLScriptElement.text', { read: ['dom:read'], write: ['dom:write'], special: 'code' }],
  [
    '(Element|InnerHTML).(innerHTML|outerHTML)',
    { read: ['dom:read'], write: ['dom:write'], special: 'html' },
  ],
  [
    '(Document.(write|writeln)|Element.(insertAdjacentHTML|setHTMLUnsafe)|Range.createContextualFragment)',
    { read: ['dom:write'], special: 'htmlArgument' },
  ],
  ['ShadowRoot.setHTMLUnsafe', { read: ['dom:shadow', 'dom:write'], special: 'htmlArgument' }],
  [
    '(Node|Element|HTMLElement).(textContent|innerText|nodeValue)',
    { read: ['dom:read'], write: ['dom:write'], special: 'scriptText' },
  ],
  ['Document.createElement(|NS)', { read: ['dom:write'], special: 'made' }],
  [
    '(HTMLAnchorElement|HTMLAreaElement|HTMLHyperlinkElementUtils).href',
    { read: ['dom:read'], write: ['dom:write'], special: 'link' },
  ],
  [
    '(HTMLFormElement.action|(HTMLButtonElement|HTMLInputElement).formAction)',
    { read: ['dom:read'], write: ['dom:write', '!navigation'], special: 'link' },
  ],
  // `requestSubmit` presses the button of a form that the page has; where it leads is not the code's.
  ['HTMLFormElement.submit', { read: ['dom:write', '!navigation'] }],
  [
    '(Document.(createAttribute|createAttributeNS)|Element.(setAttributeNode|setAttributeNodeNS)|NamedNodeMap.(setNamedItem|setNamedItemNS))',
    { read: ['dom:write'], write: ['dom:write'], special: 'codeCalled' },
  ],
  ['CSSStyleDeclaration(Base|).setProperty', { ...writes, special: 'css' }],
  [
    '(CSSStyleSheet|CSS*Rule).(insertRule|addRule|appendRule|replace|replaceSync)',
    { ...writes, special: 'css' },
  ],
  ['(ElementCSSInlineStyle|CSS*Rule).style', { read: ['dom:read'], write: ['dom:write'], special: 'css' }],
  ['CSSStyleValue::parse(|All)', { read: ['dom:read'], special: 'css' }],
  [
    '(CSSStyle(Declaration|Properties).*|CSSStyleDeclarationBase.cssText)',
    { read: ['dom:read'], write: ['dom:write'], special: 'css' },
  ],
  [
    'CharacterData.(data|appendData|insertData|replaceData)',
    { read: ['dom:read'], write: ['dom:write'], special: 'css' },
  ],
  [
    '(ParentNode|ChildNode).(append|prepend|before|after|replaceChildren|replaceWith)',
    { ...writes, special: 'css' },
  ],
  ['(FontFace|KeyframeEffect)::new', { ...writes, special: 'css' }],
  [
    '(Animatable.animate|KeyframeEffect.setKeyframes|StylePropertyMap.(set|append))',
    { ...writes, special: 'css' },
  ],
  ['CanvasFilters.filter', { read: ['dom:read'], write: ['dom:write'], special: 'css' }],
  ['DOMParser.parseFromString', { special: 'htmlArgument' }],
  ['Document::parseHTML(|Unsafe)', { read: ['dom:read'], special: 'htmlArgument' }],
  ['HTMLIFrameElement.srcdoc', { read: ['dom:read'], write: ['dom:write'], special: 'code' }],
  ['(HTMLMediaElement|HTMLCanvasElement|HTMLVideoElement).captureStream', { read: ['!capture'] }],
  ['HTMLMediaElement.(setMediaKeys|setSinkId|mediaKeys|remote)', isPrivileged],
  ['Element.(setAttribute|setAttributeNS)', { read: ['dom:write'], special: 'urlAttribute' }],
  ['Attr.value', { read: ['dom:read'], write: ['dom:write'], special: 'urlOfAttr' }],
  ['(NodeFilter|Node|Event|KeyboardEvent|Range|XPathResult)::*', nothing],
  ['@dom.ownerDocument', nothing],
  ['@dom.addEventListener', observes],
  ['@dom.removeEventListener', nothing],
  ['Window.addEventListener', observes],
  ['Window.removeEventListener', nothing],
  [
    '(GlobalEventHandlers|WindowEventHandlers|Window).on[a-z]*',
    { read: ['dom:read'], write: ['dom:observe'] },
  ],
  ['@dom.on[a-z]*', { read: ['dom:read'], write: ['dom:observe'] }],
  ['Window.dispatchEvent', { read: ['dom:write'] }],
  ['EventTarget.dispatchEvent', { read: ['dom:write'], special: 'eventTarget' }],
  ['EventTarget.addEventListener', { read: ['dom:observe'], special: 'eventTarget' }],
  ['EventTarget.removeEventListener', nothing],

  ['(MutationObserver|ResizeObserver|IntersectionObserver)::new', observes],
  ['(MutationObserver|ResizeObserver|IntersectionObserver).(observe|takeRecords)', observes],
  ['(MutationObserver|ResizeObserver|IntersectionObserver).*', nothing],
  // The addresses of all that the page loaded.
  ['Performance.(getEntries|getEntriesByName|getEntriesByType)', { read: ['dom:read'] }],
  ['PerformanceObserver.(observe|takeRecords)', observes],
  ['MutationRecord.(oldValue|addedNodes|removedNodes|attributeName)', { read: ['dom:read'] }],

  // Storage.
  ['Window.(localStorage|sessionStorage)', { special: 'handle', write: ['!global-write'] }],
  ['Storage.(getItem|key|length)', { special: 'area' }],
  ['Storage.(setItem|removeItem|clear)', { special: 'area' }],
  ['Storage.\\[index\\]', { special: 'area' }],
  ['StorageEvent.(key|newValue|oldValue)', { special: 'either' }],
  ['IDBFactory.(open|databases)', readsRecords],
  ['IDBFactory.deleteDatabase', writesRecords],
  ['IDBFactory.*', nothing],
  ['IDBDatabase.(createObjectStore|deleteObjectStore)', writesRecords],
  ['IDBDatabase.transaction', { special: 'transaction' }],
  ['IDBObjectStore.(add|put|delete|clear|createIndex|deleteIndex)', writesRecords],
  ['IDBObjectStore.(get|getAll|getAllKeys|getKey|count|openCursor|openKeyCursor|index)', readsRecords],
  ['IDBIndex.(get|getAll|getAllKeys|getKey|count|openCursor|openKeyCursor)', readsRecords],
  ['IDBCursor.(update|delete)', writesRecords],
  ['IDBCursor*.(value|key|primaryKey)', readsRecords],
  ['(Cache|CacheStorage|StorageManager|FileSystem*|LockManager)(.|::)*', storesElsewhere],
  ['Window.caches', { read: ['!other-storage'], write: ['!global-write'] }],

  // Network.
  // Assigning part of a URL changes its destination.
  ['URL.(href|host|hostname|port|protocol)', { read: [], special: 'code' }],
  ['Window.fetch', { special: 'url', write: ['!global-write'] }],
  ['XMLHttpRequest.open', { special: 'urlSecond' }],
  ['EventSource::new', { special: 'url' }],
  ['Navigator.sendBeacon', { special: 'url' }],
  ['WebSocket::new', { special: 'socket' }],
  ['WebTransport::new', { read: ['network:fetch:cross-origin'] }],
  ['Audio::new', { read: ['dom:write'], special: 'url' }],
  ['RTC*(.|::)*', isWebRtc],

  // Clipboard, media, position, notifications.
  ['Clipboard.(read|readText)', { read: ['clipboard:read'] }],
  ['Clipboard.(write|writeText)', { read: ['clipboard:write'] }],
  ['ClipboardEvent.clipboardData', { special: 'clipboardEvent' }],
  // Of what is pasted, too.
  ['InputEvent.dataTransfer', { read: ['clipboard:read'] }],
  ['MediaDevices.getUserMedia', { special: 'media' }],
  ['Navigator.getUserMedia', { special: 'media' }],
  ['MediaDevices.getDisplayMedia', { read: ['media:screen'] }],
  ['MediaDevices.enumerateDevices', { read: ['!device-enumeration'] }],
  ['Geolocation.(getCurrentPosition|watchPosition)', { read: ['geolocation'] }],
  ['Notification::(new|requestPermission)', { read: ['notifications'] }],
  ['ServiceWorkerRegistration.(showNotification|getNotifications)', { read: ['notifications'] }],

  // Navigation and other windows.
  ['Location.(origin|host|hostname|protocol|port)', { read: [], write: ['!navigation'] }],
  ['Location.(assign|replace|reload)', { ...navigates, special: 'link' }],
  ['Location.href', { read: ['dom:read'], write: ['!navigation'], special: 'link' }],
  ['Location.*', { read: ['dom:read'], write: ['!navigation'] }],
  ['Window.location', { special: 'handle', write: ['!navigation'] }],
  ['History.(length|state|scrollRestoration)', { read: ['dom:read'], write: ['!navigation'] }],
  ['(Navigation|NavigateEvent|NavigationPrecommitController|History).*', navigates],
  [
    '(NavigationActivation|NavigationDestination|NavigationHistoryEntry|NavigationTransition|NavigationCurrentEntryChangeEvent).*',
    { read: ['dom:read'], write: ['dom:observe'] },
  ],
  [
    'Window.(open|close|stop|moveBy|moveTo|resizeBy|resizeTo)',
    { read: ['!window-control'], write: ['!global-write'] },
  ],
  [
    'Window.(postMessage|parent|top|opener|frames|frameElement|\\[index\\])',
    { read: ['!cross-frame'], write: ['!cross-frame'] },
  ],
  // Other pages of the same tab and windows that open one by its name see it.
  ['Window.name', { read: ['dom:read'], write: ['dom:write', '!cross-frame'] }],
  ['Window.(alert|confirm|prompt|print)', { read: ['!dialog'], write: ['!global-write'] }],
  [
    'Window.(getComputedStyle|getSelection|matchMedia|inner*|outer*|page[XY]Offset|scrollX|scrollY|screenLeft|screenTop|screenX|screenY|devicePixelRatio|visualViewport|status|length|orientation|*bar|scrollbars)',
    reads,
  ],
  ['Window.(scroll|scrollTo|scrollBy|focus|blur)', { read: ['dom:write'], write: ['!global-write'] }],
  ['Window.(setTimeout|setInterval)', { special: 'timer', write: ['!global-write'] }],
  ['Window.cookieStore', nothing],
  [
    'Window.(indexedDB|crypto|performance|navigator|document|window|self|console|clientInformation|customElements|history|navigation|screen|external|event|speechSynthesis|isSecureContext|crossOriginIsolated|origin|originAgentCluster|closed|scheduler)',
    { read: [], write: ['!global-write'] },
  ],
  [
    'Window.(atob|btoa|clearInterval|clearTimeout|createImageBitmap|queueMicrotask|reportError|structuredClone|requestIdleCallback|cancelIdleCallback|requestAnimationFrame|cancelAnimationFrame|captureEvents|releaseEvents|toString|SVG*|WebKitCSSMatrix|webkitURL|NodeFilter)',
    { read: [], write: ['!global-write'] },
  ],

  // Features without a capability.
  [
    '(BroadcastChannel|SharedWorker|Worker|ServiceWorker*|Worklet|AudioWorklet|WebTransport*|Push*|CookieStoreManager|NavigationPreloadManager)(.|::)*',
    isChannel,
  ],
  [
    '(Credential*|PublicKeyCredential*|Authenticator*|DigitalCredential|Payment*|MIDI*|WakeLock*|RemotePlayback|Speech*|MediaSession|GPU*|WebGL*|WGSL*|Gamepad*|Keyboard|MediaKey*|ImageCapture|PictureInPictureWindow|NavigatorLogin)(.|::)*',
    isPrivileged,
  ],
  [
    '(AudioContext|BaseAudioContext|OfflineAudioContext|AudioNode|AudioParam*|AudioBuffer*|AudioListener|AudioScheduledSourceNode|AudioDestinationNode|AudioWorklet*|(Analyser|BiquadFilter|ChannelMerger|ChannelSplitter|ConstantSource|Convolver|Delay|DynamicsCompressor|Gain|IIRFilter|MediaElementAudioSource|MediaStreamAudio*|Oscillator|Panner|ScriptProcessor|StereoPanner|WaveShaper)Node|PeriodicWave)(.|::)*',
    isPrivileged,
  ],
  ['(ANGLE|EXT|KHR|OES|OVR|WEBGL)_*.*', isPrivileged],
  [
    'Navigator.(share|canShare|vibrate|requestMIDIAccess|requestMediaKeySystemAccess|getGamepads|registerProtocolHandler|setAppBadge|clearAppBadge)',
    { read: ['!device-or-privileged'] },
  ],
  [
    'Navigator.(appCodeName|appName|appVersion|clipboard|cookieEnabled|credentials|doNotTrack|geolocation|gpu|hardwareConcurrency|javaEnabled|language|languages|locks|login|maxTouchPoints|mediaCapabilities|mediaDevices|mediaSession|mimeTypes|onLine|pdfViewerEnabled|permissions|platform|plugins|product|productSub|serviceWorker|storage|userActivation|userAgent|vendor|vendorSub|wakeLock|webdriver)',
    nothing,
  ],

  // WebAssembly modules can only use their imports.
  [
    '(WebAssembly*|CompileError|Exception|Global|Instance|LinkError|Memory|Module|RuntimeError|Table|Tag|TagType|ValueTypeMap)(.|::)*',
    nothing,
  ],

  // Constructors and the rest of the groups.
  ['HTML*Element::new', writes],
  [
    '(Image|Option|Document|DocumentFragment|Text|Comment|CSS*|Animation|KeyframeEffect|FontFace|Highlight|VTTCue|VTTRegion)::new',
    writes,
  ],
  ['FormData::new', { special: 'form' }],
  // Serialising or sending reads the value.
  ['XMLSerializer.serializeToString', { read: ['dom:read'] }],
  ['XMLHttpRequest.send', { special: 'page' }],
  ['(History|Location|Navigat*|Storage|Window)::new', nothing],
  ['Buffer(Constructor|)(.|::)*', nothing],
  ['*Event::new', nothing],
  ['*::prototype', nothing],
  ['CSS::registerProperty', writes],
  ['CSS::*', nothing],
  ['CustomElementRegistry.(get|getName|whenDefined)', { read: ['dom:read'] }],
  ['@dom::*', reads],
  ['@neutral(.|::)*', nothing],
  ['@data(.|::)*', nothing],
];

/** Members of page objects, whatever type hides the object: the properties that code sets, and what gives access; of `lib.dom.d.ts`, without rare ones. */
export const PAGE_MEMBERS: RegExp = new RegExp(
  `^(?:${[
    'accessKey|action|align|allow|alt|autofocus|autoplay|background|body|charset|checked|className|colSpan|content',
    'contentEditable|controls|cookie|crossOrigin|currentTime|data|dataset|dateTime|default|defaultChecked|defaultValue',
    'designMode|dir|disabled|domain|download|draggable|encoding|enctype|event|fgColor|formAction|formTarget|hash|headers',
    'height|hidden|host|hostname|href|hreflang|htmlFor|httpEquiv|id|inert|innerHTML|innerText|integrity|label|lang',
    'length|location|loop|max|maxLength|media|method|min|minLength|multiple|muted|name|nodeValue|nonce|noValidate|opener',
    'open|outerHTML|outerText|pathname|pattern|ping|placeholder|playbackRate|popover|port|poster|preload|protocol|readOnly',
    'referrerPolicy|rel|required|returnValue|rowSpan|scope|scrollLeft|scrollTop|search|selected|selectedIndex',
    'selectionEnd|selectionStart|shape|size|sizes|slot|span|spellcheck|src|srcdoc|srcObject|srcset|start|status|step',
    'style|tabIndex|target|text|textContent|title|translate|type|useMap|value|valueAsDate|valueAsNumber|volume|width|wrap',
    'backgroundImage|color|cssText|display|visibility|baseVal|documentURI|localStorage|newValue|oldValue|referrer',
    'sessionStorage|state|URL|fetch|getElementById|getItem|querySelector(?:All)?|readText|removeItem|sendBeacon|setItem',
    'writeText|characterSet|lastModified|readyState|compatMode|contentType|scroll[XY]|page[XY]Offset|inner(?:Width|Height)',
    'outer(?:Width|Height)|adoptedStyleSheets|aria[A-Z]\\w*|getCurrentPosition|watchPosition',
  ].join('|')})$`,
);
