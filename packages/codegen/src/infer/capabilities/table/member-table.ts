import { MEMBER_RULES } from './member-rules.ts';
import type { MemberUse } from './member-rule.ts';

/** A group of interfaces. */
type MemberGroup = 'dom' | 'neutral' | 'data';

/** Interfaces by name, with `*` as wildcard, whose members share a rule. */
const MEMBER_GROUPS: Readonly<Record<MemberGroup, string>> = {
  /** Parts of the page. */
  dom: [
    'Animatable|Animation|AnimationEffect|AnimationTimeline|ARIAMixin|Attr|BarProp|CaretPosition|CDATASection|CharacterData',
    'Canvas*|ChildNode|Comment|CSS*|CustomElementRegistry|CustomStateSet|Document|DocumentFragment|DocumentOrShadowRoot',
    'DocumentTimeline|DocumentType|DOMImplementation|DOMStringMap|DOMTokenList|Element|ElementContentEditable',
    'ElementCSSInlineStyle|ElementInternals|FontFace|FontFaceSet|FragmentDirective|AbstractRange|Highlight|HighlightRegistry|HTML*',
    'KeyframeEffect|LinkStyle|MathMLElement|MediaList|NamedNodeMap|Node|NodeIterator|NodeList|NodeListOf',
    'NonDocumentTypeChildNode|NonElementParentNode|ParentNode|PopoverTargetAttributes|ProcessingInstruction',
    'RadioNodeList|Range|ScrollTimeline|Selection|ShadowRoot|Slottable|StylePropertyMap*|StyleSheet*|SVG*|Text|TextTrack*',
    'TreeWalker|ViewTimeline|ViewTransition*|VTTCue|VTTRegion|XMLDocument|XPath*|XSLTProcessor',
  ].join('|'),
  /** Computation, data and handles, whose further objects are decided by their own members. */
  neutral: [
    '*Event|Abort*|AbstractWorker|AnimationFrameProvider|Audio(Data|Decoder|Encoder)|Blob|Body|ByteLengthQueuingStrategy|ClientRect|Clipboard*',
    'Compression*|Console|CountQueuing*|Crypto|CryptoKey|DataTransfer*|Decompression*|DeviceMotionEvent*|DOMException|DOMMatrix*',
    'DOMParser|DOMPoint*|DOMQuad|DOMRect*|DOMStringList|Encoded*Chunk|EventCounts|EventListener*|EventSource|EventTarget',
    'External|File|FileList|FileReader|FontFaceSource|FormData*|GenericTransformStream|Geolocation*|GlobalEventHandlers',
    'Headers*|IdleDeadline|IDB*|Image(Bitmap*|Data|Decoder|Track|TrackList)|ImportMeta|InputDeviceInfo|IntersectionObserver*',
    'LargestContentfulPaint|Lock|MediaCapabilities|MediaDevice*|MediaError|MediaMetadata|MediaQueryList|MediaRecorder',
    'MediaSource|MediaSourceHandle|MediaStream|MediaStreamTrack|MessageChannel|MessageEventTarget|MessagePort|MimeType*',
    'MutationObserver|MutationRecord|Notification|OffscreenCanvas*|OverconstrainedError|PaintTimingMixin|Path2D',
    'Performance*|Permission*|Plugin*|Readable*|ReportingObserver|Request|ResizeObserver*|Response|Sanitizer|Scheduler|Screen',
    'ScreenOrientation|SourceBuffer*|StaticRange|SubtleCrypto|Task*|Text(Decoder|Encoder)*|TextMetrics|TimeRanges|Touch*',
    'Transform*|URL|URLPattern|URLSearchParams|UserActivation|ValidityState|Video(ColorSpace|Decoder|Encoder|Frame)',
    'VideoPlaybackQuality|VisualViewport|WebSocket|WindowEventHandlers|Writable*|XMLHttpRequest*|XMLSerializer|*Iterator',
  ].join('|'),
  /** Plain objects that are passed to or come from the platform. */
  data: [
    '*(Init|Options|Descriptor|Descriptors|Callback|Params|Config|Configuration|Constraints|Settings|Capabilities|Result|Info)',
    '*(JSON|EventMap|TagNameMap|Support|Outputs|Inputs|Algorithm|Handler|HandlerNonNull|Metadata|PropertyBag|Parameters|Errors)',
    '(Key|Ec|Rsa|Hmac|Aes)*Algorithm|AudioTimestamp|AuthenticationExtensionsPRFValues|AuthenticatorSelectionCriteria',
    'Computed(EffectTiming|Keyframe)|CookieListItem|CredentialPropertiesOutput|CryptoKeyPair|CSSNumericType|CustomElementConstructor',
    'DoubleRange|ConstrainDoubleRange|ConstrainULongRange|EffectTiming|FileSystemFlags|GPU(BlendState|ColorDict|Extent3DDict|Origin*Dict)',
    'JsonWebKey|Keyframe|LockManagerSnapshot|MediaImage|MediaKeysPolicy|MediaPositionState|MediaSessionActionDetails',
    'MediaSettingsRange|MediaTrackConstraintSet|MediaKeySystemMediaCapability|NavigationPreloadState|OptionalEffectTiming|Payment(CurrencyAmount|DetailsBase)',
    'Payment(DetailsModifier|DetailsUpdate|Item|MethodData|ShippingOption)|PlaneLayout|PropertyDefinition',
    'PropertyIndexedKeyframes|PublicKeyCredential(Entity|RpEntity|UserEntity)|QueuingStrategy|QueuingStrategySize',
    'Report|ReportBody|SanitizerAttributeNamespace|SanitizerElementNamespace|SanitizerElementNamespaceWithAttributes',
    'ShareData|StorageEstimate|TimelineRangeOffset|Transformer|ULongRange|Underlying(ByteSource|DefaultSource|Sink|Source)',
    'ValidityStateFlags|VideoEncoderEncodeOptionsForAvc|VoidFunction|WebGLContextAttributes|WebTransportHash',
  ].join('|'),
};

