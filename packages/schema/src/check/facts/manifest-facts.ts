import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import type { ManifestIssue } from '../../meta/field-checks.ts';
import { findManifestIssues } from '../../meta/find-manifest-issues.ts';
import { ToolFacts } from './tool-facts.ts';

/** What rules can ask of a manifest. */
export class ManifestFacts {
  readonly json: Readonly<MutableObject>;
  /** Whether the value is an object at all; `json` always is. */
  readonly isObject: boolean;
  readonly tools: readonly ToolFacts[];
  #issues: readonly ManifestIssue[] | undefined;

  /**
   * @param json - Plain JSON, as `JSON.parse` gives it.
   * @param tools - The facts of its tools, where they are at hand.
   */
  constructor(json: unknown, tools?: readonly ToolFacts[]) {
    this.isObject = isObject(json);
    this.json = isObject(json) ? json : {};
    if (!isObject(json)) this.#issues = findManifestIssues(json);
    const listed = getOwn(this.json, 'tools');
    const details = getOwn(this.json, 'capabilityDetails');
    const ownCapabilities = isObject(details) ? Object.keys(details) : [];
    const factsOf = (tool: unknown): ToolFacts => new ToolFacts(tool, new Set(), { ownCapabilities });
    this.tools = tools ?? (Array.isArray(listed) ? listed.map(factsOf) : []);
  }

  get name(): string {
    const name = getOwn(this.json, 'name');
    return typeof name === 'string' ? name : '';
  }

  /** Violations of the published meta-schema by the manifest's own fields. */
  get issues(): readonly ManifestIssue[] {
    this.#issues ??= findManifestIssues(this.json);
    return this.#issues;
  }

  /** Its declared capabilities that are strings. */
  get capabilities(): readonly string[] {
    const capabilities = getOwn(this.json, 'capabilities');
    return Array.isArray(capabilities) ? capabilities.filter((each) => typeof each === 'string') : [];
  }
}
