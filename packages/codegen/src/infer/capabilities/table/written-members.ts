/** The properties of page objects that code sets, whatever type hides the object; of `lib.dom.d.ts`, without rare ones. */
export const WRITTEN_MEMBERS: RegExp = new RegExp(
  `^(?:on\\w+|${[
    'accessKey|action|align|allow|alt|autofocus|autoplay|background|body|charset|checked|className|colSpan|content',
    'contentEditable|controls|cookie|crossOrigin|currentTime|data|dataset|dateTime|default|defaultChecked|defaultValue',
    'designMode|dir|disabled|domain|download|draggable|encoding|enctype|event|fgColor|formAction|formTarget|hash|headers',
    'height|hidden|host|hostname|href|hreflang|htmlFor|httpEquiv|id|inert|innerHTML|innerText|integrity|label|lang',
    'length|location|loop|max|maxLength|media|method|min|minLength|multiple|muted|name|nodeValue|nonce|noValidate|opener',
    'open|outerHTML|outerText|pathname|pattern|ping|placeholder|playbackRate|popover|port|poster|preload|protocol|readOnly',
    'referrerPolicy|rel|required|returnValue|rowSpan|scope|scrollLeft|scrollTop|search|selected|selectedIndex',
    'selectionEnd|selectionStart|shape|size|sizes|slot|span|spellcheck|src|srcdoc|srcObject|srcset|start|status|step',
    'style|tabIndex|target|text|textContent|title|translate|type|useMap|value|valueAsDate|valueAsNumber|volume|width|wrap',
    'backgroundImage|color|cssText|display|visibility|baseVal',
  ].join('|')})$`,
);
