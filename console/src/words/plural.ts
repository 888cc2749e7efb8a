export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** In French zero is singular too. */
export function frenchPlural(count: number, one: string, many: string): string {
  return `${count} ${count < 2 ? one : many}`;
}
