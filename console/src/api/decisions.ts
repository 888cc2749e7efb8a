import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath, withQuery } from './path.ts';
import type {
  BulkResult,
  DecisionAnswer,
  Dismissal,
  OpenField,
  Operator,
  RevealedBalance,
  ReversalRuling,
  SimulatedOutcome,
  TrustedBalance,
  WaitingChange,
} from './types.ts';

export type Decision =
  | ({ readonly kind: 'approve' } & Approval)
  | ({ readonly kind: 'reject' | 'cancel' } & Reasoned)
  | Resolution
  | Completion
  | { readonly kind: 'simulate'; readonly id: string; readonly outcome: SimulatedOutcome };

interface Approval {
  readonly id: string;
  readonly approvalsSeen: number;
  /** The name that the person saw under the number. */
  readonly payeeSeen: string | null;
}

interface Reasoned {
  readonly id: string;
  readonly reason: string;
  /** The platform reads the reason. */
  readonly tellsPlatform: boolean;
}

/** What becomes of the payment of a deposit that is rejected. */
export type RefusedMoney =
  | { readonly money: 'free' | 'sent_back' }
  | { readonly money: 'returned'; readonly returned_how: string };

/** A decision on a held transaction, with how many others were seen to have decided the same. */
interface Resolution extends Reasoned {
  readonly kind: 'confirm' | 'refuse';
  readonly approvalsSeen: number;
  readonly money?: RefusedMoney | null;
}

interface Completion extends Reasoned {
  readonly kind: 'complete';
  readonly receiptIds: readonly string[];
  readonly approvalsSeen: number;
}

export function useDecide() {
  const refresh = useRefreshAfterDecision();
  return useMutation({ mutationFn: decide, onSettled: refresh });
}

function decide(decision: Decision): Promise<DecisionAnswer> {
  const { id } = decision;
  switch (decision.kind) {
    case 'approve':
      return callApi(
        'POST',
        withQuery(apiPath`/withdrawals/${id}/approve`, { approvals_seen: decision.approvalsSeen }),
        decision.payeeSeen === null ? {} : { payee_name: decision.payeeSeen },
      );
    case 'reject':
    case 'cancel':
      return callApi('POST', apiPath`/withdrawals/${id}/${decision.kind}`, bodyOf(decision));
    case 'confirm':
    case 'refuse':
      return callApi('POST', apiPath`/transactions/${id}/resolve`, {
        decision: decision.kind === 'confirm' ? 'confirm' : 'reject',
        ...bodyOf(decision),
        ...decision.money,
        approvals_seen: decision.approvalsSeen,
      });
    case 'complete':
      return callApi('POST', apiPath`/deposits/${id}/complete`, {
        receipt_ids: decision.receiptIds,
        approvals_seen: decision.approvalsSeen,
        ...bodyOf(decision),
      });
    case 'simulate':
      return callApi('POST', apiPath`/sandbox/transactions/${id}/simulate`, {
        outcome: decision.outcome,
      });
  }
}

function bodyOf({ reason, tellsPlatform }: Reasoned) {
  return { reason, tell_platform: tellsPlatform };
}

export function useBulkApprove() {
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: (payouts: readonly Approval[]) =>
      callApi<{ readonly results: readonly BulkResult[] }>('POST', apiPath`/withdrawals/approve`, {
        ids: payouts.map(({ id }) => id),
        approvals_seen: payouts.map(({ approvalsSeen }) => approvalsSeen),
        payee_names: payouts.map(({ payeeSeen }) => payeeSeen),
      }),
    onSettled: refresh,
  });
}

export function useDismissReceipt() {
  const client = useQueryClient();
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: ({ id, ...said }: { readonly id: string } & Dismissal) =>
      callApi<{ readonly done: boolean } | WaitingChange>(
        'POST',
        apiPath`/receipts/${id}/dismiss`,
        said,
      ),
    onSettled: () => {
      // The balance in its text no longer counts.
      void client.invalidateQueries({ queryKey: KEYS.lines });
      refresh();
    },
  });
}

export function useFillInReceipt() {
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: ({ id, ...said }: FilledIn) =>
      callApi<WaitingChange>('POST', apiPath`/receipts/${id}/fill-in`, said),
    onSettled: refresh,
  });
}

export function useSendBackReceipt() {
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      callApi<{ readonly withdrawal_id: string }>('POST', apiPath`/receipts/${id}/send-back`, {
        reason,
      }),
    onSettled: refresh,
  });
}

