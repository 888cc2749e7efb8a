<?php

// Made from docs/openapi.json by `npm run generate`: do not edit.

declare(strict_types=1);

namespace Momo;

/**
 * The shapes of requests and answers: `@phpstan-import-type Deposit from \Momo\Types`.
 *
 * @phpstan-type Balance array{balance_xaf: int, promised_xaf: int, credit_line_xaf: int|null, available_xaf: int|null}
 * @phpstan-type Checkout array{checkout_id: string, url: string, state: CheckoutState, expires_at: string, reference: string, amount_xaf: int, created_at: string, attempts: list<CheckoutAttempt>, paid_by: string|null, surplus: list<string>}
 * @phpstan-type CheckoutAttempt array{service_tx_id: string, state: 'pending'|'provider_acknowledged'|'succeeded'|'failed'|'expired'|'requires_manual_resolution', operator: Operator, msisdn: string, provider_tx_id: string|null, created_at: string}
 * @phpstan-type CheckoutEvent 'checkout.paid'|'checkout.surplus'|'checkout.expired'
 * @phpstan-type CheckoutRequest array{amount_xaf: int, reference: string, description?: string|null, return_url?: string|null, cancel_url?: string|null, expires_in?: int, player_id?: string|null, callback_url?: string|null, lang?: 'fr'|'en', operators?: list<'mtn'|'orange'>|null}
 * @phpstan-type CheckoutState 'open'|'paid'|'expired'|'cancelled'
 * @phpstan-type CheckoutWebhookPayload array{service_tx_id: string, reference: string, event: CheckoutEvent, direction: 'deposit', amount_xaf: int, operator: 'mtn'|'orange'|null, provider_tx_id: string|null, ts: string, checkout_id: string}
 * @phpstan-type ClockAdvance array{seconds: int, transactions: int}
 * @phpstan-type ClockRequest array{seconds: int}
 * @phpstan-type CollectionMode 'merchant_initiated'|'customer_initiated'
 * @phpstan-type CreatedCheckout array{checkout_id: string, url: string, state: CheckoutState, expires_at: string, differs?: list<'amount_xaf'|'description'|'return_url'|'cancel_url'|'player_id'|'callback_url'|'lang'|'operators'>}
 * @phpstan-type DeliveredEvent 'payment.succeeded'|'payment.failed'|'payment.expired'|'checkout.paid'|'checkout.surplus'|'checkout.expired'
 * @phpstan-type Deposit array{service_tx_id: string, reference: string, status: DepositState, amount_xaf: int, operator: Operator, expires_at: string|null, collection_mode: CollectionMode, instructions: Instructions|null, differs?: list<'amount_xaf'|'msisdn'|'operator'>}
 * @phpstan-type DepositRequest array{player_id: string, msisdn: string, amount_xaf: int, operator: 'mtn'|'orange', reference: string, callback_url?: string|null, lang?: 'fr'|'en'}
 * @phpstan-type DepositState 'pending'|'provider_acknowledged'|'succeeded'|'failed'|'expired'|'requires_manual_resolution'
 * @phpstan-type Detection array{msisdn_normalized: string, is_valid: bool, country_code: string, operator: 'mtn'|'orange'|null, operator_display_name: string|null, provider_suggestion: string|null, provider_display_name: string|null, provider_logo_url: string|null, error: string|null}
 * @phpstan-type DetectionRequest array{msisdn: string, country_code?: string}
 * @phpstan-type Direction 'deposit'|'withdrawal'
 * @phpstan-type Error array{detail: string, code: ErrorCode, hint?: string, accepted?: list<string>, reachable?: list<string>}
 * @phpstan-type ErrorCode 'bad_request'|'path_invalid'|'foreign_host'|'unknown_operator'|'unsupported_country_code'|'no_callback_url'|'unauthorized'|'key_missing'|'key_elsewhere'|'key_with_scheme'|'key_of_other_environment'|'forbidden'|'checkouts_not_allowed'|'checkouts_need_address'|'not_found'|'unsupported_country'|'transaction_not_found'|'checkout_not_found'|'method_not_allowed'|'request_timeout'|'not_settled'|'deposit_not_paid'|'deposit_disputed'|'number_erased'|'refund_too_large'|'reference_taken'|'outcome_not_reachable'|'checkout_not_open'|'body_too_large'|'request_invalid'|'prefix_mismatch'|'too_many_requests'|'too_many_prompts'|'header_too_large'|'internal'|'no_provider_available'|'overloaded'|'database_unavailable'|'not_confirmed'
 * @phpstan-type Health array{status: 'ok'|'unavailable', version: string, environment: 'sandbox'|'live'}
 * @phpstan-type Instructions array{ussd_string: string, dial_uri: string, copy_text: string, steps: list<array{order: int, text: string}>, merchant: array{display_name: string|null}, illustration_url: string|null, illustration_alt: string|null, polling_interval_seconds: int}
 * @phpstan-type JsonWebKey array{kty: string, use: string, alg: string, kid: string, n: string, e: string}
 * @phpstan-type JsonWebKeySet array{keys: list<JsonWebKey>, application?: string, revoked?: list<string>}
 * @phpstan-type Movement array{kind: MovementKind, amount_xaf: int, service_tx_id: string|null, reference: string|null, provider_tx_id: string|null, reason_code?: ReasonCode, refund_of?: string, booked_at: string, value_at: string}
 * @phpstan-type MovementKind 'deposit'|'withdrawal'|'withdrawal_returned'|'fee'|'settlement'|'correction'
 * @phpstan-type Operator 'mtn'|'orange'
 * @phpstan-type PaymentEvent 'payment.succeeded'|'payment.failed'|'payment.expired'
 * @phpstan-type Phone array{url: string, expires_at: string}
 * @phpstan-type PhoneRequest array{msisdn: string}
 * @phpstan-type Provider array{provider_id: string, display_name: string, logo_url: string, operators: list<Operator>, supported_directions: list<Direction>, deposit_fee_percent: int|float, deposit_fee_message: string, withdrawal_fee_percent: int|float, description: string, is_primary: bool, is_available: bool, status: string, available_directions: list<Direction>}
 * @phpstan-type ProviderCatalogue array{country_code: string, providers: list<Provider>}
 * @phpstan-type ProviderHealth array{provider_id: string, display_name: string, status: string, is_feature_flag_enabled: bool, failure_rate_1h: int|float, tx_count_1h: int, message: string, directions: list<array{direction: Direction, is_available: bool, message: string|null}>}
 * @phpstan-type ProviderHealthList array{country_code: string, checked_at: string, providers: list<ProviderHealth>}
 * @phpstan-type PublicKey array{algorithm: 'RS256', public_key_pem: string, key_id: string, revoked?: list<string>}
 * @phpstan-type ReasonCode 'insufficient_funds'|'insufficient_funds_or_limit'|'limit'|'blocked'|'not_registered'|'refused_by_player'|'no_answer'|'same_again_too_soon'|'provider_down'|'not_sent'|'rejected_by_staff'|'lapsed'|'unknown'
 * @phpstan-type RefundRequest array{amount_xaf?: int|null, reference: string, reason?: string|null, callback_url?: string|null}
 * @phpstan-type Replay array{service_tx_id: string, state: TransactionState, event: DeliveredEvent, callback_url: string, dispatched: bool, message: string}
 * @phpstan-type SimulatedOutcome 'succeeded'|'failed'|'expired'|'acknowledged'|'refused_at_initiation'|'held'|'approved'|'lapsed'|'submitted'|'transfer_succeeded'|'transfer_failed'|'stuck'|'staff_confirmed'|'staff_rejected'
 * @phpstan-type Simulation array{service_tx_id: string, reference: string, previous_state: TransactionState, state: TransactionState, webhook_event: 'payment.succeeded'|'payment.failed'|'payment.expired'|null}
 * @phpstan-type SimulationRequest array{outcome: SimulatedOutcome}
 * @phpstan-type Statement array{from: string, to: string, opening_balance_xaf: int, closing_balance_xaf: int, items: list<Movement>, next_cursor: string|null}
 * @phpstan-type Transaction array{service_tx_id: string, idempotency_key: string, direction: Direction, operator: Operator, provider: string, msisdn: string, amount_minor: int, state: TransactionState, state_updated_at: string, requires_human_approval: bool, provider_tx_id: string|null, expires_at: string|null, created_at: string, updated_at: string, state_reason: string, reason_code?: ReasonCode, refund_of?: string, refunded_xaf?: int, checkout_id?: string}
 * @phpstan-type TransactionList array{items: list<TransactionSummary>, next_cursor: string|null}
 * @phpstan-type TransactionPage array{items: list<TransactionSummary>, total: int, page: int, limit: int, pages: int}
 * @phpstan-type TransactionState 'pending'|'provider_acknowledged'|'succeeded'|'failed'|'expired'|'requires_manual_resolution'|'pending_approval'|'approved'|'provider_submitted'
 * @phpstan-type TransactionSummary array{service_tx_id: string, reference: string, direction: Direction, operator: Operator, amount_xaf: int, state: TransactionState, provider_tx_id: string|null, created_at: string, updated_at: string, msisdn: string, reason_code?: ReasonCode, refund_of?: string, checkout_id?: string}
 * @phpstan-type ValidationError array{detail: list<ValidationIssue>, code: ErrorCode, hint?: string, accepted?: list<string>}
 * @phpstan-type ValidationIssue array{type: string, loc: list<string|int>, msg: string, input?: mixed, ctx?: array<string, mixed>}
 * @phpstan-type WebhookAttempt array{number: int, at: string, status: int|null, latency_ms: int, response: string|null, problem: 'certificate'|'name'|'refused'|'too_slow'|'broken'|'not_public'|'redirect'|'status'|'unknown'|null, message: string|null}
 * @phpstan-type WebhookDelivery array{webhook_id: string, service_tx_id: string, reference: string, event: DeliveredEvent, state: 'pending'|'delivered'|'undelivered'|'replayed', is_replay: bool, callback_url: string, created_at: string, next_attempt_at: string|null, attempts: list<WebhookAttempt>}
 * @phpstan-type WebhookPage array{items: list<WebhookDelivery>, next_before: string|null}
 * @phpstan-type WebhookPayload array{service_tx_id: string, reference: string, event: PaymentEvent, direction: Direction, amount_xaf: int, operator: Operator, provider_tx_id: string|null, ts: string, reason_code?: ReasonCode, refund_of?: string}
 * @phpstan-type Withdrawal array{service_tx_id: string, reference: string, status: WithdrawalState, amount_xaf: int, operator: Operator, refund_of?: string, differs?: list<'amount_xaf'|'msisdn'|'operator'>}
 * @phpstan-type WithdrawalRequest array{player_id: string, msisdn: string, amount_xaf: int, operator: 'mtn'|'orange', reference: string, callback_url?: string|null}
 * @phpstan-type WithdrawalState 'pending_approval'|'approved'|'provider_submitted'|'succeeded'|'failed'|'requires_manual_resolution'
 */
interface Types
{
}
