import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useDecide } from '../api/decisions.ts';
import { useTransaction } from '../api/reads.ts';
import type { DetailAnswer, SimulatedOutcome, TransactionDetail } from '../api/types.ts';
import { ContradictionNote } from '../contradictions/contradiction-note.tsx';
import { TransactionEntries } from '../finance/transaction-entries.tsx';
import { useMe } from '../hooks/use-me.ts';
import { PayoutNote, ProviderTalk } from '../provider-requests/provider-talk.tsx';
import { ReceiptRows } from '../receipts/receipt-rows.tsx';
import { Timeline } from '../transactions/timeline.tsx';
import { ShortRows } from '../transactions/transaction-row.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { ignoreEnd } from '../ui/use-admin-action.ts';
import { ReplayButton, useReplayRefusal } from '../webhooks/replay-button.tsx';
import { WebhookItem } from '../webhooks/webhook-rows.tsx';
import { useWords } from '../words/words.tsx';
import { CompleteByHand } from './complete-by-hand.tsx';
import { useSettle } from './deciding/use-settle.ts';
import { DecisionButtons, DecisionSigns } from './decision-buttons.tsx';
import { GiveBack } from './give-back.tsx';
import { TransactionFacts, TransactionHead } from './transaction-facts.tsx';
import { Approvals } from './transaction-panel.tsx';

const route = getRouteApi('/transactions/$id');

/** One transaction whole. */
export function TransactionScreen() {
  const { transaction: words } = useWords();
  const { id } = route.useParams();
  const query = useTransaction(id);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <Loaded query={query} shape="panel" lines={8}>
        {(detail) => <Whole detail={detail} />}
      </Loaded>
    </>
  );
}

function Whole({ detail }: { readonly detail: DetailAnswer }) {
  const { transaction: words, empty } = useWords();
  const { transaction, history, receipts, webhooks, related } = detail;
  const replayRefusal = useReplayRefusal(detail);
  return (
    <div className="whole">
      <div className="whole-main">
        <div className="card">
          <TransactionHead transaction={transaction} />
          <ContradictionNote detail={detail} />
          <PayoutNote detail={detail} />
          <Approvals transaction={transaction} />
          <DecisionSigns transaction={transaction} />
          <DecisionButtons detail={detail} />
          <GiveBack detail={detail} />
          <TransactionFacts transaction={transaction} />
        </div>
        <Simulate transaction={transaction} />
        <ProviderTalk detail={detail} />
        <TransactionEntries entries={detail.entries ?? []} />
        {transaction.direction === 'deposit' && (
          <Section title={words.receipts}>
            <ReceiptRows depositId={transaction.id} receipts={receipts} />
            <CompleteByHand transaction={transaction} receipts={receipts} isOptional />
          </Section>
        )}
      </div>
      <div className="whole-side">
        <Section title={words.timeline}>
          <Timeline history={history} contradictions={detail.contradictions} />
        </Section>
        <Section title={words.webhooks}>
          {webhooks.length === 0 && <Empty text={empty.history} />}
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
          <ReplayButton transactionId={transaction.id} refusal={replayRefusal} />
        </Section>
        <Section title={words.related}>
          {related.length === 0 ? (
            <Empty text={empty.related} />
          ) : (
            <ShortRows lines={related} mark={transaction.id} />
          )}
        </Section>
      </div>
    </div>
  );
}

const OUTCOMES: readonly SimulatedOutcome[] = ['succeeded', 'failed', 'expired'];

/** Only in the sandbox: no money moves, so there is no question before it. */
function Simulate({ transaction }: { readonly transaction: TransactionDetail }) {
  const { actions } = useWords();
  const { environment } = useMe();
  const decide = useDecide();
  const settle = useSettle();
  if (environment !== 'sandbox' || !transaction.allowed_actions.includes('simulate')) return null;
  return (
    <Section title={actions.sandbox.simulateTitle}>
      <div className="decision-buttons">
        {OUTCOMES.map((outcome) => (
          <Button
            key={outcome}
            variant="default"
            loading={
              decide.isPending &&
              decide.variables.kind === 'simulate' &&
              decide.variables.outcome === outcome
            }
            onClick={() =>
              settle(transaction, 'simulate', () =>
                decide.mutateAsync({ kind: 'simulate', id: transaction.id, outcome }),
              ).catch(ignoreEnd)
            }
          >
            {actions.sandbox.outcome[outcome]}
          </Button>
        ))}
      </div>
    </Section>
  );
}
