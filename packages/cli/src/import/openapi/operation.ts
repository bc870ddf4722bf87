import type { Located } from '../files/documents.ts';

/** An operation of a document. */
export interface Operation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** `operationId`, if there is one. */
  readonly id: string | undefined;
  /** The name of its tool. */
  readonly name: string;
  /** The name of its file, without `.ts`. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** The Operation Object. */
  readonly located: Located;
  /** The Path Item Object. */
  readonly item: Located;
}

/** A parameter of a request. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** The name of the property of the input that has its value. */
  readonly property: string;
  /** What differs from the location's default. */
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Whether it is sent as JSON. */
  readonly json?: true;
}

/** How a property of a form is sent. */
export interface PartEncoding {
  readonly style?: string;
  readonly explode?: boolean;
  /** The media type of a part. */
  readonly type?: string;
  /** Whether its value is base64 of the bytes to send. */
  readonly binary?: true;
}

/** The body of a request. */
export interface Body {
  readonly type: string;
  /** Names in the body → properties of the input; or the one property that is the body. */
  readonly value: ReadonlyMap<string, string> | string;
  readonly isRequired: boolean;
  readonly binary?: true;
  readonly encoding: Readonly<Record<string, PartEncoding>>;
}

/** Alternatives of schemes that are all needed, with their scopes: as in the document. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** What the document says of each security scheme, for `authorize`. */
export type SchemeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a tool needs to call an operation. */
export interface Call {
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly security: Security;
  /** Schemes of this operation alone: parameters that hold secrets. */
  readonly schemes: SchemeTable;
  /** Media types of its results, if not JSON. */
  readonly accept: string | undefined;
  /** A server of its own. */
  readonly server: string | undefined;
}

/** Collects what an import changed or could not keep: a sentence that may be true of several tools. */
export type Note = (sentence: string) => void;
