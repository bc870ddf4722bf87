import { CAPABILITIES, withImplied } from '@btcp/core';
import { ast, is } from '../../../source/types/typescript.ts';
import {
  enclosingFunction,
  isAccess,
  isClass,
  isCode,
  isFunctionNode,
  isText,
  keyOf,
  returnsOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { compareText } from '../../../source/match-files.ts';
import type { Flow } from '../flow/place.ts';
import { loadedWith } from '../flow/read-members.ts';
import type { Moves } from '../flow/read-moves.ts';
import { isOfLibrary, isSignature, symbolOf } from '../read/symbols.ts';
import { iterationOf } from '../values/lists.ts';
import { effectsOf } from './effects.ts';
import type { Findings } from './findings.ts';
import { hasCode } from './known-calls.ts';
import { isPassedToLibrary } from './owner-nodes.ts';
import type { Reach } from './reach.ts';
import type { Units } from './unit-reader.ts';

type Node = ast.Node;

/** What is known of all modules. */
export interface Hidden {
  readonly moves: Moves;
  readonly flow: Flow;
  /** What a function does. */
  readonly findingsOf: (fn: Node) => Findings;
}

/** A value that is called, or given to what may call all that it holds. */
interface Open {
  readonly value: Node;
  readonly unit: Node;
  readonly isWhole: boolean;
}

/**
 * Flags calls that may run a function which does more than the tool says, where names and types do not tell which functions
 * they run. Modules keep such functions in lists, tables and objects of several types: what may be where is told by moves of
 * values alone.
 */
export function flagHidden(reach: Reach, units: Units, { flow, moves, findingsOf }: Hidden): void {
  const open = openCalls(reach);
  if (open.length === 0) return;
  flow.load(inOrder(reach.files).map((file) => moves.of(file)));
  const kept = new Kept(reach, units, moves);
  const said = new Set(saidBy(reach.findings));
  const isHidden = (fn: Node): boolean =>
    !reach.entered.call.has(fn) && kept.has(fn) && !saidBy(findingsOf(fn)).every((what) => said.has(what));
  for (const { value, unit, isWhole } of open) {
    const place = moves.placeAt(value);
    const functions = isWhole ? flow.functionsWithin(place) : flow.functionsAt(place);
    if ([...functions].some(isHidden)) reach.markUnverifiable(value, unit);
  }
}

// The tool's own module last, as others share the rest.
function inOrder(files: ReadonlySet<ast.SourceFile>): readonly ast.SourceFile[] {
  const [own, ...others] = files;
  const sorted = others.toSorted((a, b) => compareText(a.fileName, b.fileName));
  return own ? [...sorted, own] : sorted;
}

// A capability, or a flag with its place.
function saidBy(findings: Findings): readonly string[] {
  return findings
    .of((what) => what !== 'lacking')
    .flatMap(({ what, node }) => {
      const capability = what.replace('?', '');
      return Object.hasOwn(CAPABILITIES, capability)
        ? withImplied(capability)
        : [`${what} ${node.getSourceFile().fileName} ${node.pos}`];
    });
}

/** The functions that exist when a tool is called, without it: those that its modules make while they load. */
class Kept {
  readonly #reach: Reach;
  readonly #units: Units;
  readonly #moves: Moves;

  constructor(reach: Reach, units: Units, moves: Moves) {
    this.#reach = reach;
    this.#units = units;
    this.#moves = moves;
  }

  has(fn: Node): boolean {
    const { entered, files } = this.#reach;
    const isProperty = is.isPropertyAssignment(fn.parent) || is.isPropertyDeclaration(fn.parent);
    const holder = isProperty ? fn.parent.parent : fn.parent;
    const isMember = isClass(holder) || is.isObjectLiteralExpression(holder);
    if (!files.has(fn.getSourceFile()) || (isMember && !this.#reach.isMade(holder))) return false;
    const maker = enclosingFunction(fn);
    return maker ? entered.load.has(maker) || entered.call.has(maker) : this.#isUsed(loadedWith(fn));
  }

  // Not what is in `const other = new Client([retry])`, where nothing but itself knows of it, and nothing names `other`.
  #isUsed(variable: Node): boolean {
    const naming = new Set([variable]);
    // Iterating over a set includes elements added during the loop.
    for (const each of naming) {
      if (!is.isVariableDeclaration(each) || this.#reach.entered.call.has(each) || this.#gives(each))
        return true;
      for (const file of this.#reach.files)
        for (const one of this.#moves.of(file).named.get(each) ?? []) naming.add(one);
    }
    return false;
  }

  #gives(variable: Node): boolean {
    return effectsOf(this.#units, variable.getSourceFile()).some(
      ({ statement: { pos, end }, targets }) =>
        targets.length > 0 && pos >= variable.pos && end <= variable.end,
    );
  }
}

function openCalls(reach: Reach): readonly Open[] {
  const { called, computed, named } = reach;
  return [
    ...called.flatMap(({ step, unit, lane }): readonly Open[] => {
      const { value, args, exposedTo } = step;
      if (lane === 'load') return [];
      if (exposedTo) return isShown(reach, value) ? [] : [{ value, unit, isWhole: true }];
      return args && !isResolved(reach, value) ? [{ value, unit, isWhole: false }] : [];
    }),
    ...[...computed, ...named.call.uses].flatMap(({ step, unit, lane }): readonly Open[] => {
      const { declared, reference } = step;
      const { args, node } = reference;
      const isOpen = args && lane === 'call' && !(declared && hasCode(declared)) && !isResolved(reach, node);
      return isOpen ? [{ value: node, unit, isWhole: false }] : [];
    }),
  ];
}

/** Whether all that a value may be is written out. */
function isShown({ calls, code, origins }: Reach, value: Node): boolean {
  return origins.call.of(value).every((each) => {
    const origin = unwrap(each);
    if (is.isParameterDeclaration(origin)) return calls.executes.has(origin.parent);
    return (
      isCode(origin) || WRITTEN.has(origin.kind) || isText(origin) || isOfLibrary(symbolOf(code, origin))
    );
  });
}

const WRITTEN: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.ObjectLiteralExpression,
  ast.SyntaxKind.ArrayLiteralExpression,
  ast.SyntaxKind.TemplateExpression,
  ast.SyntaxKind.NumericLiteral,
]);

/** Whether names lead to the functions that a value may be. */
function isResolved(reach: Reach, value: Node): boolean {
  // Names need no question to TypeScript.
  if (isNamed(reach, value, new Set())) return true;
  const found = reach.origins.call.of(value);
  return found.length > 0 && found.every(isCode);
}

function isNamed(reach: Reach, node: Node, asked: Set<Node>): boolean {
  const value = unwrap(node);
  if (asked.has(value)) return true;
  asked.add(value);
  const { code } = reach;
  const areNamed = (...all: readonly Node[]): boolean => all.every((each) => isNamed(reach, each, asked));
  if (isCode(value) || isOfLibrary(symbolOf(code, value))) return true;
  if (isAccess(value)) return keyOf(value) !== undefined && !code.declaredAt(value).every(isSignature);
  if (is.isConditionalExpression(value)) return areNamed(value.whenTrue, value.whenFalse);
  if (is.isBinaryExpression(value)) return areNamed(value.left, value.right);
  if (is.isCallExpression(value)) return areNamed(value.expression) && areNamed(...resultsOf(reach, value));
  if (!is.isIdentifier(value)) return value.kind === ast.SyntaxKind.SuperKeyword;
  const declared = code.declaredAt(value);
  return declared.length > 0 && declared.every((each) => isNamedBy(reach, each, asked));
}

// What functions return; the call itself if they are not known.
function resultsOf({ origins }: Reach, { expression }: ast.CallExpression): readonly Node[] {
  return origins.call
    .of(expression)
    .flatMap((each): readonly Node[] => (isFunctionNode(each) ? returnsOf(each) : [each]));
}

function isNamedBy(reach: Reach, declared: Node, asked: Set<Node>): boolean {
  if (isCode(declared)) return true;
  if (is.isVariableDeclaration(declared))
    return declared.initializer !== undefined && isNamed(reach, declared.initializer, asked);
  return is.isParameterDeclaration(declared) && isNamedParameter(reach, declared, asked);
}

function isNamedParameter(reach: Reach, declared: ast.ParameterDeclaration, asked: Set<Node>): boolean {
  const fn = declared.parent;
  if (!isFunctionNode(fn) || declared.dotDotDotToken) return false;
  if (reach.calls.executes.has(fn)) return true;
  const index = fn.parameters.indexOf(declared);
  const sites = reach.calls.sitesOf(is.isConstructorDeclaration(fn) ? fn.parent : fn, 'call');
  return (
    sites.length > 0 &&
    sites.every(({ args, node }) => {
      const given = args?.[index];
      // `new Promise((resolve) => …)`
      if (!args) return isPassedToLibrary(reach.code, node) && !iterationOf(reach.code, fn);
      return !args.some(is.isSpreadElement) && (!given || isNamed(reach, given, asked));
    })
  );
}
