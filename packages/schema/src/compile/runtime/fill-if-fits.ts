/** Fills in defaults, unless the value would no longer fit: then it stays as it was given. */
export function fillIfFits(
  check: (value: unknown) => boolean,
  fill: (value: unknown) => unknown,
): (value: unknown) => unknown {
  return (value) => {
    const filled = fill(value);
    return filled === value || check(filled) ? filled : value;
  };
}
