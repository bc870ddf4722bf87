import { openSheetPage } from './sheet-page.ts';

// Tools that are given no document act on the page they run in: here, a mock of it.
Object.assign(globalThis, { document: openSheetPage() });
