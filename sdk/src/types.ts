import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];

export type Operator = Schemas['Operator'];
export type Direction = Schemas['Direction'];
export type CollectionMode = Schemas['CollectionMode'];
export type TransactionState = Schemas['TransactionState'];
export type DepositState = Schemas['DepositState'];
export type WithdrawalState = Schemas['WithdrawalState'];
export type ReasonCode = Schemas['ReasonCode'];
export type PaymentEvent = Schemas['PaymentEvent'];
export type SimulatedOutcome = Schemas['SimulatedOutcome'];

export type DepositRequest = Schemas['DepositRequest'];
export type Deposit = Schemas['Deposit'];
export type Instructions = Schemas['Instructions'];
export type WithdrawalRequest = Schemas['WithdrawalRequest'];
export type Withdrawal = Schemas['Withdrawal'];
export type Transaction = Schemas['Transaction'];
export type TransactionSummary = Schemas['TransactionSummary'];
export type TransactionPage = Schemas['TransactionPage'];
export type DetectionRequest = Schemas['DetectionRequest'];
export type Detection = Schemas['Detection'];
export type Provider = Schemas['Provider'];
export type ProviderCatalogue = Schemas['ProviderCatalogue'];
export type ProviderHealth = Schemas['ProviderHealth'];
export type ProviderHealthList = Schemas['ProviderHealthList'];
export type Replay = Schemas['Replay'];
export type ClockAdvance = Schemas['ClockAdvance'];
export type PhoneRequest = Schemas['PhoneRequest'];
export type Phone = Schemas['Phone'];
export type Simulation = Schemas['Simulation'];
export type PublicKey = Schemas['PublicKey'];
export type JsonWebKeySet = Schemas['JsonWebKeySet'];
export type Health = Schemas['Health'];
export type ValidationIssue = Schemas['ValidationIssue'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookPage = Schemas['WebhookPage'];
export type Statement = Schemas['Statement'];
export type WebhookPayload = Schemas['WebhookPayload'];

/** Filters a player's transactions; `page` is the first page. */
export type TransactionFilter = NonNullable<
  operations['listPlayerTransactions']['parameters']['query']
>;

/** Filters deliveries; `before` is the start of the next page. */
export type WebhookFilter = NonNullable<operations['listWebhooks']['parameters']['query']>;

/** Filters days; `cursor` is the start of the next page. */
export type StatementFilter = operations['getStatement']['parameters']['query'];

/** The names of the interface's operations. */
export type OperationId = Exclude<keyof operations, `on${string}`>;
