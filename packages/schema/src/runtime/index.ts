export { closestName } from './closest-name.ts';
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
export { equal, isObject, isMultiple, codePoints, copyObject, put } from './values.ts';
export { escapePointerToken as pointerSegment } from './pointer-tokens.ts';
export { countFailures, declare, gather, report } from './raw-error.ts';
export { repeatedItems, descend, recall, recallAny, remembering } from './repeated.ts';
export { fillIfFits, once, toolValidators, validator, withMedia } from './validator.ts';
