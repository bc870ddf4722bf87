/** Applied by a constructed style sheet, which a page's policy for styles allows. Hosts style the parts. */
export const STYLE = `
:host { all: initial !important; display: block !important; color-scheme: light dark !important; font: 1rem/1.4 system-ui, sans-serif !important; }
dialog { box-sizing: border-box; width: min(32rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid; border-radius: 0.75rem;
  background: Canvas; color: CanvasText; font: inherit; overflow-wrap: anywhere; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
form { display: flex; flex-direction: column; max-height: calc(100vh - 8rem); }
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; }
p { margin: 0 0 0.5rem; }
ul { flex: 1; overflow-y: auto; margin: 1rem 0; padding: 0; list-style: none; }
label { display: flex; gap: 0.75rem; padding: 0.5rem 0; }
input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.1rem 0 0; }
small { opacity: 0.8; }
small[part~='high'], small[part~='critical'] { font-weight: bold; opacity: 1; }
[part='buttons'] { display: flex; flex-wrap: wrap; justify-content: end; gap: 0.75rem; }
button { min-height: 2.75rem; padding: 0 1.25rem; font: inherit; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`;
