import { completeDeposit } from '../../src/flows/decisions/complete-deposit.ts';
import { approveChange } from '../../src/flows/decisions/decide-change.ts';
import { dismissReceipt } from '../../src/flows/decisions/dismiss-receipt.ts';
import { resolveTransaction } from '../../src/flows/decisions/resolve-transaction.ts';
import { trustBalance } from '../../src/flows/decisions/trust-balance.ts';
import type { VirtualProcess } from '../process.ts';
import type { Dice } from '../seeded.ts';
import { databaseNow } from '../virtual-time.ts';
import type { Actor, World } from '../world-parts.ts';
import { LINE } from './line.ts';

/** A payment that nothing has used, as the list of the console shows it. */
interface Listed {
  readonly id: string;
  readonly operatorTxId: string;
  readonly payer: string;
  readonly amountXaf: number;
}

/** A deposit of the payer, and its payment if it has one. */
interface Deposit {
  readonly id: string;
  readonly state: string;
  readonly payment: Listed | null;
}

/** Something that the agent does at the console; it can be repeated. */
type Act = (process: VirtualProcess) => Promise<unknown>;

const REASON = 'As the guide says.';
/** The dialog takes no older balance. */
const MAX_MINUTES = 10;

/**
 * Does everything that the guide for agents allows, in any order and often twice: completes,
 * dismisses, sends money back before or after saying so, and types balances.
 */
export function createAgent(world: World, staffId: string): Actor {
  const { line } = world;
  const decider = { staffId, name: 'Bih', ip: null };
  const actor = { actor: 'Bih', actorId: staffId, ip: null };
  /** The payments that they have sent back. */
  const sentBack = new Set<string>();
  /** What is still to be done after the first half of a return. */
  const secondHalves: Act[] = [];
  let last: Act | null = null;
  let readBalance: { readonly xaf: number; readonly at: number } | null = null;
  return {
    name: 'agent',
    weight: 10,
    act: (dice) => {
      const process = world.pickProcess(dice);
      return process === null ? null : world.answerOf(process, () => work(dice, process));
    },
  };

  async function work(dice: Dice, process: VirtualProcess): Promise<unknown> {
    const isRepeated = last !== null && dice.chance(0.2);
    const half = dice.chance(0.3) ? secondHalves.shift() : undefined;
    const act = isRepeated ? last : (half ?? (await choose(dice, process)));
    last = act;
    return act?.(process);
  }

  async function choose(dice: Dice, process: VirtualProcess): Promise<Act | null> {
    const what = dice.weighted({ payment: 70, held: 20, balance: 10 });
    if (what === 'balance') return world.isCalm() ? null : typeBalance(dice);
    if (what === 'held') return rejectHeld(dice, process);
    const payments = await listPayments(process);
    if (payments.length === 0) return null;
    const payment = dice.pick(payments);
    // They look for it at the operator first.
    if (line.forged.has(payment.operatorTxId)) {
      return dismiss(payment, dice.chance(0.7) ? 'forged' : 'unknown');
    }
    const deposits = await listDeposits(process, payment);
    const means = dice.weighted({ complete: 25, returned: 40, deposit: 20, unknown: 15 });
    if (means === 'returned') return giveBack(dice, payment, dismiss(payment, 'returned'));
    if (means === 'unknown' || deposits.length === 0) return dismiss(payment, 'unknown');
    const { id } = dice.pick(deposits);
    return means === 'deposit' ? dismiss(payment, 'deposit', id) : complete(payment, id);
  }

  function complete({ id: receiptId }: Listed, id: string): Act {
    const asked = { receiptIds: [receiptId], reason: REASON };
    return ({ deciding }) => completeDeposit(deciding, decider, id, asked);
  }

  function dismiss(
    { id }: Listed,
    as: 'deposit' | 'returned' | 'forged' | 'unknown',
    depositId: string | null = null,
  ): Act {
    world.faults.add(`dismissed_${as}`);
    const asked = { id, as, depositId, reason: REASON };
    return async ({ deciding }) => {
      await dismissReceipt(deciding, actor, asked);
      line.noteJudged();
    };
  }

  /** A person refuses a held deposit and sends its money back. */
  async function rejectHeld(dice: Dice, process: VirtualProcess): Promise<Act | null> {
    const held = (await listDeposits(process, null)).filter(({ payment }) => payment !== null);
    if (held.length === 0) return null;
    const { id, payment } = dice.pick(held);
    const money = { becomes: 'returned', how: REASON } as const;
    const asked = { decision: 'reject', reason: REASON, money } as const;
    const reject: Act = ({ deciding }) => resolveTransaction(deciding, decider, id, asked);
    return payment === null ? reject : giveBack(dice, payment, reject);
  }

  /** The transfer first; they say so later, before or after its text has come. */
  function giveBack(dice: Dice, payment: Listed, say: Act): Act {
    secondHalves.push(say);
    return async () => sendBack(dice, payment);
  }

  /** Once, however often they press. */
  function sendBack(dice: Dice, { operatorTxId, payer, amountXaf }: Listed): void {
    if (sentBack.has(operatorTxId) || line.forged.has(operatorTxId)) return;
    sentBack.add(operatorTxId);
    line.refund(dice, payer, amountXaf);
  }

  /** Reads the balance at the operator, and types it some time later, at times wrongly. */
  function typeBalance(dice: Dice): Act | null {
    const minutes = Math.round((databaseNow() - (readBalance?.at ?? 0)) / 60_000);
    if (readBalance === null || minutes < 0 || minutes > MAX_MINUTES) {
      readBalance = { xaf: line.balanceXaf(), at: databaseNow() };
      return null;
    }
    const { xaf, at } = readBalance;
    readBalance = null;
    const balanceCents = (dice.chance(0.15) ? xaf + 9_000 : xaf) * 100;
    world.faults.add('balance_typed');
    const said = { line: LINE, balanceCents, readAt: { agoMs: minutes * 60_000 } };
    return async ({ payments }) => {
      const reading = line.noteReading('staff', at);
      const trusted = await trustBalance(payments.sms, actor, {
        ...said,
        source: 'staff',
        reason: REASON,
      });
      reading.takenAt = databaseNow();
      return trusted;
    };
  }
}

