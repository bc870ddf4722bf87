/**
 * Applied by a constructed style sheet, which a page's policy for styles allows. Lengths follow the user's own font size,
 * not the page's. A host sets the three custom properties, which can neither hide nor enlarge anything: of the accent,
 * not its transparency. What scrolls has room for the outline of a field with the focus, which it would clip. Text cannot be
 * selected, also by a script: it would inherit the page's `::selection`.
 */
export const STYLE = `
:host { all: initial !important; display: block !important; color-scheme: var(--btcp-consent-scheme, light dark) !important; font: medium/1.4 system-ui, sans-serif !important; }
dialog { box-sizing: border-box; width: min(32em, calc(100vw - 2em)); padding: 1.5em; border: 1px solid; border-radius: min(var(--btcp-consent-radius, 0.75em), 2em);
  background: Canvas; color: CanvasText; font: inherit; overflow-wrap: anywhere; accent-color: rgb(from var(--btcp-consent-accent) r g b / 1); }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
.question { display: flex; flex-direction: column; max-height: calc(100vh - 8em); -webkit-user-select: none; user-select: none; }
h2 { margin: 0; font-size: 1.25em; }
p { margin: 0 0 0.5em; }
section { flex: 1; overflow-y: auto; margin: 0.25em -5px 0.75em; padding: 5px; scroll-padding: 5px; }
ul { margin: 0; padding: 0; list-style: none; }
label { display: flex; gap: 0.75em; padding: 0.5em 0; }
input { -webkit-user-select: text; user-select: text; flex: none; width: 1.25em; height: 1.25em; margin: 0.1em 0 0 0.25em; font: inherit; }
input:not([type=checkbox]), select { flex: 1; width: 60%; min-width: 10em; height: auto; padding: 0.4em; box-sizing: border-box; }
.field { flex-wrap: wrap; align-items: center; }
.field > span { flex: 1 0 8em; }
fieldset { margin: 0; padding: 0 0.5em; border: 1px solid GrayText; }
code { font-family: ui-monospace, monospace; white-space: pre-wrap; }
small { opacity: 0.8; }
.high, .critical { font-weight: bold; opacity: 1; }
.answers { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 0.75em; }
[role=status] { flex: 1 1 10em; margin: 0; font-size: 0.8em; }
[role=status]:empty { display: none; }
button { min-height: 2.75em; padding: 0 1.25em; font: inherit; }
[aria-disabled=true] { color: GrayText; }
:focus-visible { outline: 3px solid CanvasText; outline-offset: 2px; }
@media (max-width: 30em) { [role=status] { flex-basis: 100%; } }
@media (max-height: 30em) {
  dialog { padding: 0.75em; max-height: 100vh; }
  .question { max-height: calc(100vh - 1.75em); }
  h2 { font-size: 1em; }
  p { margin: 0; }
  section { margin: 0 -5px; }
  label { padding: 0.25em 0; }
  .answers { gap: 0.25em 0.75em; }
  button { min-height: 2em; margin: 0.25em 0; }
}
`;
