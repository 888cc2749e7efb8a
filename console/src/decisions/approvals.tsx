import { Button, Checkbox } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { QUEUES, useDetailsAhead, useTransactions } from '../api/reads.ts';
import { mayDecide } from '../api/roles.ts';
import type { DetailAnswer, TransactionRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { PlayerHistory } from '../transactions/player-history.tsx';
import { Mark } from '../ui/badges.tsx';
import { Money } from '../ui/figures.tsx';
import { itemsOf } from '../ui/lists/paged-list.tsx';
import { QueueEmpty } from '../ui/lists/queue-empty.tsx';
import { QueueRow } from '../ui/lists/queue-row.tsx';
import { QueueScreen } from '../ui/lists/queue-screen.tsx';
import { Section } from '../ui/section.tsx';
import { formatMsisdn, formatTime } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { nextAfter, useOpenId } from './next-open.ts';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionPanel } from './transaction-panel.tsx';

const route = getRouteApi('/approvals');
const MAX_AT_ONCE = 100;

/** Withdrawals that wait for staff, the longest first. */
export function Approvals() {
  const words = useWords();
  const { staff } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTransactions(QUEUES.approvals);
  const items = itemsOf(query);
  const id = useOpenId(search.id, items);
  const details = useDetailsAhead(items ?? []);
  const { chosen, chosenIds, setChosenIds, toggle } = useChosen(items ?? []);
  const [isAsking, setAsking] = useState(false);
  const mayChoose = mayDecide(staff) && (items ?? []).length > 0;
  const open = (next: string | undefined) =>
    void navigate({ to: '/approvals', search: { id: next } });
  return (
    <>
      <QueueScreen
        title={words.nav.approvals}
        panelLabel={words.transaction.title}
        openId={id}
        onBack={() => open(undefined)}
        tools={
          mayChoose && (
            <BulkTools
              chosen={chosen}
              onAll={() => setChosenIds(new Set(items?.slice(0, MAX_AT_ONCE).map((i) => i.id)))}
              onClear={() => setChosenIds(new Set())}
              onApprove={() => setAsking(true)}
            />
          )
        }
        query={query}
        listId="approvals"
        empty={
          <QueueEmpty text={words.empty.approvals} to="/under-way" place={words.nav.underWay} />
        }
        render={({ item, isLeaving }) => (
          <ApprovalRow
            key={item.id}
            line={item}
            isLeaving={isLeaving}
            isOpen={item.id === id}
            isChosen={chosenIds.has(item.id)}
            detail={details.get(item.id)}
            onToggle={mayChoose ? () => toggle(item) : null}
          />
        )}
        panel={
          id === undefined ? null : (
            <TransactionPanel id={id} key={id} onDecided={() => open(nextAfter(items ?? [], id))}>
              {(detail) => <BesideApproval detail={detail} />}
            </TransactionPanel>
          )
        }
      />
      {isAsking && (
        <BulkDialog
          lines={chosen}
          onClose={() => setAsking(false)}
          onDone={(left) => {
            setAsking(false);
            setChosenIds(new Set());
            open(left[0] ?? items?.find((line) => !chosenIds.has(line.id))?.id);
          }}
        />
      )}
    </>
  );
}

/** The rows that are to be approved at once. */
function useChosen(items: readonly TransactionRow[]) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  return {
    chosenIds,
    setChosenIds,
    // A withdrawal that another person has decided meanwhile is no longer chosen.
    chosen: items.filter((line) => chosenIds.has(line.id)).slice(0, MAX_AT_ONCE),
    toggle: ({ id }: TransactionRow) => {
      const next = new Set(chosenIds);
      if (!next.delete(id)) next.add(id);
      setChosenIds(next);
    },
  };
}

function BulkTools({ chosen, onAll, onClear, onApprove }: BulkToolsProps) {
  const { list, actions } = useWords();
  const sumXaf = chosen.reduce((sum, line) => sum + line.amount_xaf, 0);
  return (
    <div className="bulk" data-chosen={chosen.length > 0 || undefined}>
      {chosen.length === 0 ? (
        <button type="button" className="quiet-button" onClick={onAll}>
          {list.selectAll}
        </button>
      ) : (
        <>
          <span>
            {list.selected(chosen.length)} · <Money xaf={sumXaf} />
          </span>
          <button type="button" className="quiet-button" onClick={onClear}>
            {list.clear}
          </button>
          <Button size="sm" onClick={onApprove}>
            {actions.bulk.button(chosen.length)}
          </Button>
        </>
      )}
    </div>
  );
}

interface BulkToolsProps {
  readonly chosen: readonly TransactionRow[];
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onApprove: () => void;
}

function ApprovalRow(props: ApprovalRowProps) {
  const { line, detail, isLeaving, isOpen, isChosen, onToggle } = props;
  const { list, actions, language } = useWords();
  const signs = signsOf(line, detail);
  const name = detail?.transaction.payee_name ?? null;
  const number = formatMsisdn(detail?.transaction.msisdn ?? line.msisdn_masked);
  // Two payouts of one amount to one person differ by their time.
  const known = [formatMoney(line.amount_xaf), name, number, formatTime(line.created_at, language)];
  const isOwn = detail?.transaction.actions.some(({ refusal }) => refusal === 'created_by_you');
  return (
    <QueueRow
      to="/approvals"
      id={line.id}
      amountXaf={line.amount_xaf}
      name={name}
      operator={line.operator}
      number={number}
      since={line.created_at}
      isLeaving={isLeaving}
      isOpen={isOpen}
      check={
        onToggle !== null && (
          <Checkbox
            className="row-check"
            aria-label={list.select(known.filter((part) => part !== null).join(' · '))}
            checked={isChosen && !isLeaving}
            disabled={isLeaving}
            onChange={onToggle}
          />
        )
      }
      note={
        <>
          {isOwn && <Mark tone="grey" text={list.createdByYou} />}
          {line.needs.people === 2 && <Mark tone="amber" text={list.needsTwo} />}
          {Object.entries(actions.payout.dangers).map(
            ([danger, text]) => signs.has(danger) && <Mark key={danger} tone="red" text={text} />,
          )}
        </>
      }
    />
  );
}

interface ApprovalRowProps {
  readonly line: TransactionRow;
  readonly isLeaving: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  /** What the panel shows, once it is loaded: whose number it is, and the red signs. */
  readonly detail: DetailAnswer | undefined;
  /** `null` for those who may not decide. */
  readonly onToggle: (() => void) | null;
}

/** What the panel would show: what the row says, and what is known of it. */
function signsOf({ marks }: TransactionRow, detail: DetailAnswer | undefined): ReadonlySet<string> {
  const signs = detail?.transaction.signs?.map(({ sign }) => sign) ?? [];
  return new Set<string>([...marks, ...signs]);
}

function BesideApproval({ detail }: { readonly detail: DetailAnswer }) {
  const { player } = useWords();
  const { transaction } = detail;
  return (
    <div className="beside">
      {/* A payment that no deposit waits for is of no player. */}
      {!transaction.return_of && (
        <Section title={player.history}>
          <PlayerHistory playerId={transaction.player_id} mark={transaction.id} />
        </Section>
      )}
      <div className="card">
        <TransactionFacts transaction={transaction} />
      </div>
    </div>
  );
}
