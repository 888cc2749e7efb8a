import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isWaiting } from '../api/admin.ts';
import {
  type DifferenceAct,
  useActOnDifference,
  useDifferences,
  useStatements,
} from '../api/finance.ts';
import type { StatementDifference } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { CorrectDialog, ReasonDialog } from './difference-dialogs.tsx';

/** What can be done about each kind, the proposed act first; each can be explained. */
const ACTS = {
  paid_not_ours: ['record'],
  not_on_statement: ['ask', 'open'],
  amount_differs: ['correct', 'open'],
  fee_differs: ['correct', 'open'],
  fee_not_reported: ['expect', 'correct', 'open'],
  paid_though_failed: ['record', 'open'],
  failed_though_paid: ['ask', 'open'],
  taken_back: ['open'],
  reversed: ['record', 'open'],
  lines_disagree: ['ask', 'open'],
} as const satisfies Record<StatementDifference['kind'], readonly RowAct[]>;

type RowAct = 'record' | 'ask' | 'correct' | 'open' | 'expect';

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

export function Differences() {
  const { finance: words } = useWords();
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
            <ScrollingTable label={words.differences}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col" className="text-cell">
                      {words.since}
                    </th>
                    <th scope="col" className="text-cell">
                      {words.what}
                    </th>
                    <th scope="col" className="text-cell">
                      {words.wallet}
                    </th>
                    <th scope="col" className="text-cell">
                      {words.operatorId}
                    </th>
                    <th scope="col">{words.ours}</th>
                    <th scope="col">{words.theirs}</th>
                    <th scope="col">{words.act}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td className="text-cell">
                        <Time at={row.found_at} />
                      </td>
                      <td className="text-cell">
                        {words.kinds[row.kind]}
                        {row.is_computed && ` (${words.formula})`}
                        <Said lines={row.said} />
                      </td>
                      <td className="text-cell">{walletName(row.wallet)}</td>
                      <td className="text-cell code">{row.operator_tx_id ?? '–'}</td>
                      <td>{row.ours_xaf === null ? '–' : formatBalance(row.ours_xaf)}</td>
                      <td>{row.theirs_xaf === null ? '–' : formatBalance(row.theirs_xaf)}</td>
                      <td>
                        <Acts row={row} onAsk={setAsked} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollingTable>
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

/** Both values of a line about which two files disagree. */
function Said({ lines }: { readonly lines: StatementDifference['said'] }) {
  const { finance: words, colon } = useWords();
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map(({ file_name, amount_xaf, other, is_failed, is_computed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <li key={index}>
          {file_name}
          {colon} {formatBalance(amount_xaf)}, {other ?? '–'}
          {is_failed && ` (${words.failed})`}
          {is_computed && ` (${words.formula})`}
        </li>
      ))}
    </ul>
  );
}

function Acts({ row, onAsk }: ActsProps) {
  const { finance: words } = useWords();
  const acts: readonly RowAct[] = ACTS[row.kind];
  const { transaction_id: id } = row;
  return (
    <div className="change-buttons">
      {acts.includes('record') && (
        <ActButton
          label={words.acts.record_receipt}
          onClick={() => onAsk({ act: 'record', row })}
        />
      )}
      {acts.includes('ask') && id !== null && <AskButton row={row} />}
      {acts.includes('expect') && <ExpectButton row={row} />}
      {acts.includes('correct') && (
        <ActButton label={words.acts.adjust} onClick={() => onAsk({ act: 'correct', row })} />
      )}
      {acts.includes('open') && id !== null && (
        <Link to="/transactions/$id" params={{ id }} className="inline-link">
          {words.acts.resolve}
        </Link>
      )}
      <ActButton label={words.explain} onClick={() => onAsk({ act: 'explain', row })} />
    </div>
  );
}

function AskButton({ row }: { readonly row: StatementDifference }) {
  const { finance: words } = useWords();
  const act = useActOnDifference();
  const carryOut = useAdminAction();
  const question = { id: row.id, act: 'ask-provider', reason: '' } satisfies {
    readonly act: DifferenceAct;
  } & Record<string, unknown>;
  return (
    <ActButton
      label={words.acts.ask_provider}
      onClick={() => void carryOut(() => act.mutateAsync(question), words.asked)}
    />
  );
}

/** One click: what is booked are fees that the operator reports, and no more than this one. */
function ExpectButton({ row }: { readonly row: StatementDifference }) {
  const { finance: words, changes } = useWords();
  const act = useActOnDifference();
  const carryOut = useAdminAction();
  const { expect_fees: label } = words.acts;
  const said = { id: row.id, act: 'explain' as const, reason: label, expects_fees: true };
  return (
    <ActButton
      label={label}
      onClick={() =>
        void carryOut(
          () => act.mutateAsync(said),
          (answer) => (isWaiting(answer) ? changes.waits : words.feesExpected),
        )
      }
    />
  );
}

function ActButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      {label}
    </Button>
  );
}

interface ActsProps {
  readonly row: StatementDifference;
  readonly onAsk: (asked: Asked) => void;
}
