import type { ManifestIssue } from '../../meta/field-checks.ts';
import { TOOL_FIELDS, meantField } from '../../meta/fields.ts';
import { NESTED_FIELDS } from '../../meta/find-tool-issues.ts';
import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import { isOfType, propertiesOf, type SchemaNode } from '../../model/schema-node.ts';
import { closestName } from '../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import type { ToolFacts } from '../facts/tool-facts.ts';
import { quoted, shownJson } from '../text/quote.ts';

// Schemas and the elements of `capabilities` have rules of their own.
const isOwn = ({ path, keyword }: ManifestIssue): boolean =>
  !path.startsWith('/capabilities/') &&
  (!/^\/(input|output)Schema\b/.test(path) || keyword === 'object-input');

const FIELDS: readonly string[] = TOOL_FIELDS;

type Meaning = (written: string, fields: readonly string[]) => string | undefined;

/** Also of a hint without its ending: `readOnly` is `readOnlyHint`. */
const closestField: Meaning = (written, fields) =>
  closestName(written, fields) ??
  closestName(
    `${written}Hint`,
    fields.filter((field) => field.endsWith('Hint')),
  );

interface Part {
  /** A JSON pointer. */
  readonly at: string;
  readonly object: Readonly<MutableObject>;
}

const HEADER = 'x-mcp-header';

/** A token of HTTP (RFC 9110, section 5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const TYPES = ['string', 'integer', 'boolean'] as const;

/** The types of a content block in MCP, and what such a block has beside its type. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: ['resource'],
  resource_link: ['uri'],
};

const BRANCHES = ['anyOf', 'oneOf'];

export const TOOL_FIELD_RULES: readonly ToolRule[] = [
  defineRule<{ keyword: string; sentence: string; advice: string }>({
    id: 'tool-invalid',
    severity: 'error',
    isMandatory: true,
    check({ tool, report }) {
      for (const issue of tool.issues.filter(isOwn)) {
        const { path, keyword, params, message, help } = misspelt(tool, issue) ?? issue;
        // Reported at the missing property, so that only rules about that are silenced.
        const at = params === undefined ? path : joinPointer(path, params.missingProperty);
        report({ at, keyword, sentence: message, advice: help });
      }
    },
    message: ({ sentence }) => sentence,
    help: ({ advice }) => advice,
  }),
  defineRule<{ field: string; meant: string; section: string }>({
    id: 'field-misspelt',
    severity: 'warning',
    after: ['tool-invalid'],
    check({ tool, report }) {
      const find = (part: Part, fields: readonly string[], section: string, meaning: Meaning): void => {
        for (const field of Object.keys(part.object)) {
          if (fields.includes(field)) continue;
          const meant = meaning(field, fields);
          if (meant !== undefined && !Object.hasOwn(part.object, meant))
            report({ at: joinPointer(part.at, field), field, meant, section });
        }
      };
      find({ at: '', object: tool.json }, TOOL_FIELDS, '', meantField);
      for (const [path, fields] of Object.entries(NESTED_FIELDS))
        for (const part of partsAt(tool.json, path.split('.')))
          find(part, fields, path.replaceAll('.*', '[]'), closestField);
    },
    message: ({ field, meant, section }) =>
      `${quoted(field)} is not a field of ${section === '' ? 'a tool' : `\`${section}\``}; did you mean \`${meant}\`?`,
    help: ({ meant }) => `Rename it to \`${meant}\`.`,
  }),
  defineRule<{ header: string; why: string }>({
    id: 'mcp-header-invalid',
    severity: 'warning',
    after: ['schema-invalid'],
    check({ tool, report }) {
      const seen = new Set<string>();
      for (const node of tool.schemas) {
        const header = getOwn(node.schema, HEADER);
        if (header === undefined || node.field !== 'inputSchema') continue;
        const why = faultOf(node, header, seen);
        if (why !== undefined) report({ at: `${node.path}/${HEADER}`, header: shownJson(header), why });
      }
    },
    message: ({ header, why }) => `The \`x-mcp-header\` ${header} is not allowed: ${why}.`,
    help: 'Put it on a property with `type` "string", "integer" or "boolean" that only `properties` lead to, with a name of its own; or take it out.',
  }),
  defineRule<{ type: string }>({
    id: 'mcp-content-returned',
    severity: 'warning',
    check({ tool, report }) {
      const output = tool.schema('outputSchema');
      const type = output && contentOf(output);
      const isChoice = getOwn({ ...(output && propertiesOf(output)) }, 'content') === undefined;
      if (type !== undefined)
        report({ at: isChoice ? '/outputSchema' : '/outputSchema/properties/content', type });
    },
    message: ({ name, type }) =>
      `"${name}" returns ${quoted(`{ content: [{ type: '${type}', … }] }`)}, which agents get as JSON text.`,
    help: "Return the data itself: text as a string or a property, and a picture, sound or file as base64 text, bytes or a Blob, declared in `outputSchema` with `media('image/png')` of @btcp/core/content. MCP and the providers' formats then get blocks of their own. To fail, throw a `BTCPError`.",
  }),
];

// A misspelt field is not missing.
function misspelt(tool: ToolFacts, issue: ManifestIssue): ManifestIssue | undefined {
  const missing = issue.params?.missingProperty;
  if (missing === undefined || issue.path !== '') return undefined;
  const written = Object.keys(tool.json).find(
    (field) => !FIELDS.includes(field) && meantField(field, FIELDS) === missing,
  );
  if (written === undefined) return undefined;
  return {
    path: joinPointer('', written),
    keyword: issue.keyword,
    severity: issue.severity,
    message: `${quoted(written)} is not a field of a tool; did you mean \`${missing}\`?`,
    help: `Rename it to \`${missing}\`.`,
  };
}

/** The objects at a path of {@link NESTED_FIELDS}. */
function partsAt(json: unknown, [key, ...rest]: readonly string[], at = ''): readonly Part[] {
  if (key === undefined) return isObject(json) ? [{ at, object: json }] : [];
  if (key !== '*') return isObject(json) ? partsAt(getOwn(json, key), rest, joinPointer(at, key)) : [];
  if (!Array.isArray(json)) return [];
  return json.flatMap((each, index) => partsAt(each, rest, joinPointer(at, String(index))));
}

