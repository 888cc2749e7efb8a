import { type RefObject, useEffect } from 'react';

/**
 * Gives the focus to the screen when the focused element disappears, such as the button of a
 * decision that was made: else a keyboard or screen reader starts again at the top of the page.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      const isLost = last instanceof Node && !last.isConnected;
      if (!isLost || document.activeElement !== document.body) return;
      last = null;
      main.current?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [main]);
}
