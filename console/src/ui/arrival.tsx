import { type ReactNode, useEffect, useRef } from 'react';

/** What a person has just asked for: it scrolls into view and takes the focus. */
export function Arrival({ children }: { readonly children: ReactNode }) {
  const arrival = useRef<HTMLDivElement>(null);
  useEffect(() => {
    arrival.current?.focus({ preventScroll: true });
    arrival.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={arrival} className="arrival" tabIndex={-1}>
      {children}
    </div>
  );
}
