import { ArrowDownLeft, ArrowUpRight, type LucideIcon } from 'lucide-react';
import type {
  Direction,
  Operator,
  ProviderStatus,
  SmsState,
  State,
  WebhookState,
} from '../api/types.ts';
import { useOperators } from '../hooks/use-operators.ts';
import { type ReasonedState, sayState } from '../words/states/say-state.ts';
import { useWords } from '../words/words.tsx';

/** Colours mean the same everywhere: amber waits for staff, blue for others. */
export type Tone = 'amber' | 'blue' | 'green' | 'red' | 'grey';

export const STATE_TONES: Readonly<Record<State, Tone>> = {
  pending: 'blue',
  provider_acknowledged: 'blue',
  pending_approval: 'amber',
  approved: 'blue',
  provider_submitted: 'blue',
  succeeded: 'green',
  failed: 'red',
  expired: 'grey',
  requires_manual_resolution: 'amber',
};

const WEBHOOK_TONES: Readonly<Record<WebhookState, Tone>> = {
  pending: 'blue',
  delivered: 'green',
  undelivered: 'red',
  replayed: 'grey',
};

/** In the order in which people check them. */
export const SMS_TONES: Readonly<Record<SmsState, Tone>> = {
  review: 'amber',
  receipt: 'green',
  nothing: 'grey',
  sent: 'blue',
  balance: 'grey',
  repeat: 'grey',
  refused: 'red',
  stored: 'blue',
};

const PROVIDER_TONES: Readonly<Record<ProviderStatus, Tone>> = {
  operational: 'green',
  degraded: 'amber',
  unavailable: 'red',
};

export function StateBadge(shown: ReasonedState) {
  return <Mark tone={STATE_TONES[shown.state]} text={sayState(shown, useWords())} />;
}

export function WebhookBadge({ state }: { readonly state: WebhookState }) {
  return <Mark tone={WEBHOOK_TONES[state]} text={useWords().webhookStates[state]} />;
}

export function SmsBadge({ state }: { readonly state: SmsState }) {
  return <Mark tone={SMS_TONES[state]} text={useWords().sms.states[state]} />;
}

export function ProviderBadge({ status }: { readonly status: ProviderStatus }) {
  return <Mark tone={PROVIDER_TONES[status]} text={useWords().providerStates[status]} />;
}

export function Mark({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return <span className={`mark mark-${tone}`}>{text}</span>;
}

/** In the operator's own colours; an operator that this page does not know yet is grey. */
export function OperatorMark({ operator }: { readonly operator: Operator }) {
  const known = useOperators().find(({ name }) => name === operator);
  if (known === undefined) return <span className="operator mark-grey">{operator}</span>;
  const { ground: background, ink: color } = known.colours;
  return (
    <span className="operator" style={{ background, color }}>
      {known.label}
    </span>
  );
}

const ARROWS = {
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
} as const satisfies Record<Direction, LucideIcon>;

export function DirectionMark({ direction }: { readonly direction: Direction }) {
  const Arrow = ARROWS[direction];
  return (
    <span className="direction">
      <Arrow className="icon" aria-hidden="true" /> {useWords().directions[direction]}
    </span>
  );
}
