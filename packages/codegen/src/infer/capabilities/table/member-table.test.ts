import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { memberText, type PlatformMember, useOfMember } from './member-table.ts';

// The library of the TypeScript that is installed.
const { resolve } = createRequire(import.meta.url);
const installed = readFileSync(resolve('typescript/lib/lib.dom.d.ts'), 'utf8');

/** The member that a declaration of the library declares. */
function platformMemberOf(declaration: ts.Node): PlatformMember | undefined {
  const { parent } = declaration;
  const isMethod = ts.isMethodSignature(declaration) || ts.isFunctionDeclaration(declaration);
  if (ts.isInterfaceDeclaration(parent))
    return { owner: parent.name.text, name: memberName(declaration), isStatic: false, isMethod };
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent))
    return { owner: parent.parent.name.getText(), name: memberName(declaration), isStatic: true, isMethod };
  if (ts.isConstructorTypeNode(declaration) && ts.isVariableDeclaration(parent))
    return { owner: parent.name.getText(), name: 'new', isStatic: true, isMethod: false };
  if (!ts.isVariableDeclaration(declaration) && !ts.isFunctionDeclaration(declaration)) return undefined;
  const block = ts.isVariableDeclaration(declaration) ? parent.parent.parent : parent;
  const name = declaration.name?.getText() ?? '';
  return ts.isModuleBlock(block)
    ? { owner: block.parent.name.getText(), name, isStatic: true, isMethod }
    : { owner: 'Window', name, isStatic: false, isMethod };
}

function memberName(declaration: ts.Node): string {
  if (ts.isIndexSignatureDeclaration(declaration)) return '[index]';
  if (ts.isConstructSignatureDeclaration(declaration)) return 'new';
  const name = ts.isTypeElement(declaration) ? declaration.name : undefined;
  return name && ts.isStringLiteral(name) ? name.text : (name?.getText() ?? '');
}

/** Whether a global is an interface object such as `Notification`, which is there to be constructed. */
function isInterfaceObject({ type }: ts.VariableDeclaration): boolean {
  if (!type || ts.isConstructorTypeNode(type)) return type !== undefined;
  return (
    ts.isTypeLiteralNode(type) &&
    type.members.some(
      (member) => ts.isConstructSignatureDeclaration(member) || member.name?.getText() === 'prototype',
    )
  );
}

/** Every member that a library declares, those of interface objects included. */
function membersOf(text: string): readonly PlatformMember[] {
  const members: (PlatformMember | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node)) members.push(...node.members.map(platformMemberOf));
    else if (
      ts.isModuleDeclaration(node) ||
      ts.isModuleBlock(node) ||
      ts.isVariableStatement(node) ||
      ts.isVariableDeclarationList(node)
    )
      ts.forEachChild(node, visit);
    else if (ts.isVariableDeclaration(node)) members.push(...membersOfVariable(node));
    else if (ts.isFunctionDeclaration(node)) members.push(platformMemberOf(node));
  };
  ts.forEachChild(ts.createSourceFile('lib.dom.d.ts', text, ts.ScriptTarget.Latest, true), visit);
  return members.filter((member) => member !== undefined);
}

function membersOfVariable(node: ts.VariableDeclaration): readonly (PlatformMember | undefined)[] {
  if (!isInterfaceObject(node) || !node.type) return [platformMemberOf(node)];
  if (ts.isConstructorTypeNode(node.type)) return [platformMemberOf(node.type)];
  return ts.isTypeLiteralNode(node.type)
    ? node.type.members.filter((member) => !ts.isCallSignatureDeclaration(member)).map(platformMemberOf)
    : [];
}

describe('the member table', () => {
  const members = membersOf(installed).filter(({ name }) => name !== '');

  test('decides every member of the installed library', () => {
    expect(members.length).toBeGreaterThan(12_000);
    expect(members.filter((member) => !useOfMember(member)).map(memberText)).toEqual([]);
  });

  test('decides every global function or interface of its own, so that a new one is seen', () => {
    const made = [
      { owner: 'Window', name: 'teleport', isStatic: false, isMethod: true },
      { owner: 'Navigator', name: 'teleport', isStatic: false, isMethod: true },
      { owner: 'Element', name: 'becomeLive', isStatic: false, isMethod: true },
      { owner: 'Storage', name: 'sync', isStatic: false, isMethod: true },
      { owner: 'Teleporter', name: 'go', isStatic: false, isMethod: true },
      { owner: 'Teleporter', name: 'new', isStatic: true, isMethod: false },
    ];
    expect(made.filter(useOfMember)).toEqual([]);
  });

  test.each([
    ['Document', 'title', { read: ['dom:read'], write: ['dom:write'] }],
    ['Range', 'extractContents', { read: ['dom:write'], write: ['dom:write'] }],
    ['Selection', 'addRange', { read: ['dom:write'], write: ['dom:write'] }],
    ['CSSStyleSheet', 'addRule', { read: ['dom:write'], write: ['dom:write'], special: 'css' }],
    ['TextTrack', 'addCue', { read: ['dom:write'], write: ['dom:write'] }],
    ['HTMLMediaElement', 'addTextTrack', { read: ['dom:write'], write: ['dom:write'] }],
    ['NavigatorContentUtils', 'registerProtocolHandler', { read: ['!device-or-privileged'] }],
    ['Performance', 'getEntries', { read: ['dom:read'] }],
    ['Performance', 'now', { read: [], write: [] }],
    ['Crypto', 'randomUUID', { read: [], write: [] }],
  ])('%s.%s', (owner, name, use) => {
    const isMethod = name !== 'title';
    expect(useOfMember({ owner, name, isStatic: false, isMethod })).toEqual(use);
  });

  // Groups and patterns would take a new method along unseen: a change of this list is there to be reviewed.
  test('lets nothing be called with reading the page at most, but what was reviewed', async () => {
    const callable = members.filter(({ isMethod, name }) => isMethod || name === 'new');
    const harmless = callable.filter((member) => {
      const { read = ['dom:write'], special } = useOfMember(member) ?? {};
      return special === undefined && read.every((power) => power === 'dom:read');
    });
    await expect([...new Set(harmless.map(memberText))].sort().join('\n')).toMatchFileSnapshot(
      '../../../../test/fixtures/capabilities/harmless-members.txt',
    );
  });
});
