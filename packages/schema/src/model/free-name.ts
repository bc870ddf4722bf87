/** A name that is not taken: the wanted one, else with the first number from 2 on. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, separator: string): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count++) name = `${wanted}${separator}${count}`;
  return name;
}
