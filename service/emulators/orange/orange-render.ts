import type { Payment } from '../book.ts';
import type { OrangeDetails, OrangeSettings } from './orange-state.ts';

type Spelling = Pick<OrangeSettings, 'successSpelling' | 'cancelSpelling'>;

/** The `data` of an answer; a cash-in has one result where a payment has two stages. */
export function renderOrangePayment(
  settings: Spelling,
  payment: Payment<OrangeDetails>,
): Readonly<Record<string, unknown>> {
  const { reference, msisdn, acceptedAt, details } = payment;
  const { id, amount, txnid, orderId, notifUrl, description, channelUserMsisdn } = details;
  return {
    id,
    createtime: String(Math.floor(acceptedAt / 1_000)),
    subscriberMsisdn: msisdn,
    amount,
    payToken: reference,
    txnid,
    txnmode: orderId,
    ...renderSteps(payment),
    status: statusOf(settings, payment),
    notifUrl,
    description,
    channelUserMsisdn,
  };
}

/** A token without a payment has only a status. */
export function renderUnpaid(
  { unpaidStatus }: Pick<OrangeSettings, 'unpaidStatus'>,
  token: string,
) {
  return {
    id: null,
    createtime: null,
    subscriberMsisdn: null,
    amount: null,
    payToken: token,
    txnid: null,
    txnmode: null,
    inittxnmessage: null,
    inittxnstatus: null,
    confirmtxnstatus: null,
    confirmtxnmessage: null,
    status: unpaidStatus,
    notifUrl: null,
    description: null,
    channelUserMsisdn: null,
  };
}

export function renderNotification(
  { successSpelling }: Spelling,
  { reference, state }: Payment<OrangeDetails>,
): string {
  const result =
    state === 'succeeded'
      ? { status: successSpelling, message: 'Transaction completed' }
      : { status: 'FAILED', message: 'Transaction failed' };
  return JSON.stringify({ payToken: reference, ...result });
}

function renderSteps(payment: Payment<OrangeDetails>): Readonly<Record<string, unknown>> {
  const { state, details } = payment;
  const { initStatus, initMessage } = details;
  const wasRefused = details.txnid === null;
  const end = state === 'pending' ? null : endOf(payment);
  if (details.product === 'cashin') {
    return wasRefused
      ? { txnstatus: initStatus, txnmessage: initMessage }
      : { txnstatus: end?.status ?? null, txnmessage: end?.message ?? null };
  }
  return {
    inittxnmessage: initMessage,
    inittxnstatus: initStatus,
    confirmtxnstatus: wasRefused ? null : (end?.status ?? null),
    confirmtxnmessage: wasRefused ? null : (end?.message ?? null),
  };
}

/** The customer's SMS on success. */
function endOf({ state, msisdn, details }: Payment<OrangeDetails>) {
  const { product, amount, txnid, channelUserMsisdn } = details;
  if (state !== 'succeeded') return { status: '417', message: 'Transaction non aboutie' };
  const [what, from, to] =
    product === 'mp'
      ? ['Paiement', msisdn, channelUserMsisdn]
      : ['Depot', channelUserMsisdn, msisdn];
  const message =
    `${what} de ${amount} FCFA par ${from} a ${to} effectue. ` +
    `ID transaction: ${txnid}, Frais: 0 FCFA.`;
  return { status: '200', message };
}

function statusOf(
  { successSpelling, cancelSpelling }: Spelling,
  { state }: Payment<OrangeDetails>,
): string {
  switch (state) {
    case 'pending':
      return 'PENDING';
    case 'succeeded':
      return successSpelling;
    case 'failed':
      return 'FAILED';
    case 'refused':
      return cancelSpelling;
    case 'expired':
      return 'EXPIRED';
  }
}
