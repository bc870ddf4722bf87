import { BTCPTestClient } from '@btcp/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { registration as spreadsheetManifest } from '../generated/registration.ts';
import './page-on-global.ts';

describe('Spreadsheet Tools', () => {
  let client;

  beforeEach(async () => {
    client = new BTCPTestClient();
    await client.registerManifest(spreadsheetManifest);
    await client.grantCapabilities(['dom:read', 'dom:write']);
  });

  it('formats cells correctly', async () => {
    const result = await client.callTool('formatCells', {
      range: 'A1:A10',
      format: 'currency',
    });

    expect(result.cellsAffected).toBe(10);
  });
});
