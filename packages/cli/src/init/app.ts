import type { AgentName } from 'package-manager-detector';

/** The kinds of projects that `btcp init` knows. */
export type AppKind = 'vite' | 'next' | 'node' | 'mcp-server';

/** What `btcp init` needs to know about a project. */
export interface App {
  readonly kind: AppKind;
  /** For people: "Vite with React". */
  readonly title: string;
  readonly isPage: boolean;
  readonly isTypeScript: boolean;
  /** Whether package.json makes Node load `.js` as ES modules. */
  readonly isModule: boolean;
  readonly manager: AgentName;
  /** Where a workspace begins, if the project is a package of one; absolute. */
  readonly workspace: string | undefined;
  /** Its `package.json`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of all dependencies → their ranges. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The file whose compiler options hold for `src`; undefined without TypeScript. */
  readonly tsconfig: string | undefined;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  /** Whether `tsconfig` extends another, which has options that are unknown here. */
  readonly isExtended: boolean;
}
