import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRevealBalance } from '../api/decisions.ts';
import { useLines } from '../api/reads.ts';
import { mayDecide } from '../api/roles.ts';
import type { SimLine } from '../api/types.ts';
import { SubjectName } from '../changes/subject-name.tsx';
import { showInView } from '../hooks/show-in-view.ts';
import { useAsked } from '../hooks/use-asked.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark, OperatorMark } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { ignoreEnd, useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn } from '../words/format.ts';
import { formatBalance, HIDDEN_BALANCE } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { BalanceDialog } from './balance-dialog.tsx';
import { Gateways } from './gateways.tsx';
import { LooseTexts } from './loose-texts.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { WithoutBalancesDialog } from './without-balances-dialog.tsx';

const route = getRouteApi('/lines');

interface Question {
  readonly kind: 'balance' | 'without' | 'pin';
  /** As it was when the question was put, whatever happens to it meanwhile. */
  readonly line: SimLine;
}

/** Our SIM lines: their balances by their texts, their gateways, and what does not connect. */
export function Lines() {
  const { lines: words, empty, nav } = useWords();
  const { staff } = useMe();
  const query = useLines();
  const { line: wanted, ask } = route.useSearch();
  const items = query.data?.items;
  const [asked, setAsked] = useState<Question | null>(null);
  useAsked(ask, items !== undefined, (kind) => {
    const line =
      items?.find((one) => one.line === wanted) ?? (items?.length === 1 ? items[0] : undefined);
    if (line !== undefined && mayDecide(staff)) setAsked({ kind, line });
  });
  const close = () => setAsked(null);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <Loaded query={query} shape="cards" lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty mark="fresh" text={empty.lines}>
              <Link to="/providers" className="quiet-button">
                {empty.goTo(nav.providers)}
              </Link>
            </Empty>
          ) : (
            <div className="stack">
              {items.map((line) => (
                <div key={line.line} ref={line.line === wanted ? showInView : undefined}>
                  <LineCard line={line} onAsk={(kind) => setAsked({ kind, line })} />
                </div>
              ))}
            </div>
          )
        }
      </Loaded>
      {staff.role === 'admin' && <Gateways />}
      {asked?.kind === 'balance' && <BalanceDialog line={asked.line} onClose={close} />}
      {asked?.kind === 'without' && <WithoutBalancesDialog line={asked.line} onClose={close} />}
      {asked?.kind === 'pin' && <PinDialog line={asked.line} onClose={close} />}
    </>
  );
}

function LineCard({ line, onAsk }: LineCardProps) {
  const { lines: words, fields, said, colon } = useWords();
  const { staff } = useMe();
  return (
    <Section title={formatMsisdn(line.line)} tools={<Marks line={line} />}>
      {line.problem !== null && (
        <p className="problem-note">
          {words.problem}
          {colon} <strong>{said(line.problem)}</strong>
          {line.heard_at !== null && (
            <>
              {' '}
              {words.seenAt} <Time at={line.heard_at} />
            </>
          )}
        </p>
      )}
      <Facts>
        <Fact name={words.balance}>
          {line.tells_balances ? <LineBalance line={line} /> : words.noBalances}
        </Fact>
        <Fact name={words.gateways}>
          {line.gateways.length === 0 ? fields.none : <GatewayNames line={line} />}
        </Fact>
        {line.sims.map((sim) => (
          <Fact key={sim.gateway} name={words.paysOut}>
            {sim.problem === null ? words.paysNow(sim.open_jobs) : said(sim.problem)}{' '}
            {sim.signal !== null && words.signal(sim.signal)}
            {sim.screen !== null && (
              <blockquote>
                {words.shownScreen}
                {colon} {sim.screen}
              </blockquote>
            )}
            {sim.pin_meant !== null && <p>{words.pinSaid}</p>}
          </Fact>
        ))}
      </Facts>
      {line.loose.length > 0 && (
        <>
          <h3>{words.loose}</h3>
          <LooseTexts loose={line.loose} />
          <p className="approvals-note">{line.is_in_gap ? words.gapWaits : words.looseWaits}</p>
        </>
      )}
      {mayDecide(staff) && (
        <div className="line-acts">
          <Button
            size="md"
            variant={line.is_in_gap || !line.is_opened ? 'filled' : 'default'}
            onClick={() => onAsk('balance')}
          >
            {words.typeBalance}
          </Button>
          {staff.role === 'admin' && line.sims.some(isPinInDoubt) && (
            <Button size="md" onClick={() => onAsk('pin')}>
              {words.pinMeant}
            </Button>
          )}
          {staff.role === 'admin' && line.tells_balances && (
            <Button size="md" variant="default" onClick={() => onAsk('without')}>
              {words.withoutBalances}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

function GatewayNames({ line }: { readonly line: SimLine }) {
  return line.gateways.map((id) => (
    <div key={id}>
      <SubjectName subject={{ kind: 'gateway', id, name: null, amount_xaf: null }} />
    </div>
  ));
}

function isPinInDoubt({ since, pin_meant: said }: SimLine['sims'][number]): boolean {
  return since !== null && said === null;
}

/** What the line has; an agent reveals it by a click. */
function LineBalance({ line }: { readonly line: SimLine }) {
  const { lines: words } = useWords();
  const { staff } = useMe();
  const reveal = useRevealBalance();
  const carryOut = useAdminAction();
  if (!line.has_balance) return words.balanceUnknown;
  if (line.balance_xaf !== null) return formatBalance(line.balance_xaf);
  return (
    <>
      {HIDDEN_BALANCE}{' '}
      {mayDecide(staff) && (
        <button
          type="button"
          className="quiet-button"
          title={words.revealMeans}
          disabled={reveal.isPending}
          onClick={() => void carryOut(() => reveal.mutateAsync(line.line), null).catch(ignoreEnd)}
        >
          {words.revealBalance}
        </button>
      )}
    </>
  );
}

function Marks({ line }: { readonly line: SimLine }) {
  const { lines: words } = useWords();
  const { operator, problem, is_in_gap, tells_balances } = line;
  const isInOrder = problem === null && !is_in_gap && tells_balances;
  return (
    <span className="head-kind">
      {operator !== null && <OperatorMark operator={operator} />}
      {problem !== null && <Mark tone="red" text={words.unseen} />}
      {is_in_gap && <Mark tone="amber" text={words.inGap} />}
      {!tells_balances && <Mark tone="amber" text={words.unchecked} />}
      {isInOrder && <Mark tone="green" text={words.inOrder} />}
    </span>
  );
}

interface LineCardProps {
  readonly line: SimLine;
  readonly onAsk: (kind: Question['kind']) => void;
}
