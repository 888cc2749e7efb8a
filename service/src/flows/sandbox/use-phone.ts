import { randomInt } from 'node:crypto';
import { findClock } from '../../db/clock.ts';
import { listPhonePayments, type PhonePayment } from '../../db/transactions/numbers.ts';
import { PHONE_GATEWAY } from '../../domain/lines/line.ts';
import { nationalDigits } from '../../domain/msisdn.ts';
import { FACTS_OF, type Operator } from '../../domain/operators/operator.ts';
import {
  type DialledCode,
  lookAtPhone,
  readDialledCode,
  type VirtualPhone,
} from '../../domain/sandbox/virtual-phone.ts';
import { signBody } from '../../signing/gateway-signature.ts';
import { type ReceiveSmsDeps, receiveSms } from '../receipts/receive-sms.ts';
import type { Ledger } from '../transactions/ledger.ts';
import { openPhoneGateway, type PhoneOwner, placePhoneSim } from './phone-link.ts';
import { simulateOutcome } from './simulate-outcome.ts';

export interface PhoneDeps {
  readonly intake: ReceiveSmsDeps;
  readonly ledger: Ledger;
}

export async function showPhone({ intake }: PhoneDeps, owner: PhoneOwner): Promise<VirtualPhone> {
  const { database } = intake;
  return lookAtPhone(await listPhonePayments(database, owner), await findClock(database));
}

/** The player answers the prompt of a deposit. `false` if this phone has no such prompt. */
export async function answerPrompt(
  deps: PhoneDeps,
  owner: PhoneOwner,
  { id, isConfirmed }: { readonly id: string; readonly isConfirmed: boolean },
): Promise<boolean> {
  const payments = await listPhonePayments(deps.intake.database, owner);
  const { prompts } = lookAtPhone(payments, await findClock(deps.intake.database));
  const asked = payments.find((payment) => payment.id === id);
  if (asked === undefined || !prompts.includes(asked)) return false;
  if (isConfirmed) {
    return sendPaymentText(deps, { ...asked, ...owner });
  }
  const found = await deps.ledger.find(id);
  if (found === null) return false;
  const because = () => ({ code: 'player_refused' }) as const;
  return (await simulateOutcome(deps.ledger, found, 'failed', because)).kind !== 'refused';
}

/** The player dials a code and pays, whether a deposit waits for it or not. */
export async function payByCode(
  deps: PhoneDeps,
  owner: PhoneOwner,
  code: string,
): Promise<boolean> {
  const dialled = await dialCode(deps, owner, code);
  return dialled !== null && sendPaymentText(deps, { ...dialled, ...owner });
}

/** What the network knows about a code; the operator is the one that the number paid before. */
export async function dialCode(
  { intake }: PhoneDeps,
  owner: PhoneOwner,
  code: string,
): Promise<(DialledCode & Pick<PhonePayment, 'operator'>) | null> {
  const payments = await listPhonePayments(intake.database, owner);
  const operator = payments.find(({ instructions }) => instructions !== null)?.operator;
  const dialled = readDialledCode(code);
  return dialled === null || operator === undefined ? null : { ...dialled, operator };
}

interface Payment extends PhoneOwner {
  readonly operator: Operator;
  readonly line: string;
  readonly amountXaf: number;
}

/** As many as ids can distinguish where they contain no time. */
const SERIALS = 1_000_000_000;

/**
 * The operator sends the line a text that it was paid. From here on all is as in live: the gateway
 * signs, the text is stored, read by its template, and matched with the deposit that it pays.
 * `false` if the line is not the sandbox's own.
 */
async function sendPaymentText({ intake }: PhoneDeps, payment: Payment): Promise<boolean> {
  const { operator, line, msisdn, amountXaf } = payment;
  const { texts } = FACTS_OF[operator];
  const secret = await openPhoneGateway(intake);
  const sim = await placePhoneSim(intake, payment);
  if (sim === null) return false;
  const at = await findClock(intake.database);
  const text = texts.write.received({
    number: nationalDigits(msisdn) ?? msisdn.slice(1),
    name: 'SANDBOX PLAYER',
    line,
    amountXaf,
    balanceXaf: amountXaf,
    id: texts.writeId('received', randomInt(SERIALS), at),
    at,
  });
  const raw = Buffer.from(JSON.stringify({ sim, sender: texts.sender, text }));
  const timestamp = String(Math.floor((await intake.clock.now()).getTime() / 1_000));
  await receiveSms(intake, {
    gatewayId: PHONE_GATEWAY,
    raw,
    timestamp,
    signature: signBody(secret, { raw, timestamp }),
    query: {},
    contentType: 'application/json',
  });
  return true;
}
