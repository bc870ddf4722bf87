import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { registration as inbox } from '../generated/inbox/registration.ts';
import { registration as message } from '../generated/message/registration.ts';
import { showView } from './views.ts';

const REGISTRATIONS = { inbox, message };

const client = new BTCPClient();
await client.grantCapabilities(['dom:observe', 'dom:write']);
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
