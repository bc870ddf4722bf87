/** A tool of a page: it shows an agent what the user sees, and needs only `dom:read`, which is of low risk. */
export const READ_PAGE = `import { defineTool } from '@btcp/core';
import { Type } from '@sinclair/typebox';

/** Lists the headings, buttons and links that the page shows, with their texts. */
export const readPage = defineTool({
  inputSchema: Type.Object(
    {
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many of each at most.' }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read'],
  execute({ limit }, { dom }) {
    const texts = (selector: string) =>
      Array.from(dom.querySelectorAll(selector), ({ textContent }) => textContent?.trim() ?? '').slice(0, limit);
    return {
      /** The document's title. */
      title: dom.title,
      /** Texts of the headings, in the order of the page. */
      headings: texts('h1, h2, h3'),
      /** Labels of the buttons. */
      buttons: texts('button'),
      /** Texts of the links. */
      links: texts('a[href]'),
    };
  },
});
`;

/**
 * The test has a page of its own; some plugins, such as that of Solid, let Vitest ask for a package that makes one.
 *
 * @param specifier - Of the tool's module.
 */
export const readPageTest = (specifier: string): string => `// @vitest-environment node
import { BTCPTestClient } from '@btcp/testing';
import { expect, it } from 'vitest';
import { readPage } from '${specifier}';

it('lists what the page shows', async () => {
  const client = new BTCPTestClient({ html: '<h1>Orders</h1><button>Pay</button><a href="/">Home</a>' });
  await client.registerTools({ readPage });
  await client.grantCapabilities(['dom:read']);
  expect(await client.callTool('readPage', {})).toMatchObject({
    headings: ['Orders'],
    buttons: ['Pay'],
    links: ['Home'],
  });
});
`;

/** @param registration - Specifier of what the build writes. */
export const glueOf = (registration: string): string => `import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { consentDialog } from '@btcp/client/consent-dialog';
import { registration } from '${registration}';

/** Runs the tools of this page. Capabilities of low risk are granted; before others, the user is asked. */
export const client = new BTCPClient({ grantLowRisk: true, onConsent: consentDialog() });

/** Resolves when the browser's agent (WebMCP) and the code of this page can call the tools. */
export const ready = client.use(registration).ready.then(() => bindWebMcp(client));

ready.catch((error) => console.error('The tools of this page are not registered.', error));
`;

/**
 * The same for Next, whose development server runs the module again for each build: the client stays, with what is bound to it.
 *
 * @param registration - Specifier of what the build writes.
 */
export const nextGlueOf = (
  registration: string,
): string => `import { bindWebMcp } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { consentDialog } from '@btcp/client/consent-dialog';
import { registration } from '${registration}';

interface Kept {
  client?: BTCPClient;
}
interface Hot {
  readonly data?: Kept;
  readonly accept: () => void;
  readonly dispose: (keep: (data: Kept) => void) => void;
}

// \`next dev\` runs this module again for each build of the tools, which takes the place of the one before in the same client.
const hot =
  (import.meta as { turbopackHot?: Hot }).turbopackHot ?? (import.meta as { webpackHot?: Hot }).webpackHot;
const kept = hot?.data?.client;
hot?.accept();
hot?.dispose((data) => void (data.client = client));

/** Runs the tools of this page. Capabilities of low risk are granted; before others, the user is asked. */
export const client = kept ?? new BTCPClient({ grantLowRisk: true, onConsent: consentDialog() });

/** Resolves when the browser's agent (WebMCP) and the code of this page can call the tools. */
export const ready = client.use(registration).ready.then(async () => {
  if (!kept) await bindWebMcp(client);
});

ready.catch((error) => console.error('The tools of this page are not registered.', error));
`;

/** A component for Next, which renders on the server too, where there is no page; it imports the module above. */
export const nextComponentOf = (glue: string): string => `'use client';

import { useEffect } from 'react';

/** Registers the tools of the page when it is in the browser. */
export function BtcpTools() {
  useEffect(() => void import('${glue}'), []);
  return null;
}
`;
