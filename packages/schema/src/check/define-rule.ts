import type { Severity } from '@btcp/core';
import type { ManifestFacts } from './facts/manifest-facts.ts';
import type { ToolFacts } from './facts/tool-facts.ts';

/** What a rule is about. */
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

/** What a message may use: the rule's data, and the name of the tool or manifest. */
export type MessageData<Data> = Data & { readonly name: string };

// Taken from a method, and methods elsewhere, so that rules with different data fit into one array.
type HelpOf<Data> = { from(data: MessageData<Data>): string }['from'];

interface RuleText<Data extends RuleData> {
  /** Permanent and kebab-case. docs/rules/<id>.md says why it matters, with an example. */
  readonly id: string;
  /** An error: the tool would fail or be refused. A warning: an agent would be misled. Info: advice. */
  readonly severity: Severity;
  /** Rules that silence this one at, above and below their diagnostics: one mistake gives one message. */
  readonly after?: readonly string[];
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
}

/** A rule about a manifest, or about its tools together. */
export interface ManifestRule<Data extends RuleData = RuleData> extends RuleText<Data> {
  readonly subject: 'manifest';
  /** Finds what breaks the rule; paths point into the manifest. */
  check(given: { readonly manifest: ManifestFacts; readonly report: RuleReporter<Data> }): void;
}

/** A rule about the code of a tool: what is found in the source is decided elsewhere, and worded here. */
export interface CodeRule<Data extends RuleData = RuleData> extends RuleText<Data> {
  readonly subject: 'code';
}

export type AnyRule = ToolRule | ManifestRule | CodeRule;

/** Any rule. */
export type Rule = AnyRule & { readonly family: RuleFamily };

type Defined<R extends { readonly subject: string }> = Omit<R, 'subject'>;

export function defineRule<Data extends RuleData = object & RuleData>(
  rule: Defined<ToolRule<Data>>,
): ToolRule<Data> {
  return { ...rule, subject: 'tool' };
}

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
