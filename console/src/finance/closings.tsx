import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCloseDays, useClosings } from '../api/finance.ts';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatDate } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
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
            <ScrollingTable label={words.closings}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{words.day}</th>
                    <th scope="col">{words.inWallets}</th>
                    <th scope="col">{words.owed}</th>
                    <th scope="col">{words.unmatched}</th>
                    <th scope="col">{words.disputed}</th>
                    <th scope="col">{words.differences}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.day}>
                      <th scope="row">
                        <Link to="/finance/$day" params={{ day: row.day }} className="inline-link">
                          {dateOf(row.day)}
                        </Link>
                      </th>
                      <td>{formatBalance(row.wallets_xaf)}</td>
                      <td>{formatBalance(row.owed_xaf)}</td>
                      <td>{formatBalance(row.unmatched_xaf)}</td>
                      <td>{formatBalance(row.disputed_xaf)}</td>
                      <td>{row.differences}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollingTable>
          )
        }
      </Loaded>
    </Section>
  );
}
