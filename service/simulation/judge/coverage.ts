import type pg from 'pg';
import { TRANSITIONS_OF } from '../../src/domain/transactions/transition.ts';
import { FAULTS } from '../faults.ts';
import type { World } from '../world-parts.ts';

/** The simulation restores no database. */
const ELSEWHERE = new Set(['restored']);

/** What a run must contain: a run without one of these proves nothing about it. */
export const ALL_THAT_HAPPENS: readonly string[] = [
  ...Object.entries(TRANSITIONS_OF).flatMap(([direction, table]) =>
    table
      .filter(({ trigger }) => !ELSEWHERE.has(trigger))
      .map(({ from, trigger }) => `${direction} ${from} ${trigger}`),
  ),
  ...Object.keys(FAULTS),
  'cut_after_statement',
  'cut_before_statement',
  'clock_jump_hour',
  'clock_jump_day',
  'callback_lost',
  'callback_twice',
  'operator_lost',
  'operator_lost_answer',
  'operator_late',
  'operator_refusal',
  'operator_busy',
  'operator_word_taken_back',
  'operator_not_listed',
  'pawapay_deposit',
  'pawapay_withdrawal',
  'campay_deposit',
  'handle_by_callback',
  'callback_of_another',
  'receiver_refused',
  'receiver_lost_answer',
  'receiver_never_there',
  'receiver_slow',
  'text_twice',
  'text_late',
  'text_overtaken',
  'text_again',
  'text_forged',
  'text_burst',
  'text_with_leaked_balance',
  'guess_came_true',
  'balance_typed',
  'refund',
  'money_returned',
  'overpayment_returned',
  'overpayment_pressed_twice',
  'overpayment_by_hand',
  'payment_taken_back',
  'dismissed_deposit',
  'dismissed_forged',
  'dismissed_returned',
  'dismissed_unknown',
];

/** The rows of the transition tables that were used, and the faults. */
export async function listHappened(world: World, database: pg.Client): Promise<readonly string[]> {
  const { rows } = await database.query<{ row: string }>(
    `select distinct t.direction || ' ' || m.from_state || ' ' || m.trigger as row
     from transitions m join transactions t on t.id = m.transaction_id
     where m.from_state is not null`,
  );
  const { faults, operator, receivers, line } = world;
  const all = [faults, operator.faults, receivers.faults, line.faults];
  return [...all.flatMap((some) => [...some]), ...rows.map(({ row }) => row)];
}
