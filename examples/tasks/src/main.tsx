import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { ClientContext } from '@btcp/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const client = new BTCPClient();
await bindWebMcp(client);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <StrictMode>
    <ClientContext value={client}>
      <App />
    </ClientContext>
  </StrictMode>,
);

// An agent on the page finds its tools here.
Object.assign(globalThis, { btcp: client });
