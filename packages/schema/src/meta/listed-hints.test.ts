import { describe, expect, it } from 'vitest';
import { listedHints } from './fields.ts';

const PROMISES = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** What no code proves. */
const STATED = { destructiveHint: false, idempotentHint: true };
const WARNINGS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

describe('listedHints', () => {
  it.each([
    ['that no build verified', { capabilities: [] }, STATED],
    [
      'that writes to a storage of the page',
      { capabilities: ['storage:local:write'], capabilitiesVerified: true },
      { ...STATED, openWorldHint: false },
    ],
    [
      'that changes a page, whose links lead anywhere',
      { capabilities: ['dom:write'], capabilitiesVerified: true },
      STATED,
    ],
    [
      'that reads what only the provider knows',
      { capabilities: ['mail:read'], capabilitiesVerified: true },
      { ...STATED, readOnlyHint: true },
    ],
    [
      'that reads, and uses the network',
      { capabilities: ['network:fetch:same-origin', 'dom:read'], capabilitiesVerified: true },
      STATED,
    ],
    ['that only reads', { capabilities: ['dom:read'], capabilitiesVerified: true }, PROMISES],
  ])(
    'keeps the promises of an author that follow from a tool %s, or cannot be proved',
    (_what, tool, promises) => {
      expect(listedHints({ ...tool, mcp: { annotations: PROMISES } })).toEqual(promises);
      expect(listedHints({ ...tool, mcp: { annotations: WARNINGS } })).toEqual(WARNINGS);
    },
  );

  it('keeps what is no promise, and leaves out what is no hint', () => {
    const annotations = { title: 'Sum', category: ['math'], readOnlyHint: 'true' };
    expect(listedHints({ capabilities: [], mcp: { annotations } })).toEqual({
      title: 'Sum',
      category: ['math'],
    });
  });

  it('derives hints where the author says nothing, and none where the author wants none', () => {
    const tool = { capabilities: ['dom:read'], capabilitiesVerified: true };
    expect(listedHints(tool)).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(listedHints({ ...tool, mcp: { title: 'Sum' } })).toEqual({
      readOnlyHint: true,
      openWorldHint: false,
    });
    expect(listedHints({ ...tool, mcp: { annotations: null } })).toEqual({});
  });
});
