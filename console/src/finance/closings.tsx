import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCloseDays, useClosings } from '../api/finance.ts';
import type { Closing } from '../api/types.ts';
import { type Column, Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatDate } from '../words/format.ts';
import { formatBalance, formatCount } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

export function Closings() {
  const { finance: words, language } = useWords();
  const query = useClosings();
  const dateOf = (day: string) => formatDate(`${day}T12:00:00Z`, language);
  const close = useCloseDays();
  const carryOut = useAdminAction();
  const closeNow = () =>
    carryOut(
      () => close.mutateAsync(undefined),
      ({ closed }) => words.closedNow(closed.map(dateOf).join(', ')),
    );
  const figure = (head: string, name: AmountName, from: 1 | 2 | 3): Column<Closing> => ({
    head,
    kind: 'figure',
    from,
    cell: (closing) => formatBalance(closing[name]),
  });
  const button = (
    <Button size="sm" variant="default" loading={close.isPending} onClick={() => void closeNow()}>
      {words.closeNow}
    </Button>
  );
  return (
    <Section title={words.closings} tools={button}>
      <Loaded query={query} shape="short" lines={2}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <Empty text={words.noClosings} />
          ) : (
            <Table
              label={words.closings}
              rows={rows}
              keyOf={({ day }) => day}
              columns={[
                {
                  head: words.day,
                  cell: ({ day }) => (
                    <Link to="/finance/$day" params={{ day }} className="inline-link">
                      {dateOf(day)}
                    </Link>
                  ),
                },
                figure(words.inWallets, 'wallets_xaf', 1),
                figure(words.owed, 'owed_xaf', 2),
                figure(words.unmatched, 'unmatched_xaf', 3),
                figure(words.disputed, 'disputed_xaf', 3),
                {
                  head: words.differences,
                  kind: 'figure',
                  from: 2,
                  cell: ({ differences }) => formatCount(differences),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

type AmountName = 'wallets_xaf' | 'owed_xaf' | 'unmatched_xaf' | 'disputed_xaf';
