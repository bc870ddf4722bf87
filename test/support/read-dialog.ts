import type { Frame, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** The dialog's elements, as a screen reader gets them. */
async function readNodes(page: Page | Frame) {
  const context = 'context' in page ? page.context() : page.page().context();
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const inDialog = new Set<string>();
  const found = nodes.flatMap((node) => {
    const role = String(node.role?.value);
    if (role === 'dialog' || inDialog.has(node.parentId ?? '')) inDialog.add(node.nodeId);
    if (!inDialog.has(node.nodeId) || node.ignored) return [];
    if (!/^(dialog|checkbox|button|textbox|spinbutton|combobox|group|StaticText)$/.test(role)) return [];
    const state = (node.properties ?? [])
      .filter(
        ({ name: key, value }) => key === 'checked' || (/^(focused|disabled)$/.test(key) && value.value),
      )
      .map((property) => `${property.name}:${String(property.value.value)}`);
    const line = [role, node.name?.value, ...state].filter(Boolean).join(' ');
    return [{ line, backendNodeId: node.backendDOMNodeId ?? 0 }];
  });
  return { session, found };
}

/** Roles, names and states of the dialog's elements. */
export async function readDialog(page: Page | Frame): Promise<readonly string[]> {
  const { session, found } = await readNodes(page);
  await session.detach();
  return found.map(({ line }) => line);
}

/** Waits until an element of the dialog has this role, name and state. */
export async function waitForLine(page: Page | Frame, line: string): Promise<void> {
  await vi.waitFor(async () => expect(await readDialog(page)).toContain(line), {
    timeout: 60_000,
    // Each look walks the browser's whole accessibility tree.
    interval: 200,
  });
}

/** Where the middle of the element is. */
export async function findMiddle(page: Page | Frame, name: RegExp): Promise<readonly [x: number, y: number]> {
  const { session, found } = await readNodes(page);
  const node = found.find(({ line }) => name.test(line));
  if (!node) throw new Error('There is no such element.');
  const { model } = await session.send('DOM.getBoxModel', { backendNodeId: node.backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  return [(left + right) / 2, (top + bottom) / 2];
}

/** What a function returns of each such element, which is its `this`. */
async function askOf(
  page: Page,
  name: RegExp,
  functionDeclaration: string,
  ...values: readonly string[]
): Promise<readonly unknown[]> {
  const { session, found } = await readNodes(page);
  const answers: unknown[] = [];
  for (const { backendNodeId } of found.filter(({ line }) => name.test(line))) {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      ...(object.objectId !== undefined && { objectId: object.objectId }),
      functionDeclaration,
      arguments: values.map((value) => ({ value })),
    });
    answers.push(result.value);
  }
  return answers;
}

/** Values of a property's computed style, of all such elements. */
export const readStyle = (page: Page, name: RegExp, property: string): Promise<readonly unknown[]> =>
  askOf(
    page,
    name,
    'function (property) { return getComputedStyle(this).getPropertyValue(property) }',
    property,
  );

/** Of each such element that has the focus, whether the part of the dialog that scrolls clips none of its outline. */
export const isOutlineWhole = (page: Page, name: RegExp): Promise<readonly unknown[]> =>
  askOf(
    page,
    name,
    `function () {
      const { outlineWidth, outlineOffset } = getComputedStyle(this);
      const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const [own, around] = [this, this.closest('section')].map((each) => each.getBoundingClientRect());
      return reach > 0 && own.left - reach >= around.left && own.right + reach <= around.right &&
        own.top - reach >= around.top && own.bottom + reach <= around.bottom;
    }`,
  );

/** Whether "Allow" is marked as not working, also where the dialog is inert and no screen reader gets it. */
export async function isAllowDisabled(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  await session.detach();
  return JSON.stringify(root).includes('"aria-disabled","true"');
}
