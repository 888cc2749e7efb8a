import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isWaiting } from '../api/admin.ts';
import { useActOnDifference, useDifferences, useStatements } from '../api/finance.ts';
import type { StatementDifference } from '../api/types.ts';
import { useWaitingChanges } from '../changes/waiting-change.tsx';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { ActsMenu } from '../ui/lists/acts-menu.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { ignoreEnd, useAdminAction } from '../ui/use-admin-action.ts';
import { sayNumber } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { sayMovement } from '../words/movement.ts';
import { useWords } from '../words/words.tsx';
import { actsOn, type RowAct, takesPart } from './acts-on-difference.ts';
import { CorrectDialog, ReasonDialog } from './difference-dialogs.tsx';

const WAITING_KINDS: ReadonlySet<string> = new Set(['statement_line', 'explanation', 'adjustment']);

interface Asked {
  readonly act: 'record' | 'explain' | 'correct';
  readonly row: StatementDifference;
}

/** Without a statement nothing has been compared. */
function NoDifferences() {
  const { finance: words } = useWords();
  return (
    <Loaded query={useStatements()} shape="short" lines={1}>
      {({ items }) => (
        <Empty text={items.length === 0 ? words.nothingCompared : words.noDifferences} />
      )}
    </Loaded>
  );
}

/** What waits for a second person is not asked for again. */
function useWaiting(): ReadonlySet<string> {
  const waiting = useWaitingChanges(({ kind }) => WAITING_KINDS.has(kind));
  return new Set(waiting.map(({ subject_id: id }) => id));
}

export function Differences() {
  const { finance: words, changes } = useWords();
  const waiting = useWaiting();
  const query = useDifferences();
  const walletName = useWalletName();
  // The dialog keeps the difference as it was read, although the list may go on.
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Section title={words.differences}>
      <Loaded query={query} shape="short" lines={2}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <NoDifferences />
          ) : (
            <Table
              label={words.differences}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: words.what,
                  cell: (row) => <What row={row} />,
                },
                { head: words.wallet, from: 3, cell: ({ wallet }) => walletName(wallet) },
                {
                  head: words.operatorId,
                  kind: 'id',
                  from: 3,
                  cell: ({ operator_tx_id: id }) => <span className="code">{id ?? '–'}</span>,
                },
                { head: words.when, from: 2, cell: ({ at }) => <Time at={at} /> },
                { head: words.since, from: 3, cell: ({ found_at }) => <Time at={found_at} /> },
                {
                  head: words.ours,
                  kind: 'figure',
                  from: 2,
                  cell: ({ ours_xaf: xaf }) => (xaf === null ? '–' : formatBalance(xaf)),
                },
                {
                  head: words.theirs,
                  kind: 'figure',
                  from: 2,
                  cell: ({ theirs_xaf: xaf }) => (xaf === null ? '–' : formatBalance(xaf)),
                },
                {
                  head: words.act,
                  kind: 'acts',
                  cell: (row) =>
                    waiting.has(row.id) ? (
                      <Link to="/changes" className="note-link">
                        {changes.states.open}
                      </Link>
                    ) : (
                      <Acts row={row} onAsk={setAsked} />
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {asked?.act === 'correct' && <CorrectDialog row={asked.row} onClose={close} />}
      {(asked?.act === 'record' || asked?.act === 'explain') && (
        <ReasonDialog row={asked.row} act={asked.act} onClose={close} />
      )}
    </Section>
  );
}

function What({ row }: Pick<Asked, 'row'>) {
  const { finance: words } = useWords();
  return (
    <>
      {words.kinds[row.kind]}
      {row.is_computed && ` (${words.formula})`}{' '}
      <span className="soft">{row.direction === 'in' ? words.cameIn : words.wentOut}</span>
      <Party row={row} />
      {row.is_in_opening && <div className="soft">{words.inOpening}</div>}
      {takesPart(row) && <div className="soft">{words.reversedInPart}</div>}
      <Said lines={row.said} />
    </>
  );
}

/** Whose payment it is, and what the operator took for it. */
function Party({ row: { other, fee_xaf: feeXaf } }: Pick<Asked, 'row'>) {
  const { finance: words, colon } = useWords();
  const facts = [
    ...(other === null ? [] : [sayNumber(other)]),
    ...(feeXaf === null || feeXaf === 0 ? [] : [`${words.fees}${colon} ${formatBalance(feeXaf)}`]),
  ];
  return facts.length > 0 && <div className="soft">{facts.join(' · ')}</div>;
}

/** Both values of a line about which two files disagree. */
function Said({ lines }: { readonly lines: StatementDifference['said'] }) {
  const { finance: words, colon } = useWords();
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <li key={index}>
          {line.file_name}
          {colon} {sayMovement(line, words)}, {line.other === null ? '–' : sayNumber(line.other)}
        </li>
      ))}
    </ul>
  );
}

/** The proposed act, and the others in a menu. */
function Acts({ row, onAsk }: ActsProps) {
  const { finance: words, changes, list } = useWords();
  const act = useActOnDifference();
  const carryOut = useAdminAction();
  const { id, transaction_id: transactionId } = row;
  const [first, ...others] = actsOn(row);
  const carriedOut = {
    record: () => onAsk({ act: 'record', row }),
    correct: () => onAsk({ act: 'correct', row }),
    explain: () => onAsk({ act: 'explain', row }),
    ask: () =>
      void carryOut(
        () => act.mutateAsync({ id, act: 'ask-provider', reason: '' }),
        words.asked,
      ).catch(ignoreEnd),
    // What is booked are fees that the operator reports, and no more than this one.
    expect: () =>
      void carryOut(
        () =>
          act.mutateAsync({ id, act: 'explain', reason: words.acts.expect, expects_fees: true }),
        (answer) => (isWaiting(answer) ? changes.waits : words.feesExpected),
      ).catch(ignoreEnd),
  } satisfies Record<Exclude<RowAct, 'open'>, () => void>;
  const control = (one: RowAct, className?: string) =>
    one === 'open' && transactionId !== null ? (
      <Link key={one} to="/transactions/$id" params={{ id: transactionId }} className={className}>
        {words.acts.open}
      </Link>
    ) : (
      one !== 'open' && (
        <button
          key={one}
          type="button"
          className={className}
          disabled={act.isPending}
          onClick={carriedOut[one]}
        >
          {words.acts[one]}
        </button>
      )
    );
  return (
    <span className="row-acts">
      {first !== undefined && control(first, 'quiet-button')}
      {others.length > 0 && (
        <ActsMenu label={list.otherActs}>{others.map((one) => control(one))}</ActsMenu>
      )}
    </span>
  );
}

interface ActsProps {
  readonly row: StatementDifference;
  readonly onAsk: (asked: Asked) => void;
}
