/** What a drawing means: nothing left to do, nothing found, nothing yet, a choice, a fault. */
export type MarkKind = 'done' | 'search' | 'fresh' | 'choose' | 'broken';

/** Three rows of a list with a sign before them: every state of a list is drawn from these. */
export function StateMark({ kind }: { readonly kind: MarkKind }) {
  return (
    <svg className={`state-mark state-mark-${kind}`} viewBox="0 0 104 68" aria-hidden="true">
      {ROWS.map(({ y, amount }) => (
        <g key={y}>
          <rect x="8" y={y} width="80" height="16" rx="4" className="state-mark-row" />
          <path d={`M15 ${y + 8}h${amount}M68 ${y + 8}h12`} className="state-mark-text" />
        </g>
      ))}
      <circle cx="82" cy="48" r="17" className="state-mark-ground" />
      <path d={SIGNS[kind]} className="state-mark-sign" />
    </svg>
  );
}

const ROWS = [
  { y: 4, amount: 22 },
  { y: 25, amount: 30 },
  { y: 46, amount: 18 },
] as const;

/** Each in a circle of 17 around (82, 48). */
const SIGNS = {
  done: 'm74 48 6 6 10-12',
  search: 'M80 40a6 6 0 1 0 .1 0M84.500 50.500 91 57',
  fresh: 'M82 39v18M73 48h18',
  choose: 'M91 48H73l7-7M73 48l7 7',
  broken: 'M82 39v11M82 56.500v.5',
} as const satisfies Record<MarkKind, string>;
