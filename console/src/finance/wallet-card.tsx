import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLines } from '../api/reads.ts';
import type { Wallet } from '../api/types.ts';
import { useNow } from '../hooks/use-now.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Mark } from '../ui/badges.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import { Dialog } from '../ui/confirm-dialog.tsx';
import { Ahead, Time } from '../ui/figures.tsx';
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
          {reported !== null && (
            <p className="soft">
              {words.reportedBalance}
              {' · '}
              <Time at={reported.at} />
            </p>
          )}
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
      <BalanceGap wallet={wallet.wallet} />
      <Difference wallet={wallet} />
      <Forecast wallet={wallet} />
      {isAdding && (
        <Dialog title={words.addFunds} onClose={() => setAdding(false)}>
          <p>{words.payInto(walletName(wallet.wallet))}</p>
          <p className="soft">
            {words.bookedWhen}
            {reported !== null && ` ${words.untilThen}`}
          </p>
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

/** While the texts of a wallet's line do not connect, no later balance is known to agree. */
function BalanceGap({ wallet }: { readonly wallet: string }) {
  const { finance: words } = useWords();
  const { data } = useLines();
  const inGap = data?.items.find(
    (one) => one.is_in_gap && wallet === `${one.operator}:${one.line}`,
  );
  if (inGap === undefined) return null;
  const { line, gap_since: since = null } = inGap;
  return (
    <div className="approvals-note">
      <p>
        <strong>
          {words.gap}
          {since !== null && (
            <>
              {' '}
              {words.gapSince} <Time at={since} />
            </>
          )}
        </strong>
      </p>
      <p>
        <Link to="/lines" search={{ line }} className="note-link">
          {words.enterBalance}
        </Link>
      </p>
    </div>
  );
}

/** Between the reported balance and the books of its moment, both of which are said. */
function Difference({ wallet: { told: reported } }: { readonly wallet: Wallet }) {
  const { finance: words, colon } = useWords();
  if (reported === null) return null;
  if (reported.cause === 'none') {
    return (
      <p className="wallet-agrees">
        {words.agreed} <Time at={reported.at} />
      </p>
    );
  }
  const bookThen = reported.xaf - reported.difference_xaf;
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
        {words.compared(formatBalance(reported.xaf), formatBalance(bookThen))}{' '}
        <Time at={reported.at} />
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
  return wallet.empty_at === null ? words.notEmpty : <Ahead at={wallet.empty_at} />;
}
