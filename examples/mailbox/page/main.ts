import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { consentDialog } from '@btcp/client/consent-dialog';
import { registration as inbox } from '../generated/inbox/registration.ts';
import { registration as message } from '../generated/message/registration.ts';
import { showView } from './views.ts';

const REGISTRATIONS = { inbox, message };

// Reading needs no question; before anything else the user is asked.
const client = new BTCPClient({ grantLowRisk: true, onConsent: consentDialog() });
await bindWebMcp(client);

/** Shows what the address says, and offers the tools for that alone. */
async function showRoute(): Promise<void> {
  const view = showView(document.querySelector('main') ?? document.body, location);
  await client.clearManifests();
  await client.registerManifest(REGISTRATIONS[view]);
  document.documentElement.dataset['tools'] = view;
}

// One after another: going back and forth quickly must not leave both routes' tools registered.
let shown = showRoute();
const show = (): void => {
  shown = shown.then(showRoute);
};

// The back and forward buttons.
addEventListener('popstate', show);
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : undefined;
  if (!link) return;
  event.preventDefault();
  history.pushState(undefined, '', link.href);
  show();
});

// An agent on the page finds its tools here.
Object.assign(globalThis, { btcp: client });
await shown;
