/** A plausible mistake, as changes of one file of the service. */
export interface PlantedBug {
  readonly name: string;
  /** Below `service/src`. */
  readonly file: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** The judge finds each within two minutes: `npm run simulate -- --bugs`. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug('state without its version', 'db/transactions/transitions.ts', [
    'where t.id = c.id and t.version = c.version',
    'where t.id = c.id',
  ]),
  bug('refund beyond what is left', 'domain/transactions/payment-limits.ts', [
    'amountXaf > leftXaf',
    'amountXaf > deposit.amountXaf',
  ]),
  bug('overpayment sent back twice', 'flows/transactions/judge-refund.ts', [
    'known.filter((one) => one.isOverpaid === wanted)',
    'known.filter((one) => !one.isOverpaid && !wanted)',
  ]),
  bug('event of a failure left out', 'flows/transactions/record-transition.ts', [
    'event === null\n      ? []',
    "event === null || event === 'payment.failed'\n      ? []",
  ]),
  bug(
    'call before its commit',
    'flows/provider-requests/send-request.ts',
    [
      '  const commit = await commitSending(',
      `  const early = createJournal(limits.sendMs);
       const named = { ...order, handle: handle ?? order.reference };
       const answer = await connector.send(named, early.call);
       const commit = await commitSending(`,
    ],
    ['  const answer = await connector.send(sendable, sending.call);\n', ''],
  ),
  bug('sent again after unknown', 'flows/provider-requests/advance-request.ts', [
    'if (sentAt !== null) return askProvider(deps, leased);',
    'if (sentAt !== null && leased.providerRequest.asked > 0) return askProvider(deps, leased);',
  ]),
  bug('no answer taken for not taken', 'flows/provider-requests/send-request.ts', [
    'const answer = await connector.send(sendable, sending.call);',
    `const said = await connector.send(sendable, sending.call);
     const refused = { kind: 'refused', because: 'provider', reason: said.problem, code: null };
     const answer = said.kind === 'unknown' ? refused : said;`,
  ]),
  bug('unknown taken for a failure', 'flows/provider-requests/advance-request.ts', [
    "  if (answer.kind === 'unknown') {\n    const { problem } = answer;",
    `  if (answer.kind === 'unknown') {
        const { problem } = answer;
        const status = { kind: 'failed' };
        const said = { status, reason: problem, providerTxId: null, providerId };
        await applyProviderStatus(deps, transaction, said);`,
  ]),
  bug('not found taken for a failure', 'flows/provider-requests/advance-request.ts', [
    `    answer.kind === 'not_found' || answer.kind === 'unknown' || answer.kind === 'differs'
      ? null
      : { kind: answer.kind };`,
    `    answer.kind === 'unknown' || answer.kind === 'differs'
      ? null
      : { kind: answer.kind === 'not_found' ? 'failed' : answer.kind };`,
  ]),
  bug('lapsed approval sent', 'flows/provider-requests/sending/record-sending.ts', [
    "(state === 'approved' && isValid)",
    "state === 'approved'",
  ]),
  bug(
    'neither lease nor claim',
    'db/provider-requests/provider-requests.ts',
    [
      "set claim = $1::uuid, next_step_at = app_now() + $3 * interval '1 millisecond'",
      "set claim = $1::uuid, next_step_at = app_now() + $3 * interval '0 seconds'",
    ],
    [
      'where transaction_id = $1 and claim = $2 and sent_at is null',
      'where transaction_id = $1 and $2::uuid is not null',
    ],
  ),
  bug('late success of a failed deposit left out', 'domain/transactions/provider-triggers.ts', [
    "return state === 'expired' || state === 'failed' ? ['late_confirmation'] : [];",
    "return state === 'expired' ? ['late_confirmation'] : [];",
  ]),
  bug('success after the expiry left out', 'domain/transactions/provider-triggers.ts', [
    "return status.kind === 'succeeded' ? holdingTriggersOf(transaction) : [];",
    'return [];',
  ]),
  bug('refused payout taken for paid', 'domain/transactions/provider-triggers.ts', [
    "return status.kind === 'failed' ? ['transfer_refused'] : [];",
    "return status.kind === 'failed' ? ['transfer_succeeded'] : [];",
  ]),
  bug('late window by the wrong moment', 'domain/transactions/transition.ts', [
    'return isLateExpiry ? expiresAt : at;',
    'return at;',
  ]),
  bug('stuck payout forgotten', 'flows/provider-requests/follow-requests.ts', [
    'if (changes.length > 0) await recordTransitions(connection, changes);',
    '',
  ]),
  bug('expiry forgotten', 'flows/transactions/expire-deposits.ts', [
    'if (changes.length > 0) await recordTransitions(connection, changes);',
    '',
  ]),
  bug('lapsed approval forgotten', 'flows/decisions/lapse-approvals.ts', [
    '    await recordTransitions(connection, changes);\n    await stopRequests(',
    '    await stopRequests(',
  ]),
  bug('decided without a lock', 'db/transactions/transaction-detail.ts', [
    'where t.id = $1 for update`',
    'where t.id = $1`',
  ]),
  bug('one person for a large payout', 'domain/access/agreement.ts', [
    'return amountXaf > policy.secondPersonAboveXaf;',
    'return amountXaf > 10 * policy.secondPersonAboveXaf;',
  ]),
  bug('repeat answered with a new id', 'flows/transactions/create-transaction.ts', [
    "  if (existing !== null) return { kind: 'existing', ...existing };\n  if (refused !== null)",
    `  if (existing !== null) {
        const transaction = { ...existing.transaction, id: randomUUIDv7() };
        return { kind: 'existing', ...existing, transaction };
      }
      if (refused !== null)`,
  ]),
  bug('reference without its direction', 'db/transactions/transactions.ts', [
    '${playerId}${direction} ${reference}',
    '${playerId} ${reference}',
  ]),
  bug('404 without our names taken for not found', 'providers/campay/translate.ts', [
    '  if (answer.status === 404) return { ...unknown(describe(answer)), isAnswer: true };',
    "  if (answer.status === 404) return { kind: 'not_found' };",
  ]),
  bug('failed payout not booked back', 'domain/transactions/bookings.ts', [
    "transfer_refused: ['payout_failed'],",
    'transfer_refused: [],',
  ]),
  bug('refused delivery taken for delivered', 'domain/webhooks/webhook-retry.ts', [
    "return result.kind === 'answered' && result.status >= 200 && result.status <= 299;",
    "return result.kind === 'answered';",
  ]),
  bug('later event before the earlier', 'db/webhooks/webhooks.ts', [
    'limit 1) is null',
    'limit 1) is not false',
  ]),
  bug('retries end too early', 'domain/webhooks/webhook-retry.ts', [
    "return delayMs === undefined ? { kind: 'undelivered' } : { kind: 'retry', delayMs };",
    "return attempt > 1 ? { kind: 'delivered' } : { kind: 'retry', delayMs: delayMs ?? 0 };",
  ]),
  bug('payment of another amount taken', 'domain/receipts/matching.ts', [
    '({ transaction }) => transaction.amountXaf === receipt.amountXaf,',
    '({ transaction }) => transaction.amountXaf <= receipt.amountXaf,',
  ]),
  bug('two players on one phone', 'domain/receipts/matching.ts', [
    "if (players.size > 1) return held('several_players');",
    '',
  ]),
  bug('text credited without its balance', 'flows/receipts/balance-check.ts', [
    "const isBelieved = kind === 'believed';",
    'const isBelieved = true;',
  ]),
  bug('trusted balance without its time', 'domain/lines/balance-chain.ts', [
    'return first.getTime() - STEPS_OUT_OF_ORDER_MS <= second.getTime();',
    'return true;',
  ]),
  bug('large text without a reading', 'domain/receipts/sms-trust.ts', [
    "return isLarge ? { code: 'large_needs_balance', params } : null;",
    'return null;',
  ]),
  bug('returned payment booked twice', 'domain/books/wallet-move.ts', [
    "\n    payment_given_back: 'moved_out_was_return',",
    '',
  ]),
  bug('waiting texts never let go', 'flows/receipts/release-texts.ts', [
    'const released = await creditWaiting(deps, connection, texts);',
    'const released = { credited: 0, held: 0 };',
  ]),
];

function bug(name: string, file: string, ...changes: PlantedBug['changes']): PlantedBug {
  return { name, file, changes };
}
