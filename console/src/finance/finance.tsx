import { Link } from '@tanstack/react-router';
import { useWallets } from '../api/finance.ts';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';
import { Closings } from './closings.tsx';
import { Differences } from './differences.tsx';
import { Reports } from './reports.tsx';
import { Statements } from './statements.tsx';
import { WalletCard } from './wallet-card.tsx';

/** What is in each wallet, where statements differ, statements, the days closed, and reports. */
export function Finance() {
  const { finance: words, empty, nav } = useWords();
  const wallets = useWallets();
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <div className="stack">
        <Loaded query={wallets} shape="cards" lines={2}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty mark="fresh" text={empty.wallets}>
                <Link to="/transactions" className="quiet-button">
                  {empty.goTo(nav.transactions)}
                </Link>
              </Empty>
            ) : (
              items.map((wallet) => <WalletCard key={wallet.wallet} wallet={wallet} />)
            )
          }
        </Loaded>
        <Differences />
        <Statements wallets={wallets.data?.items ?? []} />
        <Closings />
        <Reports />
      </div>
    </>
  );
}
