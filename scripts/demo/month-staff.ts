import {
  approveWithdrawal,
  rejectWithdrawal,
} from '../../service/src/flows/decisions/decide-withdrawal.ts';
import { numberAt, type PlannedPayment } from './month-plan.ts';
import { STAFF, type StaffName } from './month-set-up.ts';
import type { MonthWorld } from './month-world.ts';

/** The end of the number whose payout the operator neither pays nor refuses. */
export const SILENT = '6655443';

type Payout = PlannedPayment & { readonly id: string };

const SECOND_PERSON_AFTER_MS = 9 * 60_000;
/** A transfer is done so soon after it is taken. */
const TRANSFER_MS = 8_000;
const REASONS = {
  refused: 'The player asked for it back.',
  no_money: 'The number is of another person.',
};

export function deciderOf({ setUp }: Pick<MonthWorld, 'setUp'>, name: StaffName) {
  return { staffId: setUp.staff[name].id, name: STAFF[name].name, ip: null };
}

export function actorOf({ setUp }: Pick<MonthWorld, 'setUp'>, name: StaffName) {
  return { actor: STAFF[name].name, actorId: setUp.staff[name].id, ip: null };
}

/** Agents approve nearly all, refuse some, and large ones take two of them. */
export async function payOut(world: MonthWorld, payout: Payout): Promise<void> {
  const { service } = world;
  const { id, fate } = payout;
  if (fate === 'refused' || fate === 'no_money') {
    await rejectWithdrawal(service.deciding, deciderOf(world, 'agent'), id, REASONS[fate]);
    await world.work();
    return;
  }
  const ask = { id, approvalsSeen: null };
  const first = await approveWithdrawal(service.deciding, deciderOf(world, 'agent'), ask);
  if (first.kind === 'waits_for_second_person') {
    world.at(world.clock.now() + SECOND_PERSON_AFTER_MS, async () => {
      await approveWithdrawal(service.deciding, deciderOf(world, 'second'), ask);
      await send(world, payout);
    });
  } else await send(world, payout);
}

/** The operator takes it, and pays; a number that it does not know fails. */
async function send(world: MonthWorld, payout: Payout): Promise<void> {
  const { customer, fate } = payout;
  const emulator = world.operators[customer.operator];
  const number = numberAt(customer.operator, customer.msisdn);
  const isUnknown = fate === 'ignored' && customer.operator === 'mtn';
  if (isUnknown) emulator.setOutcome(number, { kind: 'fail', reason: 'PAYEE_NOT_FOUND' });
  await world.work();
  if (isUnknown) emulator.setOutcome(number, null);
  world.at(world.clock.now() + TRANSFER_MS, () => finishTransfers(world));
}

/** Whatever waits at the operators is paid now, unless it stays open on purpose. */
export async function finishTransfers(world: MonthWorld): Promise<void> {
  for (const { ledger, approve } of Object.values(world.operators)) {
    for (const { direction, state, reference, msisdn } of ledger.payments()) {
      const isToPay = direction === 'transfer' && state === 'pending' && !msisdn.endsWith(SILENT);
      if (isToPay) approve(reference);
    }
  }
  await world.work();
}
