/** RFC 3339 `date-time`: a date, `T`, a time with its zone. */
export function isDateTime(text: string): boolean {
  return isT(text.charCodeAt(10)) && dateAtStart(text) && timeFrom(text, 11, true);
}

/** `date-time` whose zone may be left out, and whose `T` may be a space. */
export function isIsoDateTime(text: string): boolean {
  const separator = text.charCodeAt(10);
  return (isT(separator) || separator === SPACE) && dateAtStart(text) && timeFrom(text, 11, false);
}

/** RFC 3339 `full-date`. */
export function isDate(text: string): boolean {
  return text.length === 10 && dateAtStart(text);
}

/** RFC 3339 `full-time`: a time with its zone. */
export function isTime(text: string): boolean {
  return timeFrom(text, 0, true);
}

/** `time` whose zone may be left out. */
export function isIsoTime(text: string): boolean {
  return timeFrom(text, 0, false);
}

const SPACE = 32;
const DASH = 45;
const DOT = 46;
const COLON = 58;
const PLUS = 43;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isT = (code: number): boolean => code === 84 || code === 116;

// Two digits as a number, -1 when they are not digits. Past the end charCodeAt gives NaN, which is no digit.
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function dateAtStart(text: string): boolean {
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century < 0 || year < 0 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  return (
    day >= 1 &&
    (day <= (DAYS[month - 1] ?? 0) || (month === 2 && day === 29 && isLeapYear(century * 100 + year)))
  );
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function timeFrom(text: string, start: number, zoneRequired: boolean): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  if (text.charCodeAt(start + 2) !== COLON || text.charCodeAt(start + 5) !== COLON) return false;
  const zoneAt = afterFraction(text, start + 8);
  const offset = zoneAt < 0 ? NaN : zoneOffset(text, zoneAt, zoneRequired);
  // A leap second ends a day in UTC, wherever the clock stands.
  return second < 60 ? offset === offset : (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

// Where a fraction of a second ends; -1 when it has no digits.
function afterFraction(text: string, at: number): number {
  if (text.charCodeAt(at) !== DOT) return at;
  let end = at + 1;
  for (let digit = text.charCodeAt(end) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(end) - 48)
    end++;
  return end === at + 1 ? -1 : end;
}

// Minutes ahead of UTC; NaN when the rest of the text is not a zone.
function zoneOffset(text: string, at: number, required: boolean): number {
  const sign = text.charCodeAt(at);
  if (sign === 90 || sign === 122) return text.length === at + 1 ? 0 : NaN;
  if (at === text.length) return required ? NaN : 0;
  if ((sign !== PLUS && sign !== DASH) || text.charCodeAt(at + 3) !== COLON || text.length !== at + 6)
    return NaN;
  const hour = twoDigits(text, at + 1);
  const minute = twoDigits(text, at + 4);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return NaN;
  return (hour * 60 + minute) * (sign === PLUS ? 1 : -1);
}

// A unit may follow only the next larger one: P1Y2M3D and P2M, but not P1Y3D.
const DURATION_DATE = '(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)';
const DURATION_TIME = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)';

/** ISO 8601 duration, as in RFC 3339 appendix A. */
export function isDuration(text: string): boolean {
  return (duration ??= new RegExp(
    `^P(?:\\d+W|${DURATION_DATE}(?:${DURATION_TIME})?|${DURATION_TIME})$`,
  )).test(text);
}

// Made at the first use, so that importing the runtime costs nothing.
let duration: RegExp | undefined;
