import type { ReactNode } from 'react';

/** A table that may be wider than its room: it scrolls there, also by the keyboard. */
export function ScrollingTable({ label, children }: ScrollingTableProps) {
  return (
    <section className="table-place" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface ScrollingTableProps {
  readonly label: string;
  readonly children: ReactNode;
}
