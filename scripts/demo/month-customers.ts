import {
  createDeposit,
  createWithdrawal,
} from '../../service/src/flows/transactions/create-transaction.ts';
import type { SimPhone } from './month-line.ts';
import { type Customer, numberAt, type PlannedPayment } from './month-plan.ts';
import { payOut } from './month-staff.ts';
import type { MonthWorld } from './month-world.ts';

/** A prompt ends then if nobody answers it. */
const PROMPT_MS = 5 * 60_000 + 2_000;
/** A code that nobody dials. */
const WINDOW_MS = 15 * 60_000 + 2_000;

/** Asks for a payment; what the person and the operator do with it is planned as well. */
export async function askFor(
  world: MonthWorld,
  phone: SimPhone,
  planned: PlannedPayment,
  reference: string,
): Promise<string | null> {
  const { service, setUp, receivers, clock } = world;
  const { application, direction, customer, amountXaf, fate, afterMs } = planned;
  const request = {
    ...customer,
    applicationId: setUp.keys[application].id,
    amountXaf,
    reference,
    callbackUrl: receivers.urlOf(application),
    actor: 'api',
    isOverRate: false,
    lang: 'fr',
  } as const;
  const rule = outcomeFor(planned);
  if (direction === 'deposit') setOutcome(world, customer, rule);
  const create = direction === 'deposit' ? createDeposit : createWithdrawal;
  const created = await create(service.creating, request);
  if (direction === 'deposit') setOutcome(world, customer, null);
  if (created.kind !== 'created') return null;
  const { id, collectionMode, state } = created.transaction;
  const now = clock.now();
  if (fate === 'open') return id;
  if (direction === 'withdrawal') {
    world.at(now + afterMs, () => payOut(world, { ...planned, id }));
  } else if (collectionMode === 'customer_initiated') {
    if (fate === 'paid') world.at(now + afterMs, () => phone.pay(customer, amountXaf));
    else world.at(now + WINDOW_MS, () => expire(world));
  } else if (state === 'failed') await world.work();
  else answerPrompt(world, planned);
  return id;
}

/** Reasons that the operator gives by itself. */
function outcomeFor({ fate, customer, direction }: PlannedPayment) {
  if (fate !== 'no_money' || direction === 'withdrawal') return null;
  const reason =
    customer.operator === 'mtn' ? 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED' : '60019';
  return { kind: 'fail', reason } as const;
}

function setOutcome(
  { operators }: MonthWorld,
  { operator, msisdn }: Customer,
  outcome: ReturnType<typeof outcomeFor>,
): void {
  operators[operator].setOutcome(numberAt(operator, msisdn), outcome);
}

function answerPrompt(world: MonthWorld, { customer, fate, afterMs }: PlannedPayment): void {
  const emulator = world.operators[customer.operator];
  const number = numberAt(customer.operator, customer.msisdn);
  const isIgnored = fate === 'ignored';
  world.at(world.clock.now() + (isIgnored ? PROMPT_MS : afterMs), async () => {
    emulator.sweep();
    const prompt = emulator.ledger
      .payments()
      .findLast(
        ({ msisdn, state, direction }) =>
          msisdn === number && state === 'pending' && direction === 'collection',
      );
    if (prompt !== undefined && fate === 'paid') emulator.approve(prompt.reference);
    if (prompt !== undefined && fate === 'refused') emulator.refuse(prompt.reference);
    await expire(world);
  });
}

async function expire(world: MonthWorld): Promise<void> {
  await world.run('expire');
  await world.work();
}
