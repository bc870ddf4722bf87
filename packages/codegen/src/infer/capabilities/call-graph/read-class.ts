import { ast, is } from '../../../source/types/typescript.ts';
import { declaredName, isStatic, unwrap } from '../../../source/types/syntax.ts';
import { platformMembers } from '../read/platform-member.ts';
import { isFrom, symbolOf } from '../read/symbol-of.ts';
import { type Reader, unverifiable } from './step.ts';
import { useMember } from './use-member.ts';

/**
 * Reads the code of a class that runs on declaration: base, decorators, computed names and static members.
 *
 * @param isMade - Whether the class is instantiated, which runs its fields and constructor, too.
 */
export function readClass(reader: Reader, unit: ast.ClassLikeDeclaration, isMade: boolean): void {
  for (const clause of unit.heritageClauses ?? [])
    if (clause.token === ast.SyntaxKind.ExtendsKeyword)
      for (const type of clause.types) {
        if (isMade) readBase(reader, type.expression);
        else reader.visit(type.expression, { mode: 'test' });
      }
  readDecorators(reader, unit);
  for (const member of unit.members) readMember(reader, member, isMade);
}

// What a decorator does with a class or member is not followed; one of a package is code of others.
function readDecorators(reader: Reader, unit: ast.ClassLikeDeclaration): void {
  const parts = [unit, ...unit.members] as readonly Decorated[];
  for (const { modifiers } of parts.flatMap((part) => [part, ...(part.parameters ?? [])]))
    for (const modifier of modifiers ?? []) {
      if (!is.isDecorator(modifier)) continue;
      const expression = unwrap(modifier.expression);
      const callee = is.isCallExpression(expression) ? unwrap(expression.expression) : expression;
      if (isFrom(symbolOf(reader.code, callee), 'dependency')) reader.visit(expression);
      else reader.push(unverifiable(modifier));
    }
}

interface Decorated {
  readonly modifiers?: readonly ast.Node[];
  readonly parameters?: readonly Decorated[];
}

function readMember(reader: Reader, member: ast.ClassElement, isMade: boolean): void {
  const name = 'name' in member ? (member.name as ast.Node | undefined) : undefined; // of a member
  if (name && is.isComputedPropertyName(name)) reader.visit(name.expression);
  if (is.isPropertyDeclaration(member) && member.initializer && (isMade || isStatic(member)))
    reader.readValue(member.initializer);
  if (is.isClassStaticBlockDeclaration(member)) reader.visit(member.body);
  // `instanceof` calls `static [Symbol.hasInstance]`.
  const isImplicit =
    is.isMethodDeclaration(member) && isStatic(member) && declaredName(member)?.startsWith('Symbol.');
  if (isImplicit || (isMade && is.isConstructorDeclaration(member) && member.body))
    reader.push({
      kind: 'enter',
      unit: member,
      reference: { node: member, mode: 'read' },
      runs: true,
    });
}

// Instantiating a subclass of a platform class constructs that class.
function readBase(reader: Reader, base: ast.Expression): void {
  const { code } = reader;
  const symbol = is.isIdentifier(base) ? code.names.symbolAt(base) : undefined;
  const target = symbol && code.names.target(symbol);
  const [member] = target ? platformMembers(code, target) : [];
  if (!member) {
    reader.visit(base, { mode: 'test' });
    return reader.push({ kind: 'call', value: base, args: [] });
  }
  const steps = useMember(member, { node: base, mode: 'read', args: [] });
  // What its constructor passes to `super` is not followed.
  for (const step of steps) reader.push(step.kind === 'special' ? unverifiable(base) : step);
}
