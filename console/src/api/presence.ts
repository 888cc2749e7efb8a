/** A refresh this long after the last input comes from the browser, not from the person. */
const ATTENTIVE_MS = 20_000;

let lastInputAt = 0;

/** Notes when the person last touched the page. */
export function watchPresence(): void {
  const note = () => {
    lastInputAt = performance.now();
  };
  note();
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(kind, note, { passive: true, capture: true });
  }
}

/** An open page that refreshes by itself must not keep a session alive. */
export function isBackground(): boolean {
  return performance.now() - lastInputAt > ATTENTIVE_MS;
}