/** Methods that change the page. */
const DOM_WRITING_METHODS: string = [
  '(append|insert|prepend|put|remove|replace|set|toggle)*|(convertTo|create|deselect|draw|exit|fill|hide|import)*',
  '(pause|scroll|select|show|step|stroke|suspend|unpause|unsuspend|collapse|commit)*|(add|adoptNode|animate|arc|arcTo|assign)',
  'addColorStop|addCue|addRange|addRule|addTextTrack|after|attachInternals|before|beginElement|beginElementAt|beginPath|bezierCurveTo|blur',
  'cancel|cancelVideoFrameCallback|captureEvents|clear|clearParameters|clearRect|click|clip|close|closePath|consolidate|define|delete',
  'delete(Caption|Cell|Contents|Data|FromDocument|Medium|Row|Rule|TFoot|THead)|ellipse|empty|endElement|endElementAt|extend',
  'extractContents|fastSeek|finish|focus|forceRedraw|initialize|lineTo|load|modify|moveBefore|moveTo|newValueSpecifiedUnits',
  'normalize|open|persist|play|quadraticCurveTo|rect|releaseEvents|releasePointerCapture|reportValidity|requestClose|requestFullscreen',
  'requestPictureInPicture|requestPointerLock|requestSubmit|reset|resetTransform|restore|reverse|rotate|roundRect|save|scale|skipTransition',
  'splitText|start|startViewTransition|stop|submit|surroundContents|transferControlToOffscreen|transform|translate',
  'updatePlaybackRate|updateTiming|upgrade|write|writeln',
].join('|');

/** Methods that only read the page; checked before the writing ones. */
const DOM_READING_METHODS: string = [
  'animationsPaused|assigned(Elements|Nodes)|canPlayType|caret(Position|Range)FromPoint|check|check(Enclosure|Intersection|Validity|Visibility)',
  'clone(Contents|Node|Range)|closest|compare(BoundaryPoints|DocumentPosition|Point)|computedStyleMap|contains|containsNode',
  'create(Expression|NSResolver|NodeIterator|Range|TreeWalker)|createSVG*|decode|detach|div|element(s)?FromPoint|entries|equals',
  'evaluate|findRule|firstChild|forEach|get|getAll|get[A-Z]*|has|has[A-Z]*|intersectsNode|is[A-Z]*|item|iterateNext|keys|lastChild',
  'lookup(NamespaceURI|Prefix)|matches|max|measureText|min|mul|namedItem|next(Node|Sibling)|parentNode|previous(Node|Sibling)',
  'querySelector(All)?|queryCommand*|requestFrame|requestVideoFrameCallback|snapshotItem|sub|substringData|supports|to|to[A-Z]*|transformTo*|type',
  'values|waitUntil|webkitMatchesSelector|whenDefined|\\[Symbol.iterator\\]',
].join('|');

