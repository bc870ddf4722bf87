const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const POINTER_FRAGMENT = /^#(?:\/(?:[\w.!$&'()*+,;:=@-]|%[\da-f]{2}|~[01])*)*$/i;
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?=\/|$))/;
const BASE64 = /^[\da-z+/]*={0,2}$/i;

/** RFC 4122 UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** RFC 6901 JSON pointer. */
export function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text);
}

/** JSON pointer as the fragment of a URI. */
export function isJsonPointerUriFragment(text: string): boolean {
  return POINTER_FRAGMENT.test(text);
}

/** JSON pointer that starts with how many levels to go up. */
export function isRelativeJsonPointer(text: string): boolean {
  const up = RELATIVE_POINTER.exec(text)?.[0];
  if (up === undefined) return false;
  return up.endsWith('#') ? up === text : isJsonPointer(text.slice(up.length));
}

/** ECMA-262 regular expression, with the `u` flag. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Base64 as in RFC 4648, padded. */
export function isByte(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}
