import { BTCPClient } from '@btcp/client';
import { BTCPError } from '@btcp/core';
import { registration } from '../../../examples/quickstart/generated/registration.ts';

// Registers a build, then a handmade copy of it, and an invalid one.

const loaded = (): boolean =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('check-registration'));

const client = new BTCPClient();
const said: unknown[] = [(await client.registerManifest(registration)).manifest.name, loaded()];

const manifest = { ...registration.manifest, name: 'by-hand' };
const byHand = await new BTCPClient().registerManifest({ ...registration, manifest });
said.push(byHand.manifest.name, loaded());

const broken = { ...registration, manifest: { ...manifest, btcp: '1' } };
const failed = await client.registerManifest(broken).catch(BTCPError.from);
said.push(failed instanceof BTCPError && failed.message);
document.title = JSON.stringify(said);
