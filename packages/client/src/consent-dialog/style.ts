/**
 * Applied by a constructed style sheet, which a page's policy for styles allows. Lengths follow the user's own font size,
 * not the page's. A host sets the three custom properties, which can neither hide nor enlarge anything.
 */
export const STYLE = `
:host { all: initial !important; display: block !important; color-scheme: var(--btcp-consent-scheme, light dark) !important; font: medium/1.4 system-ui, sans-serif !important; }
dialog { box-sizing: border-box; width: min(32em, calc(100vw - 2em)); padding: 1.5em; border: 1px solid; border-radius: min(var(--btcp-consent-radius, 0.75em), 2em);
  background: Canvas; color: CanvasText; font: inherit; overflow-wrap: anywhere; accent-color: var(--btcp-consent-accent, auto); }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
form { display: flex; flex-direction: column; max-height: calc(100vh - 8em); }
h2 { margin: 0 0 0.5em; font-size: 1.25em; }
p { margin: 0 0 0.5em; }
ul { flex: 1; overflow-y: auto; margin: 1em 0; padding: 0; list-style: none; }
label { display: flex; gap: 0.75em; padding: 0.5em 0; }
input { flex: none; width: 1.25em; height: 1.25em; margin: 0.1em 0 0; font: inherit; }
small { opacity: 0.8; }
.high, .critical { font-weight: bold; opacity: 1; }
div { display: flex; flex-wrap: wrap; justify-content: end; gap: 0.75em; }
button { min-height: 2.75em; padding: 0 1.25em; font: inherit; }
:focus-visible { outline: 3px solid var(--btcp-consent-accent, Highlight); outline-offset: 2px; }
`;
