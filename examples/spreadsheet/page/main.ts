import { BTCPClient } from '@btcp/client';
import { registration } from '../generated/registration.ts';
import { offerEditing } from './offer-editing.ts';
import { offerGrants } from './offer-grants.ts';

const client = new BTCPClient();
offerEditing(document);
offerGrants(document, client);
await client.registerManifest(registration);

// An agent on the page finds its tools here.
Object.assign(globalThis, { btcp: client });
document.documentElement.dataset['tools'] = 'ready';
