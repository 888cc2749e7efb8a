import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLookAtSms } from '../api/decisions.ts';
import { useSms } from '../api/reads.ts';
import { mayDecide } from '../api/roles.ts';
import type { SmsRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { oneOf, SMS_STATES } from '../search.ts';
import { Mark, SmsBadge } from '../ui/badges.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { PagedList } from '../ui/lists/paged-list.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { formatMsisdn, sayNumber } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { BelowSenders } from './senders.tsx';

const route = getRouteApi('/sms');
const CHOICES = [...SMS_STATES, 'any'] as const;

/** What the operators wrote to our lines, newest first; at first only texts in review are shown. */
export function Sms() {
  const { sms: words, fields } = useWords();
  const { id, ...search } = route.useSearch();
  // One text is shown whatever its state is.
  const { state = id === undefined ? 'review' : 'any' } = search;
  const navigate = route.useNavigate();
  const query = useSms({ state: state === 'any' ? undefined : state, id });
  // The dialog keeps the text, although it leaves the list when it is settled.
  const [asked, setAsked] = useState<SmsRow | null>(null);
  const texts = (
    <PagedList
      query={query}
      listId={`${state} ${id}`}
      label={words.title}
      empty={<NoText state={state} />}
      shape="texts"
      render={({ item, isLeaving }) => (
        <li key={item.id} className="row" data-leaving={isLeaving || undefined}>
          <SmsItem sms={item} isOpen={item.id === id} onLookAt={() => setAsked(item)} />
        </li>
      )}
    />
  );
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
              to: '/sms',
              search: { state: oneOf(CHOICES, event.currentTarget.value) },
              replace: true,
            })
          }
          data={CHOICES.map((value) => ({
            value,
            label: value === 'any' ? words.any : words.states[value],
          }))}
        />
      </div>
      {state === 'review' ? <BelowSenders>{texts}</BelowSenders> : texts}
      {asked !== null && <LookAtDialog sms={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function NoText({ state }: { readonly state: (typeof CHOICES)[number] }) {
  const { empty, nav } = useWords();
  if (state === 'any') {
    return (
      <Empty mark="fresh" text={empty.sms}>
        <Link to="/lines" className="quiet-button">
          {empty.goTo(nav.lines)}
        </Link>
      </Empty>
    );
  }
  const isReview = state === 'review';
  return (
    <Empty
      mark={isReview ? 'done' : 'search'}
      text={isReview ? empty.smsToReview : empty.smsFiltered}
    >
      <Link to="/sms" search={{ state: 'any' }} className="quiet-button">
        {empty.showAll}
      </Link>
    </Empty>
  );
}

function SmsItem({ sms, isOpen, onLookAt }: SmsItemProps) {
  const words = useWords();
  const { sms: own } = words;
  const { staff } = useMe();
  const reason = sms.reason && words.said(sms.reason);
  return (
    <details className="webhook" open={isOpen}>
      <summary className="webhook-head" data-row>
        <SmsBadge state={sms.state} />
        <strong className="long-text">{sayNumber(sms.sender)}</strong>
        <span>{sms.line === null ? own.noLine : formatMsisdn(sms.line)}</span>
        {sms.trust !== 'trusted' && <Mark tone="red" text={own.trusts[sms.trust]} />}
        {sms.looked_at !== null && <Mark tone="grey" text={own.lookedAt} />}
        <Time at={sms.at} />
        {reason !== null && <span className="sms-reason">{reason}</span>}
        <span className="sms-snippet" title={sms.text} data-clips>
          {sms.text}
        </span>
      </summary>
      <pre className="answer sms-text">{sms.text}</pre>
      <Facts>
        <Fact name={own.trust}>{own.trusts[sms.trust]}</Fact>
        <Fact name={own.gateway}>{sms.gateway}</Fact>
        <Fact name={own.sim}>{sms.sim ?? own.noSim}</Fact>
        <Fact name={own.sentAt}>
          {sms.sent_at === null ? own.noSentAt : <Time at={sms.sent_at} />}
        </Fact>
        <Fact name={own.line}>{sms.line === null ? own.noLine : formatMsisdn(sms.line)}</Fact>
        <Fact name={own.template}>{sms.template ?? own.noTemplate}</Fact>
        <Fact name={own.seen}>{own.times(sms.seen)}</Fact>
        {sms.looked_at !== null && (
          <Fact name={own.lookedAtBy}>
            {sms.looked_at_by} · <Time at={sms.looked_at} />
          </Fact>
        )}
      </Facts>
      {sms.receipt_id !== null && (
        <p>
          <Link to="/receipts" search={{ id: sms.receipt_id }} className="inline-link">
            {own.toPayment}
          </Link>
        </p>
      )}
      {sms.state === 'review' && sms.looked_at === null && mayDecide(staff) && (
        <div>
          <Button variant="default" size="sm" onClick={onLookAt}>
            {own.lookAt}
          </Button>
        </div>
      )}
    </details>
  );
}

interface SmsItemProps {
  readonly sms: SmsRow;
  /** A search led to it. */
  readonly isOpen: boolean;
  readonly onLookAt: () => void;
}

function LookAtDialog({ sms, onClose }: LookAtDialogProps) {
  const { sms: words } = useWords();
  const lookAt = useLookAtSms();
  const carryOut = useAdminAction();
  return (
    <ConfirmDialog
      title={words.lookAtTitle}
      tone="go"
      confirmLabel={words.lookAt}
      consequence={words.lookAtMeans}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        await carryOut(() => lookAt.mutateAsync({ id: sms.id, reason }), words.lookedAtDone);
        onClose();
      }}
    >
      <pre className="answer sms-text">{sms.text}</pre>
    </ConfirmDialog>
  );
}

interface LookAtDialogProps {
  readonly sms: SmsRow;
  readonly onClose: () => void;
}
