import { Link } from '@tanstack/react-router';
import {
  useApplicationMoney,
  useClosings,
  useDifferences,
  useMoneyByDay,
  useStatements,
  useWallets,
} from '../api/finance.ts';
import { useOverpayments } from '../api/reads.ts';
import type { Wallets } from '../api/types.ts';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { useWords } from '../words/words.tsx';
import { Closings } from './closings.tsx';
import { Differences } from './differences.tsx';
import { MoneyByDay } from './money-by-day.tsx';
import { Applications } from './owed/applications.tsx';
import { Overpayments } from './owed/overpayments.tsx';
import { Reports } from './reports.tsx';
import { Statements } from './statements/statements.tsx';
import { WalletCard } from './wallet-card.tsx';

/** What is in each wallet, what moved, where statements differ, the days closed, and reports. */
export function Finance() {
  const { finance: words } = useWords();
  const wallets = useWallets();
  // What came later would push down what is above it, so the screen waits for all of them.
  const others = [
    useMoneyByDay(),
    useApplicationMoney(),
    useOverpayments(),
    useDifferences(),
    useStatements(),
    useClosings(),
  ];
  const isReady = others.every(({ isFetched }) => isFetched);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      {isReady ? (
        <Loaded query={wallets} shape="cards" lines={2}>
          {(answer) => <Parts wallets={answer} />}
        </Loaded>
      ) : (
        <Loading shape="cards" lines={2} />
      )}
    </>
  );
}

function Parts({ wallets: { items } }: { readonly wallets: Wallets }) {
  const { empty, nav } = useWords();
  return (
    <div className="stack">
      {items.length === 0 ? (
        <Empty mark="fresh" text={empty.wallets}>
          <Link to="/transactions" className="quiet-button">
            {empty.goTo(nav.transactions)}
          </Link>
        </Empty>
      ) : (
        <div className="wallets">
          {items.map((wallet) => (
            <WalletCard key={wallet.wallet} wallet={wallet} />
          ))}
        </div>
      )}
      <MoneyByDay />
      <Applications />
      <Overpayments />
      <Differences />
      <Closings />
      <Statements wallets={items} />
      <Reports />
    </div>
  );
}
