import { registration } from '../../../examples/quickstart/generated/registration.ts';

// A program of somebody else's: brings the tools of the quickstart to the client that the page already has.

await btcp.registerManifest(registration);
document.documentElement.dataset['orders'] = 'ready';
