import { type ReactNode, useEffect, useRef } from 'react';

/** What a person has just asked for: it scrolls into view and takes the focus. */
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
