import { useClosings, useDifferences, useWallets } from '../api/finance.ts';
import type { Closing, StatementDifference } from '../api/types.ts';
import { Time } from '../ui/figures.tsx';
import { Empty, LoadState, StaleNote } from '../ui/load-state.tsx';
import { Section } from '../ui/section.tsx';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { WalletCard } from './wallet-card.tsx';

/** What is in each wallet and how long it lasts, where statements differ, and the days closed. */
export function Finance() {
  const { finance: words } = useWords();
  const wallets = useWallets();
  const differences = useDifferences();
  const closings = useClosings();
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      {wallets.data === undefined ? (
        <LoadState query={wallets} />
      ) : (
        <>
          <StaleNote query={wallets} />
          {wallets.data.items.length === 0 && <Empty text={words.noWallets} />}
          <div className="stack">
            {wallets.data.items.map((wallet) => (
              <WalletCard key={wallet.wallet} wallet={wallet} />
            ))}
            {differences.data !== undefined && <Differences rows={differences.data.items} />}
            {closings.data !== undefined && <Closings rows={closings.data.items} />}
          </div>
        </>
      )}
    </>
  );
}

function Differences({ rows }: { readonly rows: readonly StatementDifference[] }) {
  const { finance: words } = useWords();
  return (
    <Section title={words.differences}>
      {rows.length === 0 ? (
        <Empty text={words.noDifferences} />
      ) : (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th>{words.since}</th>
                <th>{words.what}</th>
                <th>{words.wallet}</th>
                <th>{words.operatorId}</th>
                <th>{words.ours}</th>
                <th>{words.theirs}</th>
                <th>{words.act}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Time at={row.found_at} />
                  </td>
                  <td>{words.kinds[row.kind]}</td>
                  <td>{row.wallet}</td>
                  <td className="code">{row.operator_tx_id}</td>
                  <td>{row.ours_xaf === null ? '–' : formatBalance(row.ours_xaf)}</td>
                  <td>{row.theirs_xaf === null ? '–' : formatBalance(row.theirs_xaf)}</td>
                  <td>{words.acts[row.proposed_act]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function Closings({ rows }: { readonly rows: readonly Closing[] }) {
  const { finance: words } = useWords();
  return (
    <Section title={words.closings}>
      {rows.length === 0 ? (
        <Empty text={words.noClosings} />
      ) : (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th>{words.day}</th>
                <th>{words.inWallets}</th>
                <th>{words.owed}</th>
                <th>{words.unmatched}</th>
                <th>{words.disputed}</th>
                <th>{words.differences}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.day}>
                  <td>{row.day}</td>
                  <td>{formatBalance(row.wallets_xaf)}</td>
                  <td>{formatBalance(row.owed_xaf)}</td>
                  <td>{formatBalance(row.unmatched_xaf)}</td>
                  <td>{formatBalance(row.disputed_xaf)}</td>
                  <td>{row.differences}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
