declare module '*.wasm' {
  /** The bytes, which `scripts/bundle-engine.ts` puts into the bundle. */
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
