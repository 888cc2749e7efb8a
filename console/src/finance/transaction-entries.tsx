import type { EntryRow } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
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
      <ScrollingTable label={finance.entries}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{finance.when}</th>
              <th scope="col" className="text-cell">
                {finance.debit}
              </th>
              <th scope="col" className="text-cell">
                {finance.credit}
              </th>
              <th scope="col">{finance.amount}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.rule} ${entry.booked_at} ${entry.debit}`}>
                <td className="text-cell">
                  <Time at={entry.value_at} />
                </td>
                <td className="text-cell">{sayAccount(entry.debit)}</td>
                <td className="text-cell">{sayAccount(entry.credit)}</td>
                <td>{formatBalance(entry.amount_xaf)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </Section>
  );
}

/** The kind of an account in words, and of a wallet which one; an application is that of the page. */
function useAccountName(): (account: string) => string {
  const { finance } = useWords();
  const walletName = useWalletName();
  const names: Readonly<Record<string, string>> = finance.accounts;
  return (account) => {
    const [kind = '', key = ''] = account.split(' ');
    const name = names[kind] ?? kind;
    return kind === 'wallet' ? `${name} ${walletName(key)}` : name;
  };
}
