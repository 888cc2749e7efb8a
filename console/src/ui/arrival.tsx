import { type ReactNode, useEffect, useRef } from 'react';

/** What somebody has just asked for: it comes into sight and takes the focus, wherever it opens. */
export function Arrival({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={place} className="arrival" tabIndex={-1}>
      {children}
    </div>
  );
}
