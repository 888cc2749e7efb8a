import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCloseContradiction } from '../api/decisions.ts';
import { useContradictions } from '../api/reads.ts';
import { mayDecide } from '../api/roles.ts';
import type { ContradictionRow, ReversalRuling } from '../api/types.ts';
import { useWaitingChanges, WaitingChange } from '../changes/waiting-change.tsx';
import { useMe } from '../hooks/use-me.ts';
import { useProviderName } from '../hooks/use-provider-name.ts';
import { CONTRADICTION_CHOICES, oneOf } from '../search.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { DirectionMark, Mark, OperatorMark, StateBadge } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Age, Time } from '../ui/figures.tsx';
import { itemsOf, PagedList } from '../ui/lists/paged-list.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { formatMsisdn } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/contradictions');

/** What outside systems said against something settled, until a person has closed it. */
export function Contradictions() {
  const { contradictions: words, fields } = useWords();
  const { state = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useContradictions(state);
  // As beside the queues the first one is open when the screen opens; later ones move nothing.
  const [first, setFirst] = useState<string | undefined>();
  const newest = itemsOf(query)?.[0]?.id;
  if (first === undefined && newest !== undefined) setFirst(newest);
  // The dialog keeps it, although it leaves the list when it is closed.
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <div className="filters">
        <NativeSelect
          size="sm"
          label={fields.state}
          value={state}
          onChange={(event) =>
            void navigate({
              to: '/contradictions',
              search: { state: oneOf(CONTRADICTION_CHOICES, event.currentTarget.value) },
              replace: true,
            })
          }
          data={CONTRADICTION_CHOICES.map((value) => ({ value, label: words.choices[value] }))}
        />
      </div>
      <PagedList
        query={query}
        listId={state}
        label={words.title}
        empty={<NoContradiction isOnlyOpen={state === 'open'} />}
        shape="texts"
        render={({ item, isLeaving }) => (
          <li key={item.id} className="row" data-leaving={isLeaving || undefined}>
            <ContradictionItem
              contradiction={item}
              isFirst={item.id === first}
              onAsk={(ruling) => setAsked({ contradiction: item, ruling })}
            />
          </li>
        )}
      />
      {asked !== null && <CloseDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function NoContradiction({ isOnlyOpen }: { readonly isOnlyOpen: boolean }) {
  const { empty, nav } = useWords();
  return isOnlyOpen ? (
    <Empty mark="done" text={empty.contradictions}>
      <Link to="/contradictions" search={{ state: 'any' }} className="quiet-button">
        {empty.showAll}
      </Link>
    </Empty>
  ) : (
    <Empty mark="fresh" text={empty.contradictionsEver}>
      <Link to="/" className="quiet-button">
        {empty.goTo(nav.home)}
      </Link>
    </Empty>
  );
}

/** `provider:mtn-main:failed` and `sms:1234` as people say them. */
function useEvidence(): (evidence: string) => string {
  const { contradictions: own } = useWords();
  const providerName = useProviderName();
  return (evidence) => {
    const [source = '', name = '', said = ''] = evidence.split(':');
    if (source === 'provider') {
      return own.providerSays(providerName(name), own.said[said as keyof typeof own.said]);
    }
    if (source === 'statement') return own.statement(name);
    return source === 'sms' || source === 'text' ? own.byText : own.listSays;
  };
}

/** A reversal that no balance proves is closed by saying whether it is one. */
function rulingsOf({ remark }: ContradictionRow): readonly (ReversalRuling | null)[] {
  return remark.code === 'reversed_without_proof' ? ['not_reversed', 'reversed'] : [null];
}

function ContradictionItem({ contradiction, isFirst, onAsk }: ItemProps) {
  const words = useWords();
  const { contradictions: own } = words;
  const { staff } = useMe();
  const sayEvidence = useEvidence();
  const { direction, state, closed_at: closedAt } = contradiction;
  const [waiting] = useWaitingChanges(
    ({ kind, subject_id: id }) => kind === 'reversal' && id === contradiction.id,
  );
  return (
    <details className="webhook" open={isFirst}>
      <summary className="webhook-head" data-row>
        {direction !== null && <DirectionMark direction={direction} />}
        <strong>{formatMoney(contradiction.amount_xaf)}</strong>
        <OperatorMark operator={contradiction.operator} />
        <span>{formatMsisdn(contradiction.msisdn_masked)}</span>
        {closedAt !== null && <Mark tone="grey" text={own.closed} />}
        {closedAt === null ? (
          <Age since={contradiction.recorded_at} />
        ) : (
          <Time at={contradiction.recorded_at} />
        )}
        <span className="sms-reason">{words.said(contradiction.remark)}</span>
      </summary>
      <Facts>
        {state !== null && (
          <Fact name={own.settledAs}>
            <StateBadge state={state} reason={contradiction.reason_code} />
          </Fact>
        )}
        <Fact name={own.saidBy}>{sayEvidence(contradiction.evidence)}</Fact>
        <Fact name={own.since}>
          <Time at={contradiction.recorded_at} />
        </Fact>
        {closedAt !== null && (
          <>
            <Fact name={own.closedBy}>
              {contradiction.closed_by} · <Time at={closedAt} />
            </Fact>
            <Fact name={own.closedBecause}>{contradiction.closed_because}</Fact>
          </>
        )}
      </Facts>
      {contradiction.sms_text !== null && (
        <>
          <p className="soft">{own.text}</p>
          <pre className="answer sms-text">{contradiction.sms_text}</pre>
        </>
      )}
      <Links contradiction={contradiction} />
      {waiting !== undefined && <WaitingChange change={waiting} />}
      {closedAt === null && waiting === undefined && mayDecide(staff) && (
        <div className="change-buttons">
          {rulingsOf(contradiction).map((ruling) => (
            <Button key={ruling} variant="default" size="sm" onClick={() => onAsk(ruling)}>
              {ruling === null ? own.close : own.rulings[ruling].button}
            </Button>
          ))}
        </div>
      )}
    </details>
  );
}

function Links({ contradiction }: Pick<ItemProps, 'contradiction'>) {
  const { contradictions: words } = useWords();
  const { transaction_id: id, receipt_id: receiptId } = contradiction;
  return (
    <p>
      {id !== null && (
        <Link to="/transactions/$id" params={{ id }} className="inline-link">
          {words.toTransaction}
        </Link>
      )}{' '}
      {receiptId !== null && (
        <Link to="/receipts" search={{ id: receiptId }} className="inline-link">
          {words.toPayment}
        </Link>
      )}
    </p>
  );
}

interface ItemProps {
  readonly contradiction: ContradictionRow;
  readonly isFirst: boolean;
  readonly onAsk: (ruling: ReversalRuling | null) => void;
}

interface Asked {
  readonly contradiction: ContradictionRow;
  readonly ruling: ReversalRuling | null;
}

function CloseDialog({ contradiction, ruling, onClose }: Asked & { readonly onClose: () => void }) {
  const { contradictions: words, said } = useWords();
  const close = useCloseContradiction();
  const own = ruling === null ? null : words.rulings[ruling];
  return (
    <ActDialog
      title={own?.title ?? words.closeTitle}
      confirmLabel={own?.button ?? words.close}
      consequence={own?.means ?? words.closeMeans}
      onClose={onClose}
      act={(reason) => {
        const { id } = contradiction;
        return close.mutateAsync({ id, reason, ...(ruling === null ? {} : { ruling }) });
      }}
      done={words.closedDone}
    >
      <p>{said(contradiction.remark)}</p>
    </ActDialog>
  );
}
