import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useOverpayments } from '../../api/reads.ts';
import { mayDecide } from '../../api/roles.ts';
import type { OverpaymentPage, OwedOverpayment } from '../../api/types.ts';
import { useMe } from '../../hooks/use-me.ts';
import { OperatorMark } from '../../ui/badges.tsx';
import { Money, Msisdn, Time } from '../../ui/figures.tsx';
import { itemsOf } from '../../ui/lists/paged-list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Unloaded } from '../../ui/states/loaded.tsx';
import { formatMoney } from '../../words/money.ts';
import { useWords } from '../../words/words.tsx';
import { OverpaidDialog } from './overpaid-dialog.tsx';

/** What is owed to payers who paid more than their deposit: an account of the books, row by row. */
export function Overpayments() {
  const { empty, giveBack, list, nav } = useWords();
  const words = giveBack.owed;
  const query = useOverpayments();
  const items = itemsOf(query);
  const [asked, setAsked] = useState<OwedOverpayment | null>(null);
  return (
    <Section title={words.title}>
      {items === undefined && <Unloaded query={query} shape="short" />}
      {items?.length === 0 && (
        <Empty mark="done" text={words.none}>
          <Link to="/receipts" className="quiet-button">
            {empty.goTo(nav.receipts)}
          </Link>
        </Empty>
      )}
      {items !== undefined && items.length > 0 && <Owed rows={items} onAsk={setAsked} />}
      <Sums page={query.data?.pages.at(-1)} />
      {query.hasNextPage && (
        <Button
          variant="default"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          {list.more}
        </Button>
      )}
      {asked !== null && (
        <OverpaidDialog {...asked} xaf={asked.amount_xaf} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}

function Owed({ rows, onAsk }: OwedProps) {
  const { finance, fields, directions, giveBack, sendBack, said } = useWords();
  const { staff } = useMe();
  const words = giveBack.owed;
  return (
    <Table
      label={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: directions.deposit,
          cell: ({ id, application, reference }) => (
            <Link to="/transactions/$id" params={{ id }} className="inline-link">
              {application} · {reference}
            </Link>
          ),
        },
        {
          head: fields.paidBy,
          from: 2,
          cell: ({ operator, msisdn, payer_name: name }) => (
            <span>
              <OperatorMark operator={operator} /> <Msisdn value={msisdn} />
              {name !== null && ` · ${name}`}
            </span>
          ),
        },
        { head: finance.since, from: 3, cell: ({ since }) => <Time at={since} /> },
        {
          head: finance.amount,
          kind: 'figure',
          cell: ({ amount_xaf: xaf }) => <Money xaf={xaf} />,
        },
        {
          head: finance.act,
          from: 2,
          cell: (row) => {
            if (row.no_return !== null) return said(row.no_return);
            if (!mayDecide(staff)) return words.byAgents;
            return (
              <Button size="sm" variant="default" onClick={() => onAsk(row)}>
                {sendBack.button}
              </Button>
            );
          },
        },
      ]}
    />
  );
}

interface OwedProps {
  readonly rows: readonly OwedOverpayment[];
  readonly onAsk: (row: OwedOverpayment) => void;
}

/** The account of the books is what the list has with what two people corrected. */
function Sums({ page }: { readonly page: OverpaymentPage | undefined }) {
  const { giveBack } = useWords();
  const words = giveBack.owed;
  if (page === undefined || (page.count === 0 && page.corrected_xaf === 0)) return null;
  const { listed_xaf: listed, corrected_xaf: corrected } = page;
  return (
    <p>
      {corrected === 0
        ? words.sum(formatMoney(listed))
        : words.corrected(
            formatMoney(listed),
            formatMoney(corrected),
            formatMoney(listed + corrected),
          )}
    </p>
  );
}
