import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAcceptLine } from '../api/decisions.ts';
import { useLines } from '../api/reads.ts';
import type { LineBreak, SimLine } from '../api/types.ts';
import { Mark, OperatorMark } from '../parts/badges.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Time } from '../parts/figures.tsx';
import { formatBalance, formatMsisdn } from '../parts/format.ts';
import { Empty, LoadState, StaleNote } from '../parts/load-state.tsx';
import { useMe } from '../parts/me.ts';
import { useAnnounce } from '../parts/result-line.tsx';
import { Section } from '../parts/section.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { useWords } from '../words/words.tsx';

/** Our SIM lines: what they hold by their texts, who hears them, and what does not add up. */
export function Lines() {
  const { lines: words } = useWords();
  const query = useLines();
  // The question stays as it was put, whatever happens to the line meanwhile.
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
        <AcceptDialog
          line={asked}
          isSettled={askedNow === undefined || askedNow.breaks.length === 0}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function LineCard({ line, onAsk }: { readonly line: SimLine; readonly onAsk: () => void }) {
  const { lines: words, fields } = useWords();
  const { staff } = useMe();
  const isInDoubt = line.breaks.length > 0;
  return (
    <Section
      title={formatMsisdn(line.line)}
      tools={
        <span className="head-kind">
          {line.operator !== null && <OperatorMark operator={line.operator} />}
          <Mark
            tone={isInDoubt ? 'amber' : 'green'}
            text={isInDoubt ? words.inDoubt : words.inOrder}
          />
        </span>
      }
    >
      {line.problem !== null && (
        <p className="problem-note">
          {words.problem}: <strong>{line.problem}</strong>
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
          <ul className="receipt-lines">
            {numbered(line.breaks).map(({ key, one }) => (
              <Break key={key} one={one} />
            ))}
          </ul>
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

function Break({ one }: { readonly one: LineBreak }) {
  const { lines: words } = useWords();
  return (
    <li className="receipt-line">
      <p>
        {words.expected} <strong className="money">{formatBalance(one.expected_xaf)}</strong> ·{' '}
        {words.told} <strong className="money">{formatBalance(one.told_xaf)}</strong> ·{' '}
        <Time at={one.at} />
      </p>
      <p className="soft">{one.meaning}</p>
    </li>
  );
}

/** Two texts may come in one moment; they keep their order, so that their place names them. */
function numbered(breaks: readonly LineBreak[]) {
  return breaks.map((one, index) => ({ key: `${one.at} ${index}`, one }));
}

function AcceptDialog({ line, isSettled, onClose }: AcceptDialogProps) {
  const { lines: words } = useWords();
  const accept = useAcceptLine();
  const carryOut = useAdminAction();
  const announce = useAnnounce();
  return (
    <ConfirmDialog
      title={words.acceptTitle(formatMsisdn(line.line))}
      tone="go"
      confirmLabel={words.accept}
      consequence={words.acceptMeans}
      asksReason
      overtaken={isSettled ? words.meanwhile : null}
      onClose={onClose}
      onConfirm={async (reason) => {
        const answer = await carryOut(() => accept.mutateAsync({ line: line.line, reason }), null);
        if (answer !== null) {
          announce({ tone: 'good', text: words.accepted(answer.credited, answer.held) });
        }
        onClose();
      }}
    >
      <ul className="receipt-lines">
        {numbered(line.breaks).map(({ key, one }) => (
          <Break key={key} one={one} />
        ))}
      </ul>
    </ConfirmDialog>
  );
}

interface AcceptDialogProps {
  readonly line: SimLine;
  /** The missing text has come, or somebody else has accepted it. */
  readonly isSettled: boolean;
  readonly onClose: () => void;
}
