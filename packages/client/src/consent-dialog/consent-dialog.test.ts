import { expect, it } from 'vitest';
import { consentDialog } from './consent-dialog.ts';

// What it shows is tried in a browser.
it('shows nothing for a question that is no longer asked', () => {
  const request = { manifest: undefined, tool: undefined, capabilities: [], risk: 'low' } as const;
  expect(consentDialog()({ ...request, signal: AbortSignal.abort() })).toBe(false);
});
