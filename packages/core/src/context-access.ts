/** What to read of each element that `PageAccess.all` finds. */
export interface PageField {
  /** A selector within the element: the first match is read instead. */
  readonly of?: string;
  /** An attribute, as for `PageAccess.attrs`. Default: the text. */
  readonly attr?: string;
}

/**
 * The page as `ctx.page`: works inline and isolated alike. Selectors are those of CSS. Strings are read and written,
 * never HTML, and no attribute with an address.
 */
export interface PageAccess {
  /** The text of the first match, or the value of a field; `null` without a match. */
  text(selector: string): Promise<string | null>;
  /** Attributes of the first match, `null` where it has none; `null` without a match. */
  attrs<Name extends string>(
    selector: string,
    names: readonly Name[],
  ): Promise<{ readonly [N in Name]: string | null } | null>;
  /**
   * Reads every match at once: as an isolated call is a message, this is much faster than one call for each. A tool may
   * return what it gives, so the type is mutable, as those of schemas are.
   */
  all<Key extends string>(
    selector: string,
    fields: { readonly [K in Key]: PageField },
  ): Promise<{ [K in Key]: string | null }[]>;
  /** Replaces the content of the first match by a text. */
  setText(selector: string, text: string): Promise<void>;
  /** Sets the value of the first match, a field, as if it had been typed. */
  setValue(selector: string, value: string): Promise<void>;
  /** Clicks on the first match. */
  click(selector: string): Promise<void>;
}

/** `localStorage`, as `ctx.storage.local`. */
export interface LocalStorageAccess {
  /** Never set: it keeps the types of the two apart, which need different capabilities. */
  readonly area?: 'local';
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** `sessionStorage`, as `ctx.storage.session`. A type of its own, because it needs capabilities of its own. */
export interface SessionStorageAccess {
  /** Never set, as that of `LocalStorageAccess`. */
  readonly area?: 'session';
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The storages as `ctx.storage`. */
export interface StorageAccess {
  readonly local: LocalStorageAccess;
  readonly session: SessionStorageAccess;
}

/** What `ctx.fetch` sends. */
export interface FetchRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What `ctx.fetch` returns. */
export interface FetchedText {
  readonly ok: boolean;
  readonly status: number;
  /** The media type, for example `application/json`. */
  readonly type: string;
  /** At most 1 MiB. */
  readonly text: string;
}

/** `ctx.fetch`: requests over the network, without redirects. */
export interface FetchAccess {
  (url: string, request?: FetchRequest): Promise<FetchedText>;
}

/** The clipboard as `ctx.clipboard`. */
export interface ClipboardAccess {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}
