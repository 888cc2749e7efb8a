/** `one`, `one and two`, `one, two and three`. */
export function inWords(items: readonly string[]): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(' and ');
}
