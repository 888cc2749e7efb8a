import type { EntryRow } from '../api/types.ts';
import { useAccountName } from '../hooks/use-account-name.ts';
import { Time } from '../ui/figures.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

/** What is in the books about a transaction. */
export function TransactionEntries({ entries }: { readonly entries: readonly EntryRow[] }) {
  const { finance } = useWords();
  const sayAccount = useAccountName();
  if (entries.length === 0) return null;
  return (
    <Section title={finance.entries}>
      <Table
        label={finance.entries}
        rows={entries}
        keyOf={(entry) => `${entry.rule} ${entry.booked_at} ${entry.debit}`}
        columns={[
          { head: finance.when, cell: ({ value_at }) => <Time at={value_at} /> },
          { head: finance.debit, from: 2, cell: ({ debit }) => sayAccount(debit) },
          { head: finance.credit, from: 2, cell: ({ credit }) => sayAccount(credit) },
          {
            head: finance.amount,
            kind: 'figure',
            cell: ({ amount_xaf: xaf }) => formatBalance(xaf),
          },
        ]}
      />
    </Section>
  );
}