/** Of everything that is left, or of what was paid above the deposit's amount. */
export function useGiveBack() {
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: ({ id, what, ...said }: GivenBack) =>
      callApi<{ readonly withdrawal_id: string }>('POST', apiPath`/deposits/${id}/${what}`, said),
    onSettled: refresh,
  });
}

interface GivenBack {
  readonly id: string;
  readonly what: 'refunds' | 'send-back';
  readonly amount_xaf?: number;
  readonly reason: string;
}

interface FilledIn extends Readonly<Partial<Record<OpenField, string | number>>> {
  readonly id: string;
  readonly reason: string;
}

export function useTrustBalance() {
  const client = useQueryClient();
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: ({ line, balanceCents, minutesAgo, reason }: SaidBalance) =>
      callApi<TrustedBalance>('POST', apiPath`/lines/${line}/balance`, {
        balance_cents: balanceCents,
        minutes_ago: minutesAgo,
        reason,
      }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: KEYS.lines });
      refresh();
    },
  });
}

/** Shows what a line has, and the balances in its texts, for an hour. */
export function useRevealBalance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line: string) => callApi<RevealedBalance>('POST', apiPath`/lines/${line}/reveal`),
    onSettled: () => void client.invalidateQueries(),
  });
}

interface SaidBalance {
  readonly line: string;
  /** The balance of the line at the operator. */
  readonly balanceCents: number;
  readonly minutesAgo: number;
  readonly reason: string;
}

export function useDeclareLine() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ line, reason }: { readonly line: string; readonly reason: string }) =>
      callApi<{ readonly line: string } | WaitingChange>(
        'POST',
        apiPath`/lines/${line}/without-balances`,
        { reason },
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS.lines }),
  });
}

export interface PinMeaning {
  readonly line: string;
  readonly gateway: string;
  readonly since: string;
  readonly meant: 'accepted' | 'refused';
  readonly reason: string;
}

export function useSayPinMeaning() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ line, ...said }: PinMeaning) =>
      callApi<{ readonly line: string }>('POST', apiPath`/lines/${line}/pin`, said),
    onSettled: () => void client.invalidateQueries({ queryKey: KEYS.lines }),
  });
}

export function useLookAtSms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      callApi<{ readonly done: boolean }>('POST', apiPath`/texts/${id}/look-at`, { reason }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: KEYS.overview });
      void client.invalidateQueries({ queryKey: KEYS.sms });
    },
  });
}

/** The answer follows in the transaction, which says when the provider was asked last. */
export function useAskProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      callApi<{ readonly done: boolean }>('POST', apiPath`/transactions/${id}/ask-provider`),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.transaction }),
  });
}

interface ClosedContradiction {
  readonly id: string;
  readonly reason: string;
  /** Of a reversal that no balance proves. */
  readonly ruling?: ReversalRuling;
}

export function useCloseContradiction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...said }: ClosedContradiction) =>
      callApi<{ readonly done: boolean } | WaitingChange>(
        'POST',
        apiPath`/contradictions/${id}/close`,
        said,
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: KEYS.changes });
      void client.invalidateQueries({ queryKey: KEYS.overview });
      void client.invalidateQueries({ queryKey: KEYS.contradictions });
      void client.invalidateQueries({ queryKey: KEYS.transaction });
    },
  });
}

interface SenderChange {
  readonly verb: 'accept' | 'withdraw';
  readonly operator: Operator;
  readonly sender: string;
  readonly reason: string;
}

export function useChangeSender() {
  const client = useQueryClient();
  const refresh = useRefreshAfterDecision();
  return useMutation({
    mutationFn: ({ verb, ...change }: SenderChange) =>
      callApi<{ readonly read?: number; readonly payments?: number }>(
        'POST',
        apiPath`/senders/${verb}`,
        change,
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: KEYS.sms });
      refresh();
    },
  });
}

export function useReplayWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (transactionId: string) =>
      callApi('POST', apiPath`/transactions/${transactionId}/replay-webhook`),
    // Under way until the screen shows the result: until then the button cannot be clicked again.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEYS.webhooks }),
        client.invalidateQueries({ queryKey: KEYS.transaction }),
      ]),
  });
}

/** Also after a failure: the usual one is that another person was faster. */
export function useRefreshAfterDecision(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [
      KEYS.changes,
      KEYS.transactions,
      KEYS.transaction,
      KEYS.overview,
      KEYS.receipts,
      KEYS.player,
    ]) {
      void client.invalidateQueries({ queryKey });
    }
  };
}
