import { registration } from '../../../examples/quickstart/generated/registration.ts';

// A third-party program: registers the tools of the quickstart with the client of the page.

await btcp.registerManifest(registration);
document.documentElement.dataset['orders'] = 'ready';
