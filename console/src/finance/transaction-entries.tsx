import type { EntryRow } from '../api/types.ts';
import { Time } from '../ui/figures.tsx';
import { TablePlace } from '../ui/lists/table-place.tsx';
import { Section } from '../ui/section.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords, type Words } from '../words/words.tsx';

/** What is in the books about a transaction. */
export function TransactionEntries({ entries }: { readonly entries: readonly EntryRow[] }) {
  const words = useWords();
  const { finance } = words;
  if (entries.length === 0) return null;
  return (
    <Section title={finance.entries}>
      <TablePlace label={finance.entries}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{finance.when}</th>
              <th scope="col">{finance.debit}</th>
              <th scope="col">{finance.credit}</th>
              <th scope="col">{finance.amount}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.rule} ${entry.booked_at} ${entry.debit}`}>
                <td>
                  <Time at={entry.value_at} />
                </td>
                <td>{sayAccount(entry.debit, words)}</td>
                <td>{sayAccount(entry.credit, words)}</td>
                <td>{formatBalance(entry.amount_xaf)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TablePlace>
    </Section>
  );
}

/** The kind of an account in words, and of a wallet which one; an application is that of the page. */
function sayAccount(account: string, { finance }: Words): string {
  const [kind = '', key = ''] = account.split(' ');
  const names: Readonly<Record<string, string>> = finance.accounts;
  const name = names[kind] ?? kind;
  return kind === 'wallet' ? `${name} ${key}` : name;
}
