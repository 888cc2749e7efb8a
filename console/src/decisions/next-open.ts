import { useState } from 'react';

interface Identified {
  readonly id: string;
}

/** What opens after a decision: the row below, or else the one above. */
export function nextAfter(
  items: readonly Identified[],
  id: string | undefined,
): string | undefined {
  const index = items.findIndex((item) => item.id === id);
  return (items[index + 1] ?? items[index - 1])?.id;
}

const WIDE = '(width >= 1000px)';

/**
 * What is open beside a queue. Where there is room the first row opens by itself, and stays open
 * whatever happens to it: nothing may change under a hand that is about to click.
 */
export function useOpenId(
  id: string | undefined,
  items: readonly Identified[] | undefined,
): string | undefined {
  const [first, setFirst] = useState<string | undefined>();
  const newest = items?.[0]?.id;
  if (first === undefined && newest !== undefined && matchMedia(WIDE).matches) setFirst(newest);
  return id ?? first;
}
