import type { RefusedMoney } from '../../src/domain/decisions/resolution.ts';
import { completeDeposit } from '../../src/flows/decisions/complete-deposit.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
} from '../../src/flows/decisions/decide-withdrawal.ts';
import type { Decided, Decider, PayingDeps } from '../../src/flows/decisions/decision.ts';
import { resolveTransaction } from '../../src/flows/decisions/resolve-transaction.ts';
import { sendWebhookAgain } from '../../src/flows/webhooks/resend-webhook.ts';
import type { VirtualProcess } from '../process.ts';
import type { Dice } from '../seeded.ts';
import type { Actor, StaffDecision, World } from '../world-parts.ts';

interface Open {
  readonly id: string;
  readonly state: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly msisdn: string;
  readonly amount_xaf: number;
  readonly sent: string | null;
  readonly was_sent: boolean;
}

/** A decision about a payment, which a person of the staff makes. */
interface Act {
  readonly id: string;
  readonly trigger: string;
  readonly decide: (deps: PayingDeps, decider: Decider) => Promise<Decided>;
}

/** People who approve, cancel and decide, by the operator's book at that moment. */
export function createStaff(world: World, ids: readonly string[]): readonly Actor[] {
  /** What waits for a second person, with who asks for one. */
  const asked: (Act & { readonly by: string })[] = [];
  return ids.map((id, at) => createPerson(world, { id, number: at + 1, asked }));
}

interface Person {
  readonly id: string;
  readonly number: number;
  readonly asked: (Act & { readonly by: string })[];
}

