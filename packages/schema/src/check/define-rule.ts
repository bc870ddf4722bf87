import type { Severity } from '@btcp/core';
import type { ManifestFacts } from './facts/manifest-facts.ts';
import type { ToolFacts } from './facts/tool-facts.ts';

/** What a rule is about; its folder. */
export type RuleFamily =
  | 'protocol'
  | 'schema'
  | 'properties'
  | 'values'
  | 'words'
  | 'names'
  | 'examples'
  | 'deprecation'
  | 'handler'
  | 'capabilities'
  | 'portability';

/** The values that a message is built from: JSON, for programs to read. */
export type RuleData = Readonly<Record<string, unknown>>;

/** Reports a violation: at a JSON pointer, with the values for its message. */
export type RuleReporter<Data extends RuleData> = (diagnostic: Data & { readonly at: string }) => void;

/** Fields that replace those of a valid tool or manifest; `undefined` removes a field. */
export type Patch = Readonly<Record<string, unknown>>;

/** What a message may use: the rule's data, and the name of the tool or manifest. */
export type MessageData<Data> = Data & { readonly name: string };

// Taken from a method, and methods elsewhere, so that rules with different data fit into one array.
type HelpOf<Data> = { from(data: MessageData<Data>): string }['from'];

interface RuleText<Data extends RuleData> {
  /** Permanent and kebab-case: also the name of the rule's file and of its page. */
  readonly id: string;
  readonly family: RuleFamily;
  /** An error: the tool would fail or be refused. A warning: an agent would be misled. Info: advice. */
  readonly severity: Severity;
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly rationale: string;
  /** Rules that silence this one at, above and below their diagnostics: one mistake gives one message. */
  readonly after?: readonly string[];
  /** What `btcp check --fix` does about it, in a sentence; absent where only the author can tell. */
  readonly fix?: string;
  /** Set where a violation cannot be published: neither settings nor comments turn the rule off. */
  readonly isMandatory?: true;
  message(data: MessageData<Data>): string;
  /** What to do: a string, or one made of the diagnostic's data. */
  readonly help: string | HelpOf<Data>;
}

/** A rule about one tool as a manifest publishes it. */
export interface ToolRule<Data extends RuleData = RuleData> extends RuleText<Data> {
  readonly subject: 'tool';
  /** Finds what breaks the rule; paths point into the tool. */
  check(given: { readonly tool: ToolFacts; readonly report: RuleReporter<Data> }): void;
  /** Breaks this rule and no other. */
  readonly bad: Patch;
  /** The same without the mistake. */
  readonly good: Patch;
  /** Fields of the manifest around both. */
  readonly around?: Patch;
}

/** A rule about a manifest, or about its tools together. */
export interface ManifestRule<Data extends RuleData = RuleData> extends RuleText<Data> {
  readonly subject: 'manifest';
  /** Finds what breaks the rule; paths point into the manifest. */
  check(given: { readonly manifest: ManifestFacts; readonly report: RuleReporter<Data> }): void;
  readonly bad: Patch;
  readonly good: Patch;
}

/** Source text that breaks a rule, and what the rule says of it. */
export interface BadSource {
  /** The code below the imports of `Type` and `defineTool`. */
  readonly source: string;
  readonly message: string;
}

/**
 * A rule about the code of a tool. It is given what was found in the source, and decides what to report.
 */
export interface CodeRule<Data extends RuleData = RuleData> extends RuleText<Data> {
  readonly subject: 'code';
  readonly examples: {
    /** Each breaks this rule and no other. */
    readonly bad: readonly BadSource[];
    /** The same without the mistake. */
    readonly good: readonly string[];
  };
}

/** Any rule. */
export type Rule = ToolRule | ManifestRule | CodeRule;

type Defined<R extends { readonly subject: string }> = Omit<R, 'subject'>;

/** Defines a rule about a tool. */
export function defineRule<Data extends RuleData = object & RuleData>(
  rule: Defined<ToolRule<Data>>,
): ToolRule<Data> {
  return { ...rule, subject: 'tool' };
}

/** Defines a rule about a manifest. */
export function defineManifestRule<Data extends RuleData = object & RuleData>(
  rule: Defined<ManifestRule<Data>>,
): ManifestRule<Data> {
  return { ...rule, subject: 'manifest' };
}

/** Defines a rule about the code of a tool. */
export function defineCodeRule<Data extends RuleData = object & RuleData>(
  rule: Defined<CodeRule<Data>>,
): CodeRule<Data> {
  return { ...rule, subject: 'code' };
}
