import { type Context, createContext } from 'react';
import type { BTCPClient } from '../client.ts';

/** The client of the components below: `<ClientContext value={client}>`; before React 19, `<ClientContext.Provider value={client}>`. */
export const ClientContext: Context<BTCPClient | undefined> = createContext<BTCPClient | undefined>(
  undefined,
);
