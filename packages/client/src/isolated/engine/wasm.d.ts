declare module '*.wasm' {
  /** The bytes in base64, which `scripts/bundle-engine.ts` puts into the bundle. */
  const base64: string;
  export default base64;
}
