import { createDice, type Dice } from '../../service/simulation/seeded.ts';
import { type Customer, numberAt } from './month-plan.ts';
import { SILENT } from './month-staff.ts';
import type { Operators } from './outside.ts';

export interface TrafficOptions {
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly callbackUrl: string;
  readonly customers: readonly Customer[];
  readonly operators: Operators;
  /** Without it nobody asks for anything; operators still pay what is approved. */
  readonly isQuiet: boolean;
}

const EVERY_MS = 4_000;
const PAYS_OUT_EVERY_MS = 2_000;
/** So that the queue of those who approve stays one that a person can look through. */
const MAX_WITHDRAWALS = 12;
const KINDS = { deposit: 88, withdrawal: 12 } as const;
const FATES = { approve: 85, refuse: 8, ignore: 7 } as const;

/** A payment every few seconds, as on any day. Returns a function that ends it. */
export function startTraffic(options: TrafficOptions): () => void {
  let number = 0;
  let withdrawals = 0;
  const timers = [setInterval(() => payOut(options.operators), PAYS_OUT_EVERY_MS)];
  const next = () => {
    number += 1;
    const dice = createDice(Date.now(), `traffic ${number}`);
    const kind = withdrawals < MAX_WITHDRAWALS ? dice.weighted(KINDS) : 'deposit';
    if (kind === 'withdrawal') withdrawals += 1;
    // A service that is just being stopped takes nothing, and says so in its log.
    ask(options, dice, kind).catch(() => {});
  };
  if (!options.isQuiet) timers.push(setInterval(next, EVERY_MS));
  return () => timers.forEach(clearInterval);
}

async function ask(
  options: TrafficOptions,
  dice: Dice,
  kind: 'deposit' | 'withdrawal',
): Promise<void> {
  const { serviceUrl, apiKey, callbackUrl, customers, operators } = options;
  const { playerId, msisdn, operator } = dice.pick(customers);
  const amounts = kind === 'deposit' ? [500, 1_000, 2_000, 2_500, 5_000] : [2_000, 5_000, 10_000];
  await fetch(`${serviceUrl}/api/v1/${kind}s`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      player_id: playerId,
      msisdn,
      operator,
      amount_xaf: dice.pick(amounts),
      reference: `live-${Date.now()}`,
      callback_url: callbackUrl,
    }),
  });
  const fate = dice.weighted(FATES);
  if (kind === 'withdrawal' || fate === 'ignore') return;
  const { ledger, approve, refuse } = operators[operator];
  const answer = () => {
    const prompt = ledger
      .payments()
      .findLast((one) => one.state === 'pending' && one.msisdn === numberAt(operator, msisdn));
    if (prompt !== undefined) (fate === 'approve' ? approve : refuse)(prompt.reference);
  };
  setTimeout(answer, 1_500 + dice.below(5_000)).unref();
}

/** What an agent approves is paid by its operator soon after. */
function payOut(operators: Operators): void {
  for (const { ledger, approve } of Object.values(operators)) {
    for (const { direction, state, msisdn, reference } of ledger.payments()) {
      const isToPay = direction === 'transfer' && state === 'pending' && !msisdn.endsWith(SILENT);
      if (isToPay) approve(reference);
    }
  }
}
