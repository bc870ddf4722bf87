import { type LinkedNode, type LinkedProgram, conjunctsOf } from '../link/linked-schema.ts';
import { COMPOSITION } from './composition.ts';
import { type Keyword, fail, failIf, placeOf, type Site, isNotOfType, isOfType } from './site.ts';
import { withinLength, withinLimits, limitsAbout, NUMBERS, STRINGS, VALUES, WHOLE_ARRAYS } from './values.ts';
import { ARRAYS, OBJECTS } from './objects.ts';
import { literal } from '../emit/code-writer.ts';

/** Keywords about values of one type, or of any. */
interface Group {
  readonly type?: string;
  readonly keywords: readonly Keyword[];
  /** Writes the keywords where the value is within its limits. */
  readonly within?: (site: Site, write: (site: Site) => void) => void;
}

/** In the order in which they are written: cheap checks first. */
const GROUPS: readonly Group[] = [
  { keywords: [...VALUES, ...COMPOSITION] },
  { type: 'number', keywords: [...limitsAbout('number'), ...NUMBERS] },
  { type: 'string', keywords: STRINGS, within: withinLength },
  { type: 'array', keywords: [...limitsAbout('array'), ...WHOLE_ARRAYS, ...ARRAYS] },
  { type: 'object', keywords: [...limitsAbout('object'), ...OBJECTS] },
];

export function writeSchema(site: Site): void {
  withinLimits(site, writeGroups);
}

function writeGroups(site: Site): void {
  const { node, code, data } = site;
  const { type } = node;
  const groups = groupsOf(node);
  const before = hasClosedPart(site.program, node) ? countBefore(site) : undefined;
  const typeFailure = { keyword: 'type', params: literal(type) };
  if (type !== undefined && !groups.some((group) => group.type === type))
    failIf(site, isNotOfType(type, data), typeFailure);
  for (const group of groups) {
    const writeAll = (at: Site): void => group.keywords.forEach((keyword) => keyword.write(at));
    const write = (): void => (group.within === undefined ? writeAll(site) : group.within(site, writeAll));
    if (group.type === undefined) write();
    else if (group.type === type) code.if(isOfType(type, data), write, () => fail(site, typeFailure));
    else code.if(isOfType(group.type, data), write);
  }
  if (before !== undefined) markDeclared(site, before);
}

/** @returns The name of a constant: how many failures were reported before those of the value. */
function countBefore({ code, emitter }: Site): string {
  const before = code.name('before');
  code.only('collect', () => code.statement(`const ${before}=${emitter.import('countFailures')}();`));
  return before;
}

/** Marks the properties that one part refuses and another part declares. */
function markDeclared(site: Site, before: string): void {
  const { code, emitter, program, node, data } = site;
  code.only('collect', () => {
    const names = `${emitter.function('declared', program, node)}(${data},new Set())`;
    code.statement(`${emitter.import('declare')}(${placeOf(site)},${names},${before});`);
  });
}

/** The indexes of each keyword in `GROUPS`; `format` is in two. */
const PLACES: ReadonlyMap<string, readonly number[]> = placesOf(GROUPS);
const ALL: readonly { readonly keyword: Keyword; readonly group: Group }[] = GROUPS.flatMap((group) =>
  group.keywords.map((keyword) => ({ keyword, group })),
);

function placesOf(groups: readonly Group[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { name }] of groups.flatMap(({ keywords }) => keywords).entries())
    places.set(name, [...(places.get(name) ?? []), place]);
  return places;
}

/** The groups with keywords that a schema has, and only those keywords. */
function groupsOf(node: LinkedNode): readonly Group[] {
  const places = Object.keys(node).flatMap((name) => PLACES.get(name) ?? []);
  const groups: { type?: string; keywords: Keyword[] }[] = [];
  let last: Group | undefined;
  for (const place of places.sort((a, b) => a - b)) {
    const { keyword, group } = ALL[place] as (typeof ALL)[number];
    if (group !== last) groups.push({ ...group, keywords: [] });
    groups.at(-1)?.keywords.push(keyword);
    last = group;
  }
  return groups;
}

/** Whether several parts of a schema apply to one object, and one of them is closed. */
function hasClosedPart(program: LinkedProgram, node: LinkedNode): boolean {
  const count = (node.allOf?.length ?? 0) + (node.ref === undefined ? 0 : 1);
  const parts = [...conjunctsOf(node, program.definitions)];
  return (
    count > 0 &&
    (count > 1 || isOwnPart(node)) &&
    parts.some(({ additionalProperties }) => additionalProperties === false)
  );
}

const isOwnPart = ({ properties, patternProperties, additionalProperties }: LinkedNode): boolean =>
  (properties ?? patternProperties ?? additionalProperties) !== undefined;
