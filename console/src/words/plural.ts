/** French and English agree that one is singular; nought is plural in one of them only. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
