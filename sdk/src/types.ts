import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];
type Schema<Name extends keyof Schemas> = Schemas[Name];

// Interfaces, because an editor shows their names; an alias of a member shows all that is in it.

export type Operator = Schemas['Operator'];
export type Direction = Schemas['Direction'];
export type CollectionMode = Schemas['CollectionMode'];
export type TransactionState = Schemas['TransactionState'];
export type DepositState = Schemas['DepositState'];
export type WithdrawalState = Schemas['WithdrawalState'];
export type ReasonCode = Schemas['ReasonCode'];
/** What a refusal says to programs; more codes may come. */
export type ErrorCode = Schemas['ErrorCode'];
export type PaymentEvent = Schemas['PaymentEvent'];
export type SimulatedOutcome = Schemas['SimulatedOutcome'];

export interface DepositRequest extends Schema<'DepositRequest'> {}
export interface Instructions extends Schema<'Instructions'> {}
export interface WithdrawalRequest extends Schema<'WithdrawalRequest'> {}
export interface RefundRequest extends Schema<'RefundRequest'> {}
export interface Withdrawal extends Schema<'Withdrawal'> {}
export interface CheckoutRequest extends Schema<'CheckoutRequest'> {}
export interface CreatedCheckout extends Schema<'CreatedCheckout'> {}
export interface Checkout extends Schema<'Checkout'> {}
export interface CheckoutWebhookPayload extends Schema<'CheckoutWebhookPayload'> {}
export interface Transaction extends Schema<'Transaction'> {}
export interface TransactionSummary extends Schema<'TransactionSummary'> {}
export interface TransactionPage extends Schema<'TransactionPage'> {}
export interface TransactionList extends Schema<'TransactionList'> {}
export interface DetectionRequest extends Schema<'DetectionRequest'> {}
export interface Detection extends Schema<'Detection'> {}
export interface Provider extends Schema<'Provider'> {}
export interface ProviderCatalogue extends Schema<'ProviderCatalogue'> {}
export interface ProviderHealth extends Schema<'ProviderHealth'> {}
export interface ProviderHealthList extends Schema<'ProviderHealthList'> {}
export interface Replay extends Schema<'Replay'> {}
export interface ClockAdvance extends Schema<'ClockAdvance'> {}
export interface PhoneRequest extends Schema<'PhoneRequest'> {}
export interface Phone extends Schema<'Phone'> {}
export interface Simulation extends Schema<'Simulation'> {}
export interface PublicKey extends Schema<'PublicKey'> {}
export interface JsonWebKeySet extends Schema<'JsonWebKeySet'> {}
export interface Health extends Schema<'Health'> {}
export interface ValidationIssue extends Schema<'ValidationIssue'> {}
export interface WebhookDelivery extends Schema<'WebhookDelivery'> {}
export interface WebhookPage extends Schema<'WebhookPage'> {}
export interface Balance extends Schema<'Balance'> {}
export interface Movement extends Schema<'Movement'> {}
export interface Statement extends Schema<'Statement'> {}
export interface PaymentWebhookPayload extends Schema<'WebhookPayload'> {}

/** What a webhook says of a payment or of a checkout. Branch on `event`. */
export type WebhookPayload = PaymentWebhookPayload | CheckoutWebhookPayload;

type ModeMembers = 'collection_mode' | 'instructions';

/** A request to confirm appears on the player's phone. */
export interface PromptedDeposit extends Omit<Schemas['Deposit'], ModeMembers> {
  collection_mode: 'merchant_initiated';
  instructions: null;
}

/** The player dials the code of `instructions`. */
export interface DialledDeposit extends Omit<Schemas['Deposit'], ModeMembers> {
  collection_mode: 'customer_initiated';
  instructions: Instructions;
}

/** Branch on `collection_mode`. */
export type Deposit = PromptedDeposit | DialledDeposit;

type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

/** Selects transactions of a player; `page` is the first page. */
export interface TransactionFilter extends Query<'listPlayerTransactions'> {}

/** Selects your transactions; `cursor` is where the first page begins. */
export interface TransactionListFilter extends Query<'listTransactions'> {}

/** Selects deliveries; `before` is where the first page begins. */
export interface WebhookFilter extends Query<'listWebhooks'> {}

/** The days of a statement; `cursor` is where the first page begins. */
export interface StatementFilter extends Query<'getStatement'> {}

/** The names of the interface's operations. */
export type OperationId = Exclude<keyof operations, `on${string}`>;
