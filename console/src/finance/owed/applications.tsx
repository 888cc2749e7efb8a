import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApplicationMoney } from '../../api/finance.ts';
import type { ApplicationMoney, PendingChange } from '../../api/types.ts';
import { useWaitingChanges, WaitingChange } from '../../changes/waiting-change.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { formatBalance } from '../../words/money.ts';
import { useWords } from '../../words/words.tsx';
import { CreditDialog, mostSettled, SettleDialog } from './application-dialogs.tsx';

type Act = 'credit' | 'settle';

/** What each platform is owed, was paid of it, and may spend; with what finance does about it. */
export function Applications() {
  const { finance: words } = useWords();
  const query = useApplicationMoney();
  const [open, setOpen] = useState<{ readonly act: Act; readonly row: ApplicationMoney }>();
  const close = () => setOpen(undefined);
  const waiting = useWaitingChanges(({ kind }) => kind === 'settlement' || kind === 'credit_line');
  return (
    <Section title={words.owed}>
      <Loaded query={query} shape="short" lines={3}>
        {({ items }) => (
          <Moneys rows={items} waiting={waiting} onAct={(act, row) => setOpen({ act, row })} />
        )}
      </Loaded>
      {waiting.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
      {open?.act === 'credit' && <CreditDialog row={open.row} onClose={close} />}
      {open?.act === 'settle' && <SettleDialog row={open.row} onClose={close} />}
    </Section>
  );
}

function Moneys({
  rows,
  waiting,
  onAct,
}: {
  readonly rows: readonly ApplicationMoney[];
  readonly waiting: readonly PendingChange[];
  readonly onAct: (act: Act, row: ApplicationMoney) => void;
}) {
  const { finance: words } = useWords();
  const own = words.applications;
  // A line has one change at a time; settlements have one for each reference.
  const hasNewLine = ({ name }: ApplicationMoney) =>
    waiting.some(({ kind, subject_id: id }) => kind === 'credit_line' && id === name);
  // What explains a figure beside it needs the most room.
  const figure = (
    head: string,
    xafOf: (row: ApplicationMoney) => number | null,
    from: 1 | 2 | 3 = 3,
  ) => ({
    head,
    kind: 'figure' as const,
    from,
    cell: (row: ApplicationMoney) => {
      const xaf = xafOf(row);
      return xaf === null ? own.noLimit : formatBalance(xaf);
    },
  });
  return (
    <Table
      label={words.owed}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: own.name, cell: ({ name }) => name },
        figure(own.owed, ({ owed_xaf }) => owed_xaf, 2),
        figure(own.settled, ({ settled_xaf }) => settled_xaf),
        figure(own.left, ({ left_xaf }) => left_xaf, 1),
        figure(own.promised, ({ promised_xaf }) => promised_xaf),
        figure(own.credit, ({ credit_xaf }) => credit_xaf),
        figure(own.available, ({ available_xaf }) => available_xaf, 2),
        {
          head: words.act,
          cell: (row) => (
            <span className="change-buttons">
              {mostSettled(row) > 0 && (
                <Button size="sm" variant="default" onClick={() => onAct('settle', row)}>
                  {own.settle.open}
                </Button>
              )}
              {!hasNewLine(row) && (
                <Button size="sm" variant="default" onClick={() => onAct('credit', row)}>
                  {own.setCredit.open}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
