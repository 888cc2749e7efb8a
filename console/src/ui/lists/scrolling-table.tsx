import type { ReactNode } from 'react';

/** A file as it is, with as many columns as it has: it scrolls, also by the keyboard. */
export function ScrollingTable({ label, children }: ScrollingTableProps) {
  return (
    <section className="scroll-place" data-scrolls aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface ScrollingTableProps {
  readonly label: string;
  readonly children: ReactNode;
}
