// What the fake takes from the service itself, so that it refuses and decides as the service does:
// its checks, its sentences and its rules. The build makes it a part of the testing entry.
export { balanceSchema, statementSchema } from '../../../service/src/contract/books/books-api.ts';
export {
  cancelCheckoutSchema,
  createCheckoutSchema,
  findCheckoutDifferences,
  readCheckoutSchema,
} from '../../../service/src/contract/checkouts/checkouts-api.ts';
export { type PublicRoute, routeHint } from '../../../service/src/contract/meant-route.ts';
export {
  errorBodyOf,
  type Problem,
  retryAfterOf,
  statusOf,
} from '../../../service/src/contract/problems.ts';
export {
  detectSchema,
  providerHealthSchema,
  providersSchema,
} from '../../../service/src/contract/providers/providers-api.ts';
export {
  advanceClockSchema,
  openPhoneSchema,
  simulateSchema,
} from '../../../service/src/contract/sandbox/sandbox-api.ts';
export {
  depositSchema,
  findDifferences,
  refundSchema,
  toDepositResponse,
  toWithdrawalResponse,
  withdrawalSchema,
} from '../../../service/src/contract/transactions/payments-api.ts';
export {
  listOwnTransactionsSchema,
  playerListSchema,
  readTransactionSchema,
  toTransactionBody,
} from '../../../service/src/contract/transactions/transactions-api.ts';
export {
  compileBody,
  compilePath,
  compileQuery,
  type Formats,
} from '../../../service/src/contract/validation/compile.ts';
export { hintsFor, JSON_TYPE, withHint } from '../../../service/src/contract/validation/hints.ts';
export { compileIgnored } from '../../../service/src/contract/validation/ignored-parameters.ts';
export {
  cursorIssues,
  reversedRangeIssues,
} from '../../../service/src/contract/validation/issue.ts';
export { parseJsonText } from '../../../service/src/contract/validation/json-text.ts';
export {
  endOfTime,
  readDay,
  readDayOrMoment,
  startOfTime,
} from '../../../service/src/contract/validation/schema-options.ts';
export {
  listOwnWebhooksSchema,
  replaySchema,
} from '../../../service/src/contract/webhooks/webhooks-api.ts';
export { readPolicy } from '../../../service/src/domain/access/policy.ts';
export {
  type Checkout as StoredCheckout,
  decideCheckout,
} from '../../../service/src/domain/checkouts/checkout.ts';
export {
  type CheckoutEvent,
  checkoutEventBody,
} from '../../../service/src/domain/checkouts/checkout-event.ts';
export { type Message, sentenceOf } from '../../../service/src/domain/messages/message.ts';
export {
  contradictingOperator,
  isCameroonNumber,
  normaliseLoosely,
  normaliseMsisdn,
  operatorOf,
} from '../../../service/src/domain/msisdn.ts';
export { FACTS_OF, OPERATORS } from '../../../service/src/domain/operators/operator.ts';
export {
  chooseChannel,
  directionStatesOf,
} from '../../../service/src/domain/providers/channel.ts';
export {
  catalogueStatus,
  countsAgainstProvider,
  healthOf,
  healthStatus,
  levelOf,
} from '../../../service/src/domain/providers/provider-health.ts';
export { readReason } from '../../../service/src/domain/reason.ts';
export { findMagicNumber, outcomesOf } from '../../../service/src/domain/sandbox/magic-numbers.ts';
export {
  planSimulation,
  reachableOutcomes,
  SIMULATION_LATE_WINDOW_MS,
  sandboxProviderTxId,
} from '../../../service/src/domain/sandbox/simulation.ts';
export { postingsOf } from '../../../service/src/domain/transactions/bookings.ts';
export { buildInstructions } from '../../../service/src/domain/transactions/instructions.ts';
export {
  decideRefund,
  refundedXafOf,
  refundMessage,
} from '../../../service/src/domain/transactions/payment-limits.ts';
export {
  isOpenDeposit,
  isSettled,
  type Transaction,
} from '../../../service/src/domain/transactions/transaction.ts';
export {
  applyMove,
  decideSequence,
  type Move,
  type Trigger,
} from '../../../service/src/domain/transactions/transition.ts';
export { eventOf, webhookBody } from '../../../service/src/domain/transactions/webhook-event.ts';
export {
  SANDBOX_CHANNELS,
  SANDBOX_PROVIDERS,
} from '../../../service/src/providers/sandbox/catalogue.ts';
