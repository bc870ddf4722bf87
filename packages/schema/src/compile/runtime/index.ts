export { closestName } from './closest-name.ts';
export { codePoints } from './code-points.ts';
export { equal } from './equal.ts';
export { fillIfFits } from './fill-if-fits.ts';
export { isDate, isDateTime, isIsoDateTime, isIsoTime, isTime } from './formats/date-time.ts';
export { isDuration } from './formats/duration.ts';
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
export { isObject } from './is-object.ts';
export { longName } from './long-name.ts';
export { copyObject, put } from './put.ts';
export { escapePointerToken as pointerSegment } from './pointer-token.ts';
export { declare, gather, report } from './raw-error.ts';
export { descend, recall, remembering } from './repeated-checks.ts';
export { repeatedItems } from './repeated-items.ts';
export { once, toolValidators, validator } from './validator.ts';
