import type { TemplateMatch } from './match.ts';
import type { NothingReason, ReviewReason, SmsContext, SmsReading, SmsReview } from './reading.ts';
import type { SmsTemplate } from './template.ts';

/** What a text that fits a template means for us: who paid, who was paid, and if it is certain. */
export function readingOf(read: TemplateRead, context: SmsContext): SmsReading {
  const found = factsOf(read);
  if (found === null) return nothing('no_template');
  const parties = partiesOf(found, context);
  const { kind } = read.template;
  const facts = { ...found, moves: movesOf(kind, found, { ...parties, line: context.line }) };
  switch (kind) {
    case 'received':
      if (facts.doubt !== null) return review(facts, facts.doubt);
      return parties.payerIsOurs ? review(facts, 'between_own_lines') : payment(facts);
    case 'transfer':
      return transfer(facts, { ...parties, line: context.line });
    case 'merchant_payment':
      if (parties.payerIsOurs) return sent(facts);
      if (facts.doubt !== null) return review(facts, facts.doubt);
      // Without a known line of ours, the payer may be the SIM itself.
      return parties.haveLines ? payment(facts) : review(facts, 'no_own_line');
    case 'cash_in':
      if (parties.payeeIsOurs) return review(facts, facts.doubt ?? 'no_player');
      return facts.payer === null || parties.payerIsOurs ? sent(facts) : notOurs(facts);
    case 'cash_out':
      return facts.payer === null || parties.payerIsOurs ? sent(facts) : notOurs(facts);
    case 'sent':
      return sent(facts);
    case 'deposited':
      return review(facts, facts.doubt ?? 'no_player');
    case 'reversal':
      return facts.doubt === 'not_reversed'
        ? review({ ...facts, reversedTxId: null }, facts.doubt)
        : review(facts, 'reversed');
    case 'refusal':
      // Its amount was not moved; only the balance is a fact.
      return facts.balancesCents.length > 0 && read.match.kind === 'matched'
        ? balanceOf(read, facts)
        : shownIfMoney({ ...facts, amountXaf: null }, 'refusal');
    case 'balance':
      return balanceOf(read, facts);
  }
}

export interface TemplateRead {
  readonly template: SmsTemplate;
  readonly match: TemplateMatch;
}

/** All values of a text, before its meaning is known. */
interface Facts extends Omit<SmsReview, 'kind' | 'reason' | 'operator' | 'templateId' | 'moves'> {
  readonly operator: SmsTemplate['operator'];
  readonly templateId: string;
  readonly templateVersion: number;
  readonly payeeName: string | null;
  readonly doubt: ReviewReason | null;
}

/** With the direction, once the parties are known. */
interface ReadFacts extends Facts {
  readonly moves: SmsReview['moves'];
}

function factsOf({ template, match }: TemplateRead): Facts | null {
  if (match.kind === 'absent' || match.kind === 'elsewhere') return null;
  const { head, labelled } = match;
  const amount = head.amount ?? labelled.amount;
  return {
    operator: template.operator,
    templateId: template.id,
    templateVersion: template.version,
    operatorTxId: labelled.id?.id ?? null,
    amountXaf: amount === null || amount % 100 !== 0 ? null : amount / 100,
    payer: head.payer ?? null,
    payee: head.payee ?? null,
    payerName: head.payerName ?? null,
    payeeName: head.payeeName ?? null,
    operatorTime: labelled.id?.time ?? head.time ?? null,
    feeCents: labelled.fee,
    balancesCents: [...(head.balance === undefined ? [] : [head.balance]), ...labelled.balances],
    reversedTxId: head.original ?? null,
    doubt: match.doubt ?? doubtAboutAmount(amount, labelled),
  };
}

/**
 * The net amount equals the amount for the payee, and includes the fee for the payer. Anything else
 * means that a figure was damaged on its way.
 */
function doubtAboutAmount(
  amount: number | null,
  { net, fee }: { readonly net: number | null; readonly fee: number | null },
): ReviewReason | null {
  if (amount === null) return 'amount_missing';
  if (amount % 100 !== 0) return 'amount_not_whole';
  if (amount === 0) return 'amount_zero';
  const difference = net === null ? 0 : Math.abs(net - amount);
  return difference === 0 || difference === fee ? null : 'amounts_disagree';
}

interface Parties {
  readonly payerIsOurs: boolean;
  readonly payeeIsOurs: boolean;
  readonly haveLines: boolean;
}

function partiesOf({ payer, payee }: Facts, { ownLines, line }: SmsContext): Parties {
  const isOurs = (party: string | null) =>
    party !== null && (party === line || ownLines.includes(party));
  return {
    payerIsOurs: isOurs(payer),
    payeeIsOurs: isOurs(payee),
    haveLines: line !== null || ownLines.length > 0,
  };
}

