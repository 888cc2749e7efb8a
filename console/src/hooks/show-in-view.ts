/** For the `ref` of what a search led to: it is scrolled to when it is drawn. */
export function showInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
