/** Names that every JavaScript engine has; other globals are a page's or a process's. */
export const BUILT_IN: ReadonlySet<string> = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON
  Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat
  parseInt queueMicrotask setTimeout structuredClone TextDecoder TextEncoder URL URLSearchParams undefined arguments`.split(
    /\s+/,
  ),
);
