import type { ReactNode } from 'react';

export function Section({ title, tools, children }: SectionProps) {
  return (
    <section className="card">
      <header className="card-head">
        <h2>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}