/** Whether money came to the SIM's line or left it, as far as the text says. */
function movesOf(
  kind: SmsTemplate['kind'],
  { payer, payee }: Facts,
  { payerIsOurs, payeeIsOurs, line }: Parties & { readonly line: string | null },
): SmsReview['moves'] {
  switch (kind) {
    case 'received':
      return 'in';
    case 'transfer':
      if (line === null || payer === payee) return null;
      return line === payer ? 'out' : line === payee ? 'in' : null;
    case 'merchant_payment':
      return payerIsOurs ? 'out' : 'in';
    case 'cash_in':
      if (payeeIsOurs) return 'in';
      return payer === null || payerIsOurs ? 'out' : null;
    case 'cash_out':
      return payer === null || payerIsOurs ? 'out' : null;
    case 'sent':
      return 'out';
    case 'deposited':
      return 'in';
    // A reversed payment to us leaves the line, and a reversed one of ours comes back to it.
    case 'reversal':
    case 'refusal':
    case 'balance':
      return null;
  }
}

function balanceOf({ match }: TemplateRead, facts: ReadFacts): SmsReading {
  const [balanceCents] = facts.balancesCents;
  if (match.kind !== 'matched' || balanceCents === undefined) {
    return shownIfMoney(facts, 'incomplete');
  }
  return { kind: 'balance', ...templateOf(facts), balanceCents };
}

/** The balance in a text about someone else says nothing about our line. */
function notOurs(facts: ReadFacts): SmsReading {
  const shown = shownIfMoney(facts, 'not_ours');
  return shown.kind === 'review' ? { ...shown, balancesCents: [] } : shown;
}

/** Only an advert may be nothing: an id or a balance means that money moved. */
function shownIfMoney(facts: ReadFacts, reason: ReviewReason & NothingReason): SmsReading {
  const isAboutMoney = facts.operatorTxId !== null || facts.balancesCents.length > 0;
  if (!isAboutMoney) return nothing(reason);
  return review(facts, facts.doubt === 'denied' ? 'denied' : reason);
}

/** Payer and payee get the same sentence: only their numbers show the direction. */
function transfer(
  facts: ReadFacts,
  { payerIsOurs, payeeIsOurs, line }: Parties & { readonly line: string | null },
): SmsReading {
  if (payerIsOurs && payeeIsOurs) return review(facts, facts.doubt ?? 'between_own_lines');
  if (payerIsOurs && facts.payee !== null) {
    return line === null || line === facts.payer ? sent(facts) : notOurs(facts);
  }
  if (facts.doubt !== null) return review(facts, facts.doubt);
  if (!payeeIsOurs) return review(facts, 'no_own_line');
  if (line !== null && line !== facts.payee) return review(facts, 'other_own_line');
  return payment(facts);
}

function payment(facts: ReadFacts): SmsReading {
  const { operatorTxId, amountXaf, payer, payee, payerName } = facts;
  if (operatorTxId === null) return review(facts, 'id_missing');
  if (amountXaf === null) return review(facts, 'amount_missing');
  if (payer === null) return review(facts, 'number_unclear');
  return {
    kind: 'payment',
    ...templateOf(facts),
    operatorTxId,
    amountXaf,
    payer,
    payee,
    payerName,
    ...figuresOf(facts),
  };
}

function sent(facts: ReadFacts): SmsReading {
  const { operatorTxId, amountXaf, payer, payee, payeeName, doubt } = facts;
  if (doubt !== null || operatorTxId === null || amountXaf === null) {
    return shownIfMoney(facts, 'incomplete');
  }
  return {
    kind: 'sent',
    ...templateOf(facts),
    operatorTxId,
    amountXaf,
    payer,
    payee,
    payeeName,
    ...figuresOf(facts),
  };
}

function review(facts: ReadFacts, reason: ReviewReason): SmsReading {
  const { operatorTxId, amountXaf, payer, payee, payerName, moves, reversedTxId } = facts;
  return {
    kind: 'review',
    reason,
    ...templateOf(facts),
    operatorTxId,
    amountXaf,
    payer,
    payee,
    payerName,
    moves,
    reversedTxId,
    ...figuresOf(facts),
  };
}

function nothing(reason: NothingReason): SmsReading {
  return { kind: 'nothing', reason };
}

function templateOf({ operator, templateId, templateVersion }: Facts) {
  return { operator, templateId, templateVersion };
}

function figuresOf({ operatorTime, feeCents, balancesCents }: Facts) {
  return { operatorTime, feeCents, balancesCents };
}
