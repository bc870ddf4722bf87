/** Integer of 32 bits, with its sign. */
export function isInt32(value: number): boolean {
  return (value | 0) === value;
}

/** Integer of 64 bits, with its sign, as far as a JavaScript number can tell. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}
