import { chromium, type Browser, type Page } from 'playwright-core';

/** A problem that a page reported. */
export interface PageProblem {
  /** A message of `console.error`, an uncaught error, a breach of the Content-Security-Policy, or a failed request. */
  readonly kind: 'console' | 'error' | 'policy' | 'request';
  readonly text: string;
}

/** A page that records its problems. */
export interface OpenPage {
  readonly page: Page;
  /** In the order in which they came; empty for a page that works. */
  readonly problems: readonly PageProblem[];
  /** Closes the page and its context. */
  readonly close: () => Promise<void>;
}

/** What every browser of the tests is started with. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  '--no-sandbox', // a container's root can't use the sandbox; the pages are our own
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Options of a browser's launch. */
interface LaunchOptions {
  /** Whether pages have `document.modelContext`, where the browser knows it. */
  readonly webMcp?: boolean;
  /** Further arguments. */
  readonly more?: readonly string[];
}

/** The arguments of a browser with these options. */
export const browserArguments = ({ webMcp = true, more = [] }: LaunchOptions = {}): string[] => [
  ...BROWSER_ARGUMENTS,
  ...more,
  `--${webMcp ? 'enable' : 'disable'}-features=WebMCP`,
];

/** Launches a headless browser; the caller closes it. */
export const launchBrowser = (executablePath: string, options?: LaunchOptions): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: browserArguments(options) });

/** Opens a page in a context of its own and waits until it has loaded. */
export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: PageProblem[] = [];
  await recordProblems(page, problems);
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

async function recordProblems(page: Page, problems: PageProblem[]): Promise<void> {
  const record = (kind: PageProblem['kind'], text: string): void => void problems.push({ kind, text });
  page.on('console', (message) => {
    if (message.type() === 'error') record('console', message.text());
  });
  page.on('pageerror', (error) => record('error', `${error.name}: ${error.message}`));
  page.on('requestfailed', (request) =>
    record('request', `${request.url()}: ${request.failure()?.errorText ?? ''}`),
  );
  await page.exposeBinding('reportPolicyBreach', (_source, text: string) => record('policy', text));
  await page.addInitScript(() => {
    // Runs in the page, where exposeBinding has installed this untyped function.
    const { reportPolicyBreach } = globalThis as unknown as { reportPolicyBreach: (text: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportPolicyBreach(`${effectiveDirective} blocked ${blockedURI}`),
    );
  });
}
