/** How the emitted code asserts a format. */
export interface FormatCheck {
  /** The function of the runtime that decides; absent when every value of the type fits. */
  readonly function?: string;
  /** Only values of this type are checked. */
  readonly type: 'string' | 'number';
}

const text = (name: string): FormatCheck => ({ function: name, type: 'string' });

/** Every format that is known: those of JSON Schema, and those that ajv-formats adds. */
export const FORMATS: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['date-time', text('isDateTime')],
  ['date', text('isDate')],
  ['time', text('isTime')],
  ['duration', text('isDuration')],
  ['iso-date-time', text('isIsoDateTime')],
  ['iso-time', text('isIsoTime')],
  ['email', text('isEmail')],
  ['idn-email', text('isIdnEmail')],
  ['hostname', text('isHostname')],
  ['idn-hostname', text('isIdnHostname')],
  ['ipv4', text('isIpv4')],
  ['ipv6', text('isIpv6')],
  ['uri', text('isUri')],
  ['uri-reference', text('isUriReference')],
  ['uri-template', text('isUriTemplate')],
  ['iri', text('isIri')],
  ['iri-reference', text('isIriReference')],
  ['url', text('isUrl')],
  ['uuid', text('isUuid')],
  ['json-pointer', text('isJsonPointer')],
  ['relative-json-pointer', text('isRelativeJsonPointer')],
  ['json-pointer-uri-fragment', text('isJsonPointerUriFragment')],
  ['regex', text('isRegex')],
  ['byte', text('isByte')],
  ['binary', { type: 'string' }],
  ['password', { type: 'string' }],
  ['int32', { function: 'isInt32', type: 'number' }],
  ['int64', { function: 'isInt64', type: 'number' }],
  ['float', { type: 'number' }],
  ['double', { type: 'number' }],
]);
