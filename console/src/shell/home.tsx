import { Link } from '@tanstack/react-router';
import { useFigures, useLines, useOverview } from '../api/reads.ts';
import { waitsFor } from '../api/roles.ts';
import type { Overview, ProviderHealth } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { DirectionMark, Mark, OperatorMark, ProviderBadge } from '../ui/badges.tsx';
import { Age } from '../ui/figures.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Problem, StaleNote } from '../ui/states/problem.tsx';
import { formatPercent } from '../words/format.ts';
import { formatCount, formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { Tiles } from './at-a-glance.tsx';
import { Figures } from './figures.tsx';
import { HomeBones, TileBones } from './home-bones.tsx';
import { Verdict } from './verdict.tsx';
import { QUEUE_SLOTS } from './waiting.ts';

export function Home() {
  const { home } = useWords();
  const query = useOverview();
  const lines = useLines();
  // All that is below waits for it, and comes at once.
  const figures = useFigures('24h');
  // Whichever came later would push the content down, so the screen waits for both; but not again
  // each time that lines which could not be read are tried once more.
  if (query.data === undefined || !lines.isFetched) {
    return (
      <>
        <h1 className="unseen">{home.title}</h1>
        {query.error === null ? (
          <HomeBones />
        ) : (
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <h1 className="unseen">{home.title}</h1>
      <StaleNote query={query} />
      <Verdict />
      <Queues queues={query.data.queues} />
      {figures.isFetched ? (
        <>
          <Tiles overview={query.data} />
          <Today overview={query.data} />
          <Figures />
          <Section title={home.providers}>
            <ul className="health">
              {query.data.providers.map((provider) => (
                <Health key={provider.provider_id} provider={provider} />
              ))}
            </ul>
          </Section>
        </>
      ) : (
        <ul className="tiles" aria-busy="true">
          <TileBones count={5} />
        </ul>
      )}
    </>
  );
}

function Queues({ queues }: Pick<Overview, 'queues'>) {
  const { home } = useWords();
  const { staff } = useMe();
  const of = (whom: 'me' | 'others') =>
    queues.filter(({ name, count }) => {
      const isIdle = name === 'own_changes' && count === 0;
      return !isIdle && waitsFor(name, staff.role) === whom;
    });
  return (
    <>
      <QueueCards title={home.queues} queues={of('me')} />
      <QueueCards title={home.verdict.waitsForOthers} queues={of('others')} />
    </>
  );
}

function QueueCards({ title, queues }: QueueCardsProps) {
  const { home } = useWords();
  if (queues.length === 0) return null;
  return (
    <>
      <h2 className="home-title">{title}</h2>
      <ul className="queues">
        {queues.map(({ name, count, oldest_at }) => (
          <li key={name}>
            <Link {...QUEUE_SLOTS[name]} className="queue-card" data-waiting={count > 0} data-row>
              <span className="queue-name">{home.queue[name]}</span>
              <span className="queue-count">{formatCount(count)}</span>
              <span className="soft">
                {oldest_at === null ? home.nothing : <Oldest at={oldest_at} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

interface QueueCardsProps extends Pick<Overview, 'queues'> {
  readonly title: string;
}

function Oldest({ at }: { readonly at: string }) {
  const { home } = useWords();
  const [before, after] = home.oldest('\n').split('\n');
  return (
    <>
      {before}
      <Age since={at} />
      {after}
    </>
  );
}

function Today({ overview }: { readonly overview: Overview }) {
  const { home } = useWords();
  const rows = [
    { key: 'deposit', name: <DirectionMark direction="deposit" />, volume: overview.today.deposit },
    {
      key: 'withdrawal',
      name: <DirectionMark direction="withdrawal" />,
      volume: overview.today.withdrawal,
    },
    ...overview.operators.map((line) => ({
      key: `${line.operator} ${line.direction}`,
      name: (
        <span className="sub-row">
          <OperatorMark operator={line.operator} /> <DirectionMark direction={line.direction} />
        </span>
      ),
      volume: line,
    })),
  ];
  const count = (head: string, key: 'count' | 'succeeded' | 'failed' | 'expired' | 'rejected') => ({
    head,
    kind: 'figure' as const,
    from: 2 as const,
    cell: ({ volume }: (typeof rows)[number]) => formatCount(volume[key]),
  });
  return (
    <Section title={home.today}>
      <Table
        label={home.today}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { head: home.kind, cell: ({ name }) => name },
          count(home.count, 'count'),
          count(home.succeeded, 'succeeded'),
          count(home.failed, 'failed'),
          count(home.expired, 'expired'),
          count(home.rejected, 'rejected'),
          {
            head: home.share,
            kind: 'figure',
            from: 2,
            cell: ({ volume: { success_rate: rate } }) => (
              <span title={home.shareRule}>{rate === null ? '–' : formatPercent(rate)}</span>
            ),
          },
          {
            head: home.paid,
            kind: 'figure',
            cell: ({ volume }) => formatMoney(volume.amount_succeeded_xaf),
          },
        ]}
      />
    </Section>
  );
}

function Health({ provider }: { readonly provider: ProviderHealth }) {
  const { home } = useWords();
  return (
    <li className="health-line">
      <strong>{provider.display_name}</strong>
      {provider.is_feature_flag_enabled ? (
        <ProviderBadge status={provider.status} />
      ) : (
        <Mark tone="grey" text={home.switchedOff} />
      )}
      <span className="soft">
        {home.failures(formatPercent(provider.failure_rate_1h), provider.tx_count_1h)}
      </span>
    </li>
  );
}
