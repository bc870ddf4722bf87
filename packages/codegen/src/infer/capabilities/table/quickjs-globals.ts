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