function faultOf(node: SchemaNode, header: unknown, seen: Set<string>): string | undefined {
  if (!isReachable(node)) return 'only a property that `properties` lead to can have one';
  if (typeof header !== 'string' || !TOKEN.test(header))
    return 'it must be a token of HTTP, without spaces and delimiters';
  if (!TYPES.some((type) => isOfType(node.schema, type)))
    return 'its property must be a string, an integer or a boolean';
  const name = header.toLowerCase();
  if (seen.has(name)) return 'another parameter has the same, whatever its case';
  seen.add(name);
  return undefined;
}

function isReachable({ parent, keyword }: SchemaNode): boolean {
  if (keyword !== 'properties' || parent === undefined) return false;
  return parent.parent === undefined || isReachable(parent);
}

const branchesOf = (schema: MutableObject): readonly MutableObject[] =>
  BRANCHES.flatMap((keyword) => getOwn(schema, keyword) ?? []).filter(isObject);

/** The type of the blocks in `content` of a result, or of one of its alternatives: a failure often is one. */
function contentOf(schema: MutableObject): string | undefined {
  const content = getOwn({ ...propertiesOf(schema) }, 'content');
  const items = isObject(content)
    ? [getOwn(content, 'items'), getOwn(content, 'prefixItems')].flat().filter(isObject)
    : [];
  return [...items.map(blockOf), ...branchesOf(schema).map(contentOf)].find((each) => each !== undefined);
}

function blockOf(schema: MutableObject): string | undefined {
  const [found] = branchesOf(schema).flatMap((each) => blockOf(each) ?? []);
  if (found !== undefined) return found;
  const properties = { ...propertiesOf(schema) };
  const type = getOwn(properties, 'type');
  if (!isObject(type)) return undefined;
  const allowed = [getOwn(type, 'const'), getOwn(type, 'enum')].flat();
  return Object.keys(BLOCKS).find(
    (block) =>
      (allowed.includes(block) ||
        (getOwn(type, 'type') === 'string' && allowed.every((each) => each === undefined))) &&
      BLOCKS[block]?.every((name) => Object.hasOwn(properties, name)) === true &&
      // A property called `text` beside some `type` is nothing special.
      (allowed.includes(block) || block === 'image'),
  );
}
