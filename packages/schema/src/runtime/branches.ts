import type { RawError } from './raw-error.ts';

/** What the emitted code passes with the failure of a union: every branch's failures, `null` where the value fits. */
export type Branches = readonly (readonly RawError[] | null)[];

/** The length of all JSON pointers of failures. Text that was joined, as they are, is copied when it is read. */
export function charactersOf(errors: readonly RawError[]): number {
  let sum = 0;
  for (const error of errors) {
    sum += error.path.length;
    for (const branch of branchesOf(error) ?? []) sum += charactersOf(branch ?? []);
  }
  return sum;
}

/** The failures of a union's branches, `null` where the value fits; `undefined` for other failures. */
export function branchesOf(error: RawError): Branches | undefined {
  return isUnion(error) && Array.isArray(error.params) ? (error.params as Branches) : undefined;
}

/** Whether a failure is one of a union. */
export function isUnion({ keyword }: RawError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}
