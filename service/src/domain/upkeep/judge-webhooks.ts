import { fieldsOf, parseJson } from '../json.ts';
import type { PaymentEvent, Transaction } from '../transactions/transaction.ts';
import { webhookBody } from '../transactions/webhook-event.ts';
import type { ReadHistory } from './history.ts';

interface StoredWebhook {
  readonly id: string;
  readonly event: PaymentEvent;
  readonly body: string;
  readonly isReplay: boolean;
}

interface Told
  extends Pick<
    Transaction,
    'id' | 'reference' | 'direction' | 'amountXaf' | 'operator' | 'providerTxId' | 'callbackUrl'
  > {
  readonly state: string;
  /**
   * In the order in which they were queued, with a line end between them, each as
   * `<id> <event> <true for a replay> <body>`; null: none.
   */
  readonly webhooks: string | null;
}

/** What is wrong with the webhooks of a transaction: their number, their order, their words. */
export function judgeWebhooks(
  row: Told,
  { history, times }: { readonly history: ReadHistory; readonly times: readonly number[] },
): readonly string[] {
  const due = row.callbackUrl === null ? [] : history.events;
  const webhooks = row.webhooks === null ? [] : row.webhooks.split('\n').map(readWebhook);
  const told = webhooks.filter(({ isReplay }) => !isReplay);
  const problems: string[] = [];
  const isSame =
    due.length === told.length && due.every(({ event }, index) => event === told[index]?.event);
  if (!isSame)
    problems.push(`its events should be ${nameEvents(due)}, and are ${nameEvents(told)}`);
  for (const [index, webhook] of told.entries()) {
    const move = due[index];
    if (move?.event !== webhook.event) continue;
    problems.push(...wordsOf(row, webhook, times[move.line] ?? 0));
  }
  for (const webhook of webhooks) {
    if (!webhook.isReplay) continue;
    // A replay tells an outcome again, most often the last one; which it was, its time says.
    const same = due.filter(({ event }) => event === webhook.event);
    const isTrue = same.some(({ line }) => wordsOf(row, webhook, times[line] ?? 0).length === 0);
    if (!isTrue) problems.push(`its replay ${webhook.id} does not tell what happened`);
  }
  return problems;
}

function readWebhook(line: string): StoredWebhook {
  const [id = '', event = '', isReplay = ''] = line.split(' ', 3);
  const body = line.slice(id.length + event.length + isReplay.length + 3);
  // The table takes no other event.
  return { id, event: event as PaymentEvent, body, isReplay: isReplay === 'true' };
}

function nameEvents(events: readonly { readonly event: PaymentEvent }[]): string {
  return events.map(({ event }) => event).join(', ') || 'none';
}

function wordsOf(row: Told, { id, event, body }: StoredWebhook, time: number): readonly string[] {
  // Nearly all are as they would be written now, and need not be read.
  if (hasWords(row, { event, body, time, toldId: row.providerTxId })) return [];
  const toldId = readProviderTxId(body);
  if (toldId === undefined || !hasWords(row, { event, body, time, toldId })) {
    return [`the body of its webhook ${id} was changed`];
  }
  // Only a success stays with its payment: another outcome may lose it, or get one later.
  const isOther = toldId !== null && row.providerTxId !== null && toldId !== row.providerTxId;
  if (event !== 'payment.succeeded' || row.state !== 'succeeded' || !isOther) return [];
  return [`its webhook ${id} names another payment than it has`];
}

function hasWords(
  row: Told,
  told: {
    readonly event: PaymentEvent;
    readonly body: string;
    readonly time: number;
    readonly toldId: string | null;
  },
): boolean {
  const { id, reference, direction, amountXaf, operator } = row;
  const transaction = { id, reference, direction, amountXaf, operator, providerTxId: told.toldId };
  return webhookBody({ transaction, event: told.event, at: new Date(told.time) }) === told.body;
}

/** Undefined: the body is not what we write. */
function readProviderTxId(body: string): string | null | undefined {
  const { provider_tx_id: id } = fieldsOf(parseJson(body));
  return id === null || typeof id === 'string' ? id : undefined;
}
