import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLines } from '../api/reads.ts';
import type { SimLine } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark, OperatorMark } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Empty, LoadState, StaleNote } from '../ui/load-state.tsx';
import { Section } from '../ui/section.tsx';
import { formatMsisdn } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { AcceptDialog } from './accept-line-dialog.tsx';
import { BalanceGaps } from './balance-gaps.tsx';

/** Our SIM lines: their balances by their texts, their gateways, and what does not add up. */
export function Lines() {
  const { lines: words } = useWords();
  const query = useLines();
  // The dialog keeps the line as it was when it opened, whatever happens to it meanwhile.
  const [asked, setAsked] = useState<SimLine | null>(null);
  const lines = query.data?.items;
  const askedNow = lines?.find(({ line }) => line === asked?.line);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      {lines === undefined ? (
        <LoadState query={query} />
      ) : (
        <>
          <StaleNote query={query} />
          {lines.length === 0 && <Empty text={words.empty} />}
          <div className="stack">
            {lines.map((line) => (
              <LineCard key={line.line} line={line} onAsk={() => setAsked(line)} />
            ))}
          </div>
        </>
      )}
      {asked !== null && (
        <AcceptDialog line={asked} now={askedNow ?? null} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function LineCard({ line, onAsk }: { readonly line: SimLine; readonly onAsk: () => void }) {
  const { lines: words, fields, said, colon } = useWords();
  const { staff } = useMe();
  const isInDoubt = line.breaks.length > 0;
  return (
    <Section
      title={formatMsisdn(line.line)}
      tools={
        <span className="head-kind">
          {line.operator !== null && <OperatorMark operator={line.operator} />}
          {line.problem !== null && <Mark tone="red" text={words.unheard} />}
          {isInDoubt && <Mark tone="amber" text={words.inDoubt} />}
          {line.problem === null && !isInDoubt && <Mark tone="green" text={words.inOrder} />}
        </span>
      }
    >
      {line.problem !== null && (
        <p className="problem-note">
          {words.problem}
          {colon} <strong>{said(line.problem)}</strong>
          {line.heard_at !== null && (
            <>
              {' '}
              {words.heardAt} <Time at={line.heard_at} />
            </>
          )}
        </p>
      )}
      <Facts>
        <Fact name={words.balance}>
          {line.balance_xaf === null ? words.balanceUnknown : formatBalance(line.balance_xaf)}
        </Fact>
        <Fact name={words.gateways}>
          {line.gateways.length === 0 ? fields.none : line.gateways.join(', ')}
        </Fact>
      </Facts>
      {isInDoubt && (
        <>
          <h3>{words.breaks}</h3>
          <BalanceGaps breaks={line.breaks} />
          <p className="approvals-note">{words.waits}</p>
          {staff.role !== 'viewer' && (
            <div>
              <Button size="md" onClick={onAsk}>
                {words.accept}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}
