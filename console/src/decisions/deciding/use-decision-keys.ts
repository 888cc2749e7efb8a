import { useEffect, useRef } from 'react';

/** A key that was meant for the payout before must not reach this one. */
const SETTLE_MS = 600;

/** One key opens a question, once what it is about has been on the screen for a moment. */
export function useDecisionKeys(id: string, onKey: (key: string) => void): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    let paintedAt = Number.POSITIVE_INFINITY;
    const frame = requestAnimationFrame(() => {
      paintedAt = performance.now();
    });
    const listener = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) {
        return;
      }
      if (document.querySelector('[role="dialog"]') !== null || isOnOtherRow()) return;
      if (performance.now() - paintedAt > SETTLE_MS) handler.current(event.key);
    };
    addEventListener('keydown', listener);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('keydown', listener);
    };
  }, [id]);
}

/** The focus marks a row that is not open: a key would decide about another one. */
function isOnOtherRow(): boolean {
  return document.activeElement?.matches('[data-row]:not([aria-current])') ?? false;
}
