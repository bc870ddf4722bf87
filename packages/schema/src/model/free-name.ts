/** The wanted name, or the first of `name2`, `name3`, … that is free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, separator: string = ''): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count++) name = `${wanted}${separator}${count}`;
  return name;
}
