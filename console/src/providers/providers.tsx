import { Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProviders, useSwitchProvider } from '../api/admin.ts';
import type { Channel, ProviderSetup } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Mark, OperatorMark, ProviderBadge, type Tone } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { formatMsisdn, formatPercent } from '../words/format.ts';
import { formatBalance } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { channelUse, describeLimits } from './limits.ts';

export function Providers() {
  const { actions, numbers, empty, nav } = useWords();
  const { staff } = useMe();
  const query = useProviders();
  return (
    <>
      <header className="screen-head">
        <h1>{actions.providers.title}</h1>
        {staff.role !== 'admin' && <p className="why-not">{actions.whyNot.admin}</p>}
        <Link to="/numbers" className="inline-link">
          {numbers.title}
        </Link>
      </header>
      <Loaded query={query} shape="cards" lines={3}>
        {({ providers }) =>
          providers.length === 0 ? (
            <Empty mark="fresh" text={empty.providers}>
              <Link to="/" className="quiet-button">
                {empty.goTo(nav.home)}
              </Link>
            </Empty>
          ) : (
            <div className="stack">
              {providers.map((provider) => (
                <Provider key={provider.id} provider={provider} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function Provider({ provider }: { readonly provider: ProviderSetup }) {
  const { actions, home, said, colon } = useWords();
  const { staff } = useMe();
  const walletName = useWalletName();
  const [isAsking, setAsking] = useState(false);
  const words = actions.providers;
  const { failure_rate_1h: rate, tx_count_1h: count } = provider;
  return (
    <Section
      title={provider.display_name}
      tools={
        <Switch
          aria-label={words.switchLabel(provider.display_name)}
          label={provider.flag_enabled ? words.on : words.off}
          checked={provider.flag_enabled}
          disabled={staff.role !== 'admin'}
          onChange={() => setAsking(true)}
        />
      }
    >
      <p className="head-kind">
        {/* Of one that is switched off the switch says it; what it would be like says nothing. */}
        {provider.flag_enabled && <ProviderBadge status={provider.status} />}
        {provider.is_primary && <Mark tone="grey" text={words.primary} />}
        <span className="soft">
          {words.health(Math.round(rate * count), count, formatPercent(rate))}
        </span>
      </p>
      <p>{said(provider.message)}</p>
      {provider.problem !== null && (
        <p className="problem-note">
          {words.problem}
          {colon} <strong>{said(provider.problem)}</strong>
        </p>
      )}
      <Facts>
        {provider.floats.map((float) => (
          <Fact key={float.wallet} name={home.floatOf(walletName(float.wallet))}>
            <Float float={float} />
          </Fact>
        ))}
        <Fact name={words.checked}>
          {provider.checked_at === null ? words.neverChecked : <Time at={provider.checked_at} />}
        </Fact>
        <Fact name={words.trial}>
          {provider.trial === null ? words.notTried : <Time at={provider.trial.at} />}
        </Fact>
      </Facts>
      {provider.trial !== null && <Trial trial={provider.trial} />}
      <div className="beside">
        {provider.channels.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} isProviderOn={provider.flag_enabled} />
        ))}
      </div>
      {isAsking && <SwitchDialog provider={provider} onClose={() => setAsking(false)} />}
    </Section>
  );
}

/** What a rehearsal with money found, with what differs first. */
function Trial({ trial }: { readonly trial: NonNullable<ProviderSetup['trial']> }) {
  const { actions, directions } = useWords();
  const { trialPoints, trialOutcomes } = actions.providers;
  const outcomes = ['differs', 'not_seen', 'verified'] as const;
  const rows = outcomes.flatMap((wanted) => trial.rows.filter((row) => row.outcome === wanted));
  return (
    <ul className="short-lines">
      {rows.map(({ direction, point, outcome, found }) => (
        <li key={`${direction} ${point}`} className="head-kind">
          <Mark tone={TRIAL_TONES[outcome]} text={trialOutcomes[outcome]} />
          {directions[direction]} · {trialPoints[point]}
          {found !== null && <span className="code">{found}</span>}
        </li>
      ))}
    </ul>
  );
}

const TRIAL_TONES = {
  verified: 'green',
  differs: 'red',
  not_seen: 'grey',
} as const satisfies Record<string, Tone>;

/** What the wallet can still pay out, as on Home and at an approval. */
function Float({ float: { free_xaf: xaf, level } }: FloatProps) {
  const { home, finance } = useWords();
  if (xaf === null) return home.floatLevels[level];
  return (
    <>
      <strong className="money">{formatBalance(xaf)}</strong>{' '}
      {level === 'low' && <Mark tone="red" text={finance.low} />}
    </>
  );
}

interface FloatProps {
  readonly float: ProviderSetup['floats'][number];
}

function SwitchDialog({ provider, onClose }: SwitchDialogProps) {
  const { providers: words } = useWords().actions;
  const change = useSwitchProvider();
  const enabled = !provider.flag_enabled;
  const { display_name: name } = provider;
  return (
    <ActDialog
      title={enabled ? words.switchOn(name) : words.switchOff(name)}
      tone={enabled ? 'go' : 'danger'}
      confirmLabel={enabled ? words.turnOn : words.turnOff}
      consequence={enabled ? words.switchOnMeans : words.switchOffMeans}
      onClose={onClose}
      act={(reason) => change.mutateAsync({ id: provider.id, enabled, reason })}
      done={words.saved}
    />
  );
}

interface SwitchDialogProps {
  readonly provider: ProviderSetup;
  readonly onClose: () => void;
}

function ChannelCard({ channel, isProviderOn }: ChannelCardProps) {
  const { actions, fields, modes } = useWords();
  const { staff } = useMe();
  const [isOpen, setOpen] = useState(false);
  const words = actions.providers;
  const use = channelUse(channel, isProviderOn);
  return (
    <div className="channel">
      <p className="head-kind">
        <OperatorMark operator={channel.operator} />
        <Mark tone={USE_TONES[use]} text={words.uses[use]} />
      </p>
      <Facts>
        <Fact name={fields.mode}>{modes[channel.collection_mode]}</Fact>
        <Fact name={fields.merchantNumber}>{formatMsisdn(channel.merchant_number)}</Fact>
        <Fact name={words.displayName}>{channel.merchant_display_name ?? fields.none}</Fact>
        <Fact name={words.template}>
          <span className="code">{channel.ussd_template ?? fields.none}</span>
        </Fact>
        <Fact name={words.limits}>{describeLimits(channel, words)}</Fact>
      </Facts>
      {staff.role === 'admin' && (
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {words.edit}
        </Button>
      )}
      {isOpen && <ChannelDialog channel={channel} onClose={() => setOpen(false)} />}
    </div>
  );
}

const USE_TONES = {
  used: 'green',
  off: 'grey',
  provider_off: 'grey',
} as const satisfies Record<ReturnType<typeof channelUse>, Tone>;

interface ChannelCardProps {
  readonly channel: Channel;
  readonly isProviderOn: boolean;
}
