import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';

/** Long enough to be read, short enough not to be in the way of the next work. */
const SUCCESS_MS = 5_000;

/**
 * Shows what the last action did until the person closes it or does something else. That it was
 * done goes by itself: all else has to be noticed.
 */
export function ResultProvider({ children }: { readonly children: ReactNode }) {
  const [result, setResult] = useState<Result | null>(null);
  const { shell } = useWords();
  useEffect(() => {
    if (result?.tone !== 'good') return;
    const timer = setTimeout(() => setResult(null), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [result]);
  return (
    <ResultContext value={setResult}>
      {children}
      <div className="result-place" role="status" aria-live="polite">
        {result !== null && (
          <div ref={leaveRoom} className={`result result-${result.tone}`}>
            <p>{result.text}</p>
            <button
              type="button"
              className="quiet-button"
              aria-label={shell.dismiss}
              onClick={() => setResult(null)}
            >
              ✕
            </button>
          </div>
        )}
      </div>
    </ResultContext>
  );
}

/** What scrolls ends so much higher, so that its last row can be scrolled out from under the message. */
function leaveRoom(message: HTMLElement | null) {
  if (message === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--result-room', `${message.offsetHeight + ROOM_AROUND_PX}px`);
  });
  observer.observe(message);
  return () => {
    observer.disconnect();
    style.removeProperty('--result-room');
  };
}

const ROOM_AROUND_PX = 24;

/** Shows what an action did. `calm` is for when another person was first. */
export function useAnnounce(): (result: Result | null) => void {
  return useContext(ResultContext);
}

export interface Result {
  readonly tone: 'good' | 'calm' | 'bad';
  readonly text: string;
}

const ResultContext = createContext<(result: Result | null) => void>(() => {});