function createPerson(world: World, { id: staffId, number, asked }: Person): Actor {
  const decider = { staffId, name: 'Awa', ip: null };
  /** What their screen last showed, perhaps long ago. */
  let screen: readonly Open[] = [];
  let receiptsSeen: readonly string[] = [];
  return {
    name: `staff ${number}`,
    weight: 12,
    act: (dice) => {
      const process = world.pickProcess(dice);
      return process === null ? null : world.answerOf(process, () => work(dice, process));
    },
  };

  async function work(dice: Dice, process: VirtualProcess): Promise<unknown> {
    if (dice.chance(world.isCalm() ? 0.3 : 0.02)) return sendAgain(process);
    const colleagues = asked.find(({ by }) => by !== staffId);
    if (colleagues !== undefined && dice.chance(0.3)) {
      asked.splice(asked.indexOf(colleagues), 1);
      return noted(process, colleagues);
    }
    if (screen.length === 0 || !dice.chance(0.2)) screen = await look(dice, process);
    if (screen.length === 0) return null;
    // A held deposit is rare, and staff are asked about it.
    const held = screen.filter(
      ({ state, direction }) => direction === 'deposit' && state === 'requires_manual_resolution',
    );
    const one = dice.pick(held.length > 0 && dice.chance(0.8) ? held : screen);
    if (one.state === 'pending_approval') {
      return dice.chance(0.85) ? approve(process, one) : reject(process, one);
    }
    if (one.state === 'approved') {
      return dice.chance(0.15) ? cancel(process, one) : null;
    }
    return one.direction === 'deposit'
      ? settleDeposit(dice, process, one)
      : settlePayout(dice, process, one);
  }

  function look(dice: Dice, { database }: VirtualProcess): Promise<readonly Open[]> {
    return database.query<Open>({
      text: `select t.id, t.state, t.direction, t.msisdn, t.amount_xaf, s.reference as sent,
                    s.sent_at is not null as was_sent
             from transactions t left join submissions s on s.transaction_id = t.id
             where case when $1
               then t.state in ('pending', 'expired', 'requires_manual_resolution')
                 and t.operator = 'orange' and exists (
                   select from receipts r where r.payer_msisdn = t.msisdn
                     and r.state = 'unmatched' and not r.waits_for_line
                     and r.amount_xaf >= t.amount_xaf)
               else t.state in ('pending_approval', 'approved', 'requires_manual_resolution') end
             order by t.id limit 50`,
      // Some talk to a player who has paid.
      values: [dice.chance(0.4)],
    });
  }

  async function noted({ deciding }: VirtualProcess, act: Act): Promise<void> {
    const { id, trigger } = act;
    const decision: StaffDecision = { staffId, id, trigger, answer: null };
    world.decisions.push(decision);
    decision.answer = (await act.decide(deciding, decider)).kind;
    if (decision.answer === 'waits_for_second_person') asked.push({ ...act, by: staffId });
  }

  function approve(process: VirtualProcess, { id, state }: Open) {
    const trigger = state === 'pending_approval' ? 'approved' : 'approved_anew';
    return noted(process, {
      id,
      trigger,
      decide: (deps, by) => approveWithdrawal(deps, by, { id, approvalsSeen: null }),
    });
  }

  function reject(process: VirtualProcess, { id }: Open) {
    return noted(process, {
      id,
      trigger: 'rejected',
      decide: (deps, by) => rejectWithdrawal(deps, by, id, 'Not this one.'),
    });
  }

  function cancel(process: VirtualProcess, { id }: Open) {
    return noted(process, {
      id,
      trigger: 'cancelled',
      decide: (deps, by) => cancelWithdrawal(deps, by, id, 'Not any more.'),
    });
  }

  function resolve(
    process: VirtualProcess,
    id: string,
    decision: 'confirm' | 'reject',
    money: RefusedMoney | null = null,
  ) {
    return noted(process, {
      id,
      trigger: decision === 'confirm' ? 'staff_confirmed' : 'staff_rejected',
      decide: (deps, by) =>
        resolveTransaction(deps, by, id, { decision, reason: 'By the statement.', money }),
    });
  }

  /** Follows the operator's statement, and leaves open requests for later. */
  async function settlePayout(dice: Dice, process: VirtualProcess, one: Open): Promise<unknown> {
    if (!one.was_sent && dice.chance(0.8)) return approve(process, one);
    const booked = one.sent === null ? null : world.operator.look(one.sent);
    if (booked?.state === 'pending') return null;
    return resolve(process, one.id, booked?.state === 'succeeded' ? 'confirm' : 'reject');
  }

  async function settleDeposit(dice: Dice, process: VirtualProcess, one: Open): Promise<unknown> {
    const booked = one.sent === null ? null : world.operator.look(one.sent);
    if (booked?.state === 'pending') return null;
    if (booked !== null) {
      const isRefused = booked.state === 'failed' || dice.chance(0.2);
      return isRefused ? refuse(dice, process, one.id) : resolve(process, one.id, 'confirm');
    }
    const seen = await process.database.query<{ id: string }>({
      text: `select id from receipts where payer_msisdn = $1 and amount_xaf >= $2
               and state = 'unmatched' and not waits_for_line
               -- They look for it at the operator first.
               and operator_tx_id <> all($3::text[])
             order by id limit 3`,
      values: [one.msisdn, one.amount_xaf, [...world.line.forged.keys()]],
    });
    // Their list may be old.
    const choice = dice.chance(0.2) ? receiptsSeen : seen.map(({ id }) => id);
    receiptsSeen = [...new Set([...choice, ...receiptsSeen])].slice(0, 5);
    if (one.state === 'requires_manual_resolution' && (choice.length === 0 || dice.chance(0.3))) {
      if (dice.chance(0.6)) return resolve(process, one.id, 'confirm');
      return refuse(dice, process, one.id);
    }
    if (choice.length === 0) return null;
    const receiptIds = [dice.pick(choice)];
    return noted(process, {
      id: one.id,
      trigger: 'staff_completed',
      decide: (deps, by) =>
        completeDeposit(deps, by, one.id, { receiptIds, reason: 'The player showed the text.' }),
    });
  }

  /** Its payment can pay another deposit; some say that it went back, which nothing may prove. */
  function refuse(dice: Dice, process: VirtualProcess, id: string): Promise<unknown> {
    const returned = { becomes: 'returned', how: 'Sent back by hand, 4711.' } as const;
    return resolve(process, id, 'reject', dice.chance(0.8) ? { becomes: 'free' } : returned);
  }

  /** A platform whose server was away gets its missed events. */
  async function sendAgain({ database }: VirtualProcess): Promise<void> {
    const missed = await database.query<{ id: string }>({
      text: `select transaction_id as id from open_webhooks
             where state = 'undelivered' order by webhook_id`,
    });
    const actor = { actor: 'Awa', actorId: staffId, ip: null };
    for (const { id } of missed) {
      world.sentAgain.add(id);
      await sendWebhookAgain({ database, onQueued: () => {} }, actor, {
        id,
        onlySettled: false,
      });
    }
  }
}
