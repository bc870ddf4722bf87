/** Applies defaults, unless the value would no longer fit: then returns it unchanged. */
export function fillIfFits(
  check: (value: unknown) => boolean,
  fill: (value: unknown) => unknown,
): (value: unknown) => unknown {
  return (value) => {
    const filled = fill(value);
    return filled === value || check(filled) ? filled : value;
  };
}
