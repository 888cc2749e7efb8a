import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Wallet } from '../api/types.ts';
import { useNow } from '../hooks/use-now.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Mark } from '../ui/badges.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import { Dialog } from '../ui/confirm-dialog.tsx';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { formatDay, shortAmount, shortId } from '../words/format.ts';
import { formatBalance, formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { everyDay } from './every-day.ts';

/** One account with an operator: what it has, what the books say, and how long it lasts. */
export function WalletCard({ wallet }: { readonly wallet: Wallet }) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  const [isAdding, setAdding] = useState(false);
  const { told: reported } = wallet;
  return (
    <Section
      title={walletName(wallet.wallet)}
      tools={wallet.float_level === 'low' && <Mark tone="red" text={words.low} />}
    >
      <div className="wallet-hero">
        <div>
          <p className="hero-figure" data-unknown={reported === null || undefined}>
            {reported === null ? words.notReported : formatBalance(reported.xaf)}
          </p>
          <p className="soft">
            {words.told}
            {reported !== null && (
              <>
                {' · '}
                <Time at={reported.at} />
              </>
            )}
          </p>
        </div>
        <Button size="sm" variant="default" onClick={() => setAdding(true)}>
          {words.addFunds}
        </Button>
      </div>
      <dl className="money-lines">
        <MoneyLine name={words.book} xaf={wallet.book_xaf} />
        <MoneyLine name={words.promised} rule={words.promisedRule} xaf={wallet.promised_xaf} />
        <MoneyLine name={words.free} xaf={wallet.free_xaf} isMain />
      </dl>
      <Difference wallet={wallet} />
      <Forecast wallet={wallet} />
      {isAdding && (
        <Dialog title={words.addFunds} onClose={() => setAdding(false)}>
          <p>{words.payInto(walletName(wallet.wallet))}</p>
          <p className="soft">{words.bookedWhen}</p>
        </Dialog>
      )}
    </Section>
  );
}

function MoneyLine({ name, rule, xaf, isMain = false }: MoneyLineProps) {
  const { finance: words } = useWords();
  return (
    <div data-main={isMain || undefined}>
      <dt title={rule}>{name}</dt>
      <dd>{xaf === null ? words.unknown : formatBalance(xaf)}</dd>
    </div>
  );
}

interface MoneyLineProps {
  readonly name: string;
  /** What is counted. */
  readonly rule?: string;
  readonly xaf: number | null;
  readonly isMain?: boolean;
}

/** Between the reported balance and the books of its moment, which is said. */
function Difference({ wallet: { told: reported } }: { readonly wallet: Wallet }) {
  const { finance: words, colon } = useWords();
  if (reported === null) return null;
  if (reported.cause === 'none') return <p className="wallet-agrees">{words.agrees}</p>;
  return (
    <div className="approvals-note">
      <p>
        <strong>
          {words.difference}
          {colon} <span className="money">{formatBalance(reported.difference_xaf)}</span>
        </strong>
        {' · '}
        {words.causes[reported.cause]}
      </p>
      <p>
        {words.ofMoment} <Time at={reported.at} />
      </p>
      {reported.between.length > 0 && (
        <p>
          {words.between}
          {colon}{' '}
          {reported.between.map(({ subject, xaf }) => (
            <span key={subject}>
              <MovementLink subject={subject} /> {formatBalance(xaf)}{' '}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function MovementLink({ subject }: { readonly subject: string }) {
  const [kind, id = ''] = subject.split(':');
  if (kind !== 'transaction') return subject.slice(subject.lastIndexOf(':') + 1);
  return (
    <Link to="/transactions/$id" params={{ id }} className="note-link" title={id}>
      {shortId(id)}
    </Link>
  );
}

const FORECAST_DAYS = 3;

/** What was in the wallet at the end of each day, and what will be there at the present rate. */
function Forecast({ wallet }: { readonly wallet: Wallet }) {
  const { finance: words, language, colon } = useWords();
  const { free_xaf: free, per_hour_xaf: perHour } = wallet;
  const days = everyDay(wallet.days, useNow());
  const formatTime = (day: string) => formatDay(`${day}T12:00:00Z`, language);
  const forecast =
    free === null || perHour <= 0
      ? []
      : Array.from({ length: FORECAST_DAYS }, (_, day) =>
          Math.max(0, free - perHour * 24 * (day + 1)),
        );
  return (
    <div>
      <p>
        {words.perHour}
        {colon} {formatMoney(Math.round(wallet.per_hour_xaf))} · {words.emptyAt}
        {colon} <EmptyAt wallet={wallet} />
      </p>
      {days.length < 2 ? (
        <p className="soft">{words.noDays}</p>
      ) : (
        <figure className="chart-place">
          <Chart
            label={words.chart}
            times={days.map(({ day }) => day)}
            values={days.map(({ xaf }) => xaf)}
            before={[]}
            forecast={forecast}
            format={formatBalance}
            axis={shortAmount}
            formatTime={formatTime}
          />
          <figcaption className="soft">{words.chart}</figcaption>
        </figure>
      )}
    </div>
  );
}

function EmptyAt({ wallet }: { readonly wallet: Wallet }) {
  const { finance: words } = useWords();
  if (wallet.float_level === 'unknown') return words.unknown;
  return wallet.empty_at === null ? words.notEmpty : <Time at={wallet.empty_at} />;
}
