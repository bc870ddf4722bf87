/** `Blob` where the project has it (DOM library or Node types), else its part that is read. */
export type HostBlob = typeof globalThis extends { Blob: { prototype: infer B } } ? B : BlobSource;

/** A `Blob` or a `File`. */
export interface BlobSource {
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `<canvas>`. */
export interface CanvasSource {
  toBlob(callback: (blob: HostBlob | null) => void, type?: string): void;
}

/** An `OffscreenCanvas`. */
export interface OffscreenCanvasSource {
  convertToBlob(options?: { type?: string }): Promise<HostBlob>;
}

/** An `ImageData`. */
export interface ImageDataSource {
  readonly data: ArrayLike<number> & { readonly buffer: unknown };
  readonly width: number;
  readonly height: number;
}

/** What a handler may return where its output schema has media: base64 text, or what becomes it. */
export type ContentSource =
  string | Uint8Array | BlobSource | CanvasSource | OffscreenCanvasSource | ImageDataSource;
