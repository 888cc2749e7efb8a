/** Enough for two languages in which one is singular and several are plural. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
