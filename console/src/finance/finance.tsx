import { useClosings, useDifferences, useStatements, useWallets } from '../api/finance.ts';
import { Empty, LoadState, StaleNote } from '../ui/load-state.tsx';
import { useWords } from '../words/words.tsx';
import { Closings } from './closings.tsx';
import { Differences } from './differences.tsx';
import { Reports } from './reports.tsx';
import { Statements } from './statements.tsx';
import { WalletCard } from './wallet-card.tsx';

/** What is in each wallet, where statements differ, statements, the days closed, and reports. */
export function Finance() {
  const { finance: words } = useWords();
  const wallets = useWallets();
  const differences = useDifferences();
  const statements = useStatements();
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
            {statements.data !== undefined && (
              <Statements rows={statements.data.items} wallets={wallets.data.items} />
            )}
            {closings.data !== undefined && <Closings rows={closings.data.items} />}
            <Reports />
          </div>
        </>
      )}
    </>
  );
}
