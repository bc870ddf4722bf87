import { findOrInstallBrowser, skipsBrowser } from './find-browser.ts';

// A program: prints the browser that the tests will use, after installing one where that is possible.
const answer = skipsBrowser() ? 'none: BTCP_BROWSER=skip' : await findOrInstallBrowser();
process.stdout.write(`browser: ${answer}\n`);
