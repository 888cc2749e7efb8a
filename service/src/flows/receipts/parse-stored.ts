import type { Queryable } from '../../db/client.ts';
import { listOwnLines } from '../../db/lines/gateways.ts';
import { listOperatorsOfSender } from '../../db/receipts/senders.ts';
import type { Sms } from '../../db/receipts/sms.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { parseSms } from '../../domain/receipts/sms/parse.ts';
import type { SmsReading } from '../../domain/receipts/sms/reading.ts';
import { foldSender, type SmsTemplate } from '../../domain/receipts/sms/template.ts';

type OwnLines = (operator: Operator) => Promise<readonly string[]>;

/** Our lines of an operator, looked up once for all texts of a database transaction. */
export function ownLinesIn(connection: Queryable): OwnLines {
  const known = new Map<Operator, Promise<readonly string[]>>();
  return (operator) => {
    const lines = known.get(operator) ?? listOwnLines(connection, operator);
    known.set(operator, lines);
    return lines;
  };
}

/** What a stored text says, by today's templates and lines. */
export async function parseStored(
  templates: readonly SmsTemplate[],
  connection: Queryable,
  sms: Sms,
  ownLinesOf = ownLinesIn(connection),
): Promise<SmsReading> {
  const ownLines = sms.operator === null ? [] : await ownLinesOf(sms.operator);
  const acceptedFor = await acceptedForOf(templates, connection, sms);
  const text = { sender: sms.sender, text: sms.body };
  return parseSms(templates, text, { ownLines, line: sms.line, acceptedFor });
}

/** Nearly every text comes from a sender that the templates know, and then nothing is queried. */
async function acceptedForOf(
  templates: readonly SmsTemplate[],
  connection: Queryable,
  sms: Sms,
): Promise<readonly Operator[]> {
  const sender = foldSender(sms.sender);
  const isKnown = templates.some(({ senders }) => senders.includes(sender));
  return isKnown ? [] : listOperatorsOfSender(connection, sender);
}
