import { ts } from '../../source/ts.ts';
import { asTexts } from './combine-texts.ts';
import { originOf } from './declarations.ts';
import { type FieldWrite, fieldWritesTo } from './field-writes.ts';
import { UNKNOWN_TEXT, textOf } from './url-text.ts';
import { DATA, type Value, type ValueReader, textsAt } from './value.ts';
import type { Write } from './writes.ts';

/** The parts of an address that say where it leads. */
const PARTS = ['href', 'host', 'hostname', 'protocol', 'port'];

/** What code writes to properties and to parts of addresses, in the files that the run of a tool has entered. */
export class FieldValues {
  readonly #values: ValueReader;
  readonly #files: () => ReadonlySet<ts.SourceFile>;
  readonly #loose = new Map<string, Set<ts.Node>>();

  constructor(values: ValueReader, files: () => ReadonlySet<ts.SourceFile>) {
    this.#values = values;
    this.#files = files;
  }

  /** What is written to a member of a class or literal. */
  of(member: ts.Node): readonly Value[] {
    const declaration = member as ts.Declaration; // of a class or literal
    const name = ts.getNameOfDeclaration(declaration);
    if (!name || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return [];
    const start = ('initializer' in member && (member.initializer as ts.Node | undefined)) || name; // of a property
    const loose = [...(this.#loose.get(name.text) ?? [])].flatMap((value) => this.#values.of(value));
    const fields = this.#writesTo(name.text)
      .filter((write) => this.#isField(write.name, declaration))
      .flatMap((write) => this.ofWrite({ ...write, key: write.part }, start));
    return [...loose, ...fields];
  }

  /** Adds what is written to a property by its name alone: `Object.assign(this, options)`; false if it is known. */
  add(key: string, value: ts.Node): boolean {
    const known = this.#loose.get(key) ?? new Set();
    this.#loose.set(key, known);
    return !known.has(value) && known.add(value).has(value);
  }

  /** What functions write to parts of addresses that they are passed: any address may be the one. */
  ofParts(): readonly Value[] {
    return PARTS.flatMap((part) => this.#writesTo(part)).flatMap(({ name, value }) =>
      this.#isPassedUrl(name) ? this.#ofPart(name.text, value) : [],
    );
  }

  /** What a variable or property holds after a write, given what it holds at first. */
  ofWrite({ value, key }: Pick<Write, 'value' | 'key'>, start: ts.Node): readonly Value[] {
    if (key !== undefined) return this.#ofPart(key, value);
    const addition = value.parent;
    if (value.kind !== ts.SyntaxKind.PlusEqualsToken || !ts.isBinaryExpression(addition))
      return this.#values.of(value);
    return asTexts([textsAt(this.#values, start), textsAt(this.#values, addition.right), [UNKNOWN_TEXT]]);
  }

  // An address that is changed part by part can lead anywhere.
  #ofPart(key: string, value: ts.Node): readonly Value[] {
    if (key === 'href') return this.#values.of(value);
    if (key === 'host' || key === 'hostname')
      return asTexts([[textOf('https://')], textsAt(this.#values, value)]);
    return key === 'protocol' || key === 'port' ? [DATA] : [];
  }

  #writesTo(name: string): readonly FieldWrite[] {
    return [...this.#files()].flatMap((file) => fieldWritesTo(file, name));
  }

  // A property of an interface may be that of any object.
  #isField(name: FieldWrite['name'], member: ts.Declaration): boolean {
    const [written, ...others] = this.#values.checker.getSymbolAtLocation(name)?.declarations ?? [member];
    if (!written || written === member || others.includes(member)) return true;
    return ts.isPropertySignature(written) && originOf(written) === 'project';
  }

  #isPassedUrl(name: FieldWrite['name']): boolean {
    const access = name.parent;
    if (!ts.isPropertyAccessExpression(access) || !ts.isIdentifier(access.expression)) return false;
    const { checker } = this.#values;
    const declaration = checker.getSymbolAtLocation(access.expression)?.valueDeclaration;
    const isParameter = declaration !== undefined && ts.isParameter(declaration);
    return isParameter && checker.getTypeAtLocation(access.expression).getSymbol()?.name === 'URL';
  }
}
