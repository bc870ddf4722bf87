export { closestName } from './closest-name.ts';
export { codePoints } from './code-points.ts';
export { isDate, isDateTime, isDuration, isIsoDateTime, isIsoTime, isTime } from './formats/date-time.ts';
export { isEmail, isIdnEmail } from './formats/email.ts';
export { isCidrv4, isCidrv6, isHostname, isIdnHostname, isIpv4, isIpv6 } from './formats/host.ts';
export {
  isByte,
  isJsonPointer,
  isJsonPointerUriFragment,
  isRegex,
  isRelativeJsonPointer,
  isUuid,
} from './formats/identifiers.ts';
export { isIri, isIriReference, isUri, isUriReference, isUriTemplate, isUrl } from './formats/uri.ts';
export { isMultiple } from './is-multiple.ts';
export { equal, isObject } from './json-value.ts';
export { copyObject, put } from './put.ts';
export { escapePointerToken as pointerSegment } from './pointer-tokens.ts';
export { countFailures, declare, gather, report } from './raw-error.ts';
export { descend, recall, recallAny, remembering } from './repeated-checks.ts';
export { repeatedItems } from './repeated-items.ts';
export { fillIfFits, once, toolValidators, validator, withMedia } from './validator.ts';