/** Says yes to what agents ask for. */
export function createAdministrator(world: World, staffId: string): Actor {
  const actor = { actor: 'Chi', actorId: staffId, ip: null };
  return {
    name: 'administrator',
    weight: 4,
    act: (dice) => {
      const process = world.pickProcess(dice);
      return process === null ? null : world.answerOf(process, () => work(dice, process));
    },
  };

  async function work(dice: Dice, { database, changing }: VirtualProcess): Promise<void> {
    const open = await database.query<{ id: string }>({
      text: `select id from agreements where state = 'open' order by id limit 5`,
    });
    if (open.length === 0) return;
    await approveChange(changing, actor, dice.pick(open));
    world.line.noteJudged();
  }
}

function listPayments({ database }: VirtualProcess): Promise<Listed[]> {
  return database.query<Listed>({
    text: `select id, operator_tx_id as "operatorTxId", payer_msisdn as payer,
                  amount_xaf as "amountXaf"
           from receipts
           where operator = 'orange' and (state = 'unmatched' or dismissed_as = 'unknown')
           order by id desc limit 20`,
  });
}

/** The deposits of a payer, or those that are held if none is given. */
function listDeposits({ database }: VirtualProcess, payment: Listed | null): Promise<Deposit[]> {
  return database.query<Deposit>({
    text: `select t.id, t.state,
                  (select json_build_object('id', r.id, 'operatorTxId', r.operator_tx_id,
                                            'payer', r.payer_msisdn, 'amountXaf', r.amount_xaf)
                   from receipt_uses u join receipts r on r.id = u.receipt_id
                   where u.transaction_id = t.id order by r.id limit 1) as payment
           from transactions t
           where t.direction = 'deposit' and t.operator = 'orange'
             and case when $1::text is null then t.state = 'requires_manual_resolution'
                      else t.msisdn = $1 end
           order by t.id desc limit 5`,
    values: [payment?.payer ?? null],
  });
}