/**
 * The globals of QuickJS as `packages/client/src/isolated/engine` runs it; `test/isolated/quickjs-globals.test.ts`
 * compares them with the engine's own.
 */
export const QUICKJS_GLOBALS: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DOMException
  DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function
  Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy
  RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError TypeError
  URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet addEventListener atob btoa
  console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat
  parseInt performance postMessage queueMicrotask undefined unescape`.split(/\s+/),
);

/** A member of TypeScript's library `dom`, by where it is declared. */
export interface PlatformMember {
  /** The interface or global; `Window` for globals. */
  readonly owner: string;
  /** Its name; `new` for constructors, `[index]` for an index signature. */
  readonly name: string;
  readonly isStatic: boolean;
  readonly isMethod: boolean;
}

/** A member as its rules and messages name it, for example `Document.title` or `Notification::new`. */
export function memberText({ owner, name, isStatic }: PlatformMember): string {
  return `${owner}${isStatic ? '::' : '.'}${name}`;
}

/** What a member needs, or undefined if no rule matches. */
export function useOfMember(member: PlatformMember): MemberUse | undefined {
  const owner = canonicalOwner(member.owner);
  const key = `${memberText({ ...member, owner })}${member.isMethod ? '()' : ''}`;
  if (!decided.has(key)) decided.set(key, decide({ ...member, owner }));
  return decided.get(key);
}

/** Interfaces of the neutral group whose members need a capability all the same. */
const ACCESSIBLE = /^(?:Clipboard|Geolocation|IDB(?!.*Event)\w+|EventTarget|\w*Event)$/;

/** Whether objects of an interface give access to the page, its storages or its devices. */
export function givesAccess(owner: string): boolean {
  if (isInGroup(owner, 'data')) return false;
  return !isInGroup(owner, 'neutral') || ACCESSIBLE.test(owner);
}

/** Whether an interface belongs to a group. */
function isInGroup(owner: string, group: MemberGroup): boolean {
  return groups[group].test(owner);
}

const decided = new Map<string, MemberUse | undefined>();

const groups: Readonly<Record<MemberGroup, RegExp>> = {
  dom: pattern(MEMBER_GROUPS.dom),
  neutral: pattern(MEMBER_GROUPS.neutral),
  data: pattern(MEMBER_GROUPS.data),
};
const writing = pattern(DOM_WRITING_METHODS);
const reading = pattern(DOM_READING_METHODS);
const rules = MEMBER_RULES.map(([text, use]) => ({ group: groupIn(text), test: pattern(text), use }));

function decide(member: PlatformMember): MemberUse | undefined {
  const text = memberText(member);
  const rule = rules.find(({ group, test }) =>
    group
      ? isInGroup(member.owner, group) && test.test(`@${group}${text.slice(member.owner.length)}`)
      : test.test(text),
  );
  if (isInGroup(member.owner, 'dom') && !member.isStatic) return rule?.use ?? decideDom(member);
  return rule?.use;
}

// Properties of the page are read or written, but each method needs a rule.
function decideDom({ name, isMethod }: PlatformMember): MemberUse | undefined {
  if (!isMethod) return { read: ['dom:read'], write: ['dom:write'] };
  if (reading.test(name)) return { read: ['dom:read'], write: ['dom:write'] };
  return writing.test(name) ? { read: ['dom:write'], write: ['dom:write'] } : undefined;
}

// Mixins of other interfaces.
function canonicalOwner(owner: string): string {
  if (/^(WindowOrWorkerGlobalScope|Window(Local|Session)Storage|AnimationFrameProvider)$/.test(owner))
    return 'Window';
  return /^Navigator(?!Login)/.test(owner) ? 'Navigator' : owner;
}

function groupIn(text: string): MemberGroup | undefined {
  const name = /^@([a-z]+)/.exec(text)?.[1];
  return name === 'dom' || name === 'neutral' || name === 'data' ? name : undefined;
}

/** Escapes dots, and expands `*`. */
function pattern(text: string): RegExp {
  const source = text.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
  return new RegExp(`^(?:${source})$`);
}
