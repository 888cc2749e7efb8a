// Made from docs/openapi.json by `npm run generate`: do not edit.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service up?
         * @description Needs no API key. 503 when the database cannot be reached; requests are then refused too.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collect money from a phone
         * @description Creates a deposit and starts its collection. Branch on `collection_mode` of the answer: `merchant_initiated` means that the player confirms on the phone, `customer_initiated` that the player dials `instructions.ussd_string`. The same `reference` again gives the same deposit back.
         */
        post: operations["createDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay money out to a phone
         * @description Creates a withdrawal that staff of the service approve before anything is sent. The same `reference` again gives the same withdrawal back.
         */
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deposits/{service_tx_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the money of a deposit back
         * @description Creates a withdrawal to the number that paid the deposit, which staff approve before anything is sent. All refunds of a deposit together are at most its amount; fees are not given back. An extension of this service. The same `reference` again gives the same refund back.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a page on which a buyer pays an amount
         * @description Send the buyer to `url`. The page asks for the number and makes the deposits; the first that succeeds pays the checkout. The same `reference` again gives the same checkout back. An extension of this service.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkouts/{checkout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a checkout and its attempts
         * @description Do this before you deliver: what a browser brings back proves nothing. An extension of this service.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkouts/{checkout_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an open checkout
         * @description It takes no attempt any more. A payment that is under way may still succeed, and is then listed as `surplus`. An extension of this service.
         */
        post: operations["cancelCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions/{service_tx_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one transaction
         * @description For polling, and after an incident; webhooks are quicker.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/players/{player_id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a player's transactions, newest first
         * @description A player without transactions has an empty list.
         */
        get: operations["listPlayerTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your transactions, newest first
         * @description Finds a transaction by your own `reference`, and everything of a time for reconciliation. An extension of this service. A page may have fewer items than `limit`, even none, while there are more: go on until `next_cursor` is null.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{country}/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The providers of a country
         * @description To show payment options: filter by `supported_directions`.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/{country}/providers/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the providers of a country are doing
         * @description The figures are those of the last hour.
         */
        get: operations["listProviderHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/msisdn/detect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which operator a number belongs to
         * @description Also a number that is not valid is answered 200.
         */
        post: operations["detectOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the application and what became of each, newest first
         * @description Shows why a receiver did not get its webhooks. An extension of this service.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions/{service_tx_id}/replay-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the webhook of a settled transaction once more
         * @description Changes nothing about the transaction. It must have succeeded or failed. For an attempt of a checkout, or the `checkout_id` of an expired one, the checkout’s event is sent.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you have with us now
         * @description What you are owed, what your approved withdrawals still need of it, and what can be paid out. A withdrawal beyond that is created all the same, and two people of staff decide it.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your movements and balance over some days
         * @description What you are owed, and everything that changed it, the oldest first. The opening balance and all movements of the days make the closing balance.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/security/callback-public-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The key that verifies webhook signatures
         * @description Cache it for 24 hours. When a token names another `kid` than the `key_id` that you keep, fetch it again: the key pair was replaced.
         */
        get: operations["getCallbackPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/security/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All keys that may sign webhooks, as a JSON Web Key Set
         * @description Holds the current key, the next one from the day it is announced, and one that was replaced lately. With the `ETag` of the set that you keep as `If-None-Match` the answer is `304` while that set is the present one.
         */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let time pass for the open transactions of the application (sandbox only)
         * @description Deposits then expire and transfers without an answer get stuck within seconds, as if the time had passed. Other applications notice nothing. An extension of this service.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/transactions/{service_tx_id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide how a transaction ends (sandbox only)
         * @description A deposit can succeed, fail or expire, an expired one can still succeed; a withdrawal that waits for approval can succeed or fail. The webhook is sent as in production.
         */
        post: operations["simulateOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the virtual phone of a player (sandbox only)
         * @description Answers the address of a page that shows the prompts of this number that are yours. A person confirms or refuses there, or dials the code of a deposit; the operator’s SMS then goes the same way as in live. An extension of this service.
         */
        post: operations["openPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook `payment.succeeded`
         * @description A deposit was paid, or a withdrawal was paid out.
         */
        post: operations["onPaymentSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook `payment.failed`
         * @description A payment was refused, failed or was rejected.
         */
        post: operations["onPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook `payment.expired`
         * @description A deposit was not confirmed in time. It may still succeed later: accept `payment.succeeded` after this.
         */
        post: operations["onPaymentExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook `checkout.paid`
         * @description The first attempt succeeded: deliver the order. It may come after `checkout.expired`.
         */
        post: operations["onCheckoutPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.surplus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook `checkout.surplus`
         * @description A further attempt succeeded, or one after the checkout was cancelled: give that money back.
         */
        post: operations["onCheckoutSurplus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The webhook `checkout.expired`
         * @description Its time is over and no attempt is open. A late payment may still pay it.
         */
        post: operations["onCheckoutExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Your account with us, as it is now. */
        Balance: {
            /**
             * @description What you are owed; negative if more was paid out.
             * @example 5000
             */
            balance_xaf: number;
            /**
             * @description Withdrawals that are approved and not sent yet, and settlements on their way to you.
             * @example 5000
             */
            promised_xaf: number;
            /**
             * @description How far withdrawals may go beyond what you have; null without a limit.
             * @example 5000
             */
            credit_line_xaf: number | null;
            /**
             * @description The balance less what is promised, with the credit line; null without a limit.
             * @example 5000
             */
            available_xaf: number | null;
        };
        /** @description A checkout and every attempt to pay it. */
        Checkout: {
            /**
             * Format: uuid
             * @description The id that this service gave the checkout.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
             */
            checkout_id: string;
            /**
             * @description The page for the buyer. Every person with the address may pay.
             * @example https://pay.example/pay/7w3K1m9QyX0bU2c4Zr8tNg
             */
            url: string;
            state: components["schemas"]["CheckoutState"];
            /**
             * Format: date-time
             * @description Until when it takes new attempts.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
            /**
             * @description Idempotency key, unique per application. Sending it again gives the first checkout back.
             * @example order-1001
             */
            reference: string;
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /** @description All of them, the oldest first. */
            attempts: components["schemas"]["CheckoutAttempt"][];
            /**
             * Format: uuid
             * @description The `service_tx_id` of the deposit that paid it.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            paid_by: string | null;
            /** @description The deposits that succeeded and did not pay it, by `service_tx_id`: money to give back. */
            surplus: string[];
        };
        /** @description A deposit that a buyer began for the checkout. */
        CheckoutAttempt: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description The state of the deposit.
             * @enum {string}
             */
            state: "pending" | "provider_acknowledged" | "succeeded" | "failed" | "expired" | "requires_manual_resolution";
            operator: components["schemas"]["Operator"];
            /**
             * @description The number with its middle hidden.
             * @example +23767*****01
             */
            msisdn: string;
            /**
             * @description The reference of the provider; null until it is known.
             * @example PP261115.1031.A12345
             */
            provider_tx_id: string | null;
            /**
             * Format: date-time
             * @description When the buyer began it.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
        };
        /**
         * @description What happened to the checkout.
         * @enum {string}
         */
        CheckoutEvent: "checkout.paid" | "checkout.surplus" | "checkout.expired";
        /** @description The checkout to create. */
        CheckoutRequest: {
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            /**
             * @description Idempotency key, unique per application. Sending it again gives the first checkout back.
             * @example order-1001
             */
            reference: string;
            /**
             * @description What is paid for, as the buyer reads it.
             * @example Order 1001: two shirts
             */
            description?: string | null;
            /**
             * @description Where the page leads once it is paid. It gets `checkout_id` and nothing else: read the checkout with your key.
             * @example https://shop.example/orders/1001
             */
            return_url?: string | null;
            /**
             * @description Where a buyer who does not want to pay goes. Nothing is cancelled by it.
             * @example https://shop.example/orders/1001
             */
            cancel_url?: string | null;
            /**
             * @description For how many seconds it takes attempts: 10 minutes to 30 days. Left out it is `86400`.
             * @example 86400
             */
            expires_in?: number;
            /**
             * @description The player of all its attempts; without one each number is a player.
             * @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301
             */
            player_id?: string | null;
            /**
             * @description Where the webhook is posted: an absolute http or https URL without user info.
             * @example https://shop.example/hooks/payments
             */
            callback_url?: string | null;
            /**
             * @description The language of `instructions.steps`. Left out it is `fr`.
             * @enum {string}
             */
            lang?: "fr" | "en";
            /**
             * @description Those that the page offers; all without it.
             * @example [
             *       "mtn"
             *     ]
             */
            operators?: ("mtn" | "orange")[] | null;
        };
        /**
         * @description `expired` may still become `paid` by a late payment. `paid` and `cancelled` are final.
         * @enum {string}
         */
        CheckoutState: "open" | "paid" | "expired" | "cancelled";
        /** @description What a webhook of a checkout says. */
        CheckoutWebhookPayload: {
            /**
             * Format: uuid
             * @description The deposit that paid or was too much; for `checkout.expired` the `checkout_id`, so that every verifier of webhooks works.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description The reference of the checkout.
             * @example order-1001
             */
            reference: string;
            event: components["schemas"]["CheckoutEvent"];
            /**
             * @description Money is collected.
             * @enum {string}
             */
            direction: "deposit";
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            /**
             * @description Null for `checkout.expired`.
             * @enum {string|null}
             */
            operator: "mtn" | "orange" | null;
            /**
             * @description The reference of the provider; null until it is known.
             * @example PP261115.1031.A12345
             */
            provider_tx_id: string | null;
            /**
             * Format: date-time
             * @description When the deposit succeeded, or the time of the checkout was over.
             * @example 2026-11-15T09:30:00.000Z
             */
            ts: string;
            /**
             * Format: uuid
             * @description The id that this service gave the checkout.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
             */
            checkout_id: string;
        };
        /** @description What the clock was advanced for. */
        ClockAdvance: {
            /**
             * @description How much time has passed.
             * @example 900
             */
            seconds: number;
            /**
             * @description How many open transactions it has passed for. One that waits for a person never falls due and does not count.
             * @example 1
             */
            transactions: number;
        };
        /** @description How much time passes. */
        ClockRequest: {
            /**
             * @description How much time passes, at most a week.
             * @example 900
             */
            seconds: number;
        };
        /**
         * @description Who starts the payment. `merchant_initiated`: a request appears on the phone. `customer_initiated`: the player dials the code of `instructions`.
         * @enum {string}
         */
        CollectionMode: "merchant_initiated" | "customer_initiated";
        /** @description The checkout: new, or the one with this reference. */
        CreatedCheckout: {
            /**
             * Format: uuid
             * @description The id that this service gave the checkout.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
             */
            checkout_id: string;
            /**
             * @description The page for the buyer. Every person with the address may pay.
             * @example https://pay.example/pay/7w3K1m9QyX0bU2c4Zr8tNg
             */
            url: string;
            state: components["schemas"]["CheckoutState"];
            /**
             * Format: date-time
             * @description Until when it takes new attempts.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string;
            /**
             * @description The members that this request gives otherwise than the one that created the checkout. They are ignored. Left out if nothing differs.
             * @example [
             *       "amount_xaf"
             *     ]
             */
            differs?: ("amount_xaf" | "description" | "return_url" | "cancel_url" | "player_id" | "callback_url" | "lang" | "operators")[];
        };
        /**
         * @description What happened: to a payment, or to a checkout.
         * @enum {string}
         */
        DeliveredEvent: "payment.succeeded" | "payment.failed" | "payment.expired" | "checkout.paid" | "checkout.surplus" | "checkout.expired";
        /** @description The deposit: the new one, or the one with this reference. */
        Deposit: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            status: components["schemas"]["DepositState"];
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            operator: components["schemas"]["Operator"];
            /**
             * Format: date-time
             * @description Until when it can be confirmed; null once it is not open.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            collection_mode: components["schemas"]["CollectionMode"];
            instructions: components["schemas"]["Instructions"] | null;
            /**
             * @description An extension of this service: the members that this request gives otherwise than the one that created the transaction. They are ignored; use a new `reference` for another payment. Left out if nothing differs.
             * @example [
             *       "amount_xaf"
             *     ]
             */
            differs?: ("amount_xaf" | "msisdn" | "operator")[];
        };
        /** @description The deposit to create. */
        DepositRequest: {
            /**
             * Format: uuid
             * @description The player on the side of the platform.
             * @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301
             */
            player_id: string;
            /**
             * Format: msisdn
             * @description Mobile Money number in E.164. `237` with 9 digits, and the 9 national digits alone, are accepted and normalised.
             * @example +237670000001
             */
            msisdn: string;
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            /**
             * @description Accepted values: `mtn`, `orange`. Another text is answered 400.
             * @example mtn
             * @enum {string}
             */
            operator: "mtn" | "orange";
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            /**
             * @description Where the webhook is posted: an absolute http or https URL without user info.
             * @example https://shop.example/hooks/payments
             */
            callback_url?: string | null;
            /**
             * @description The language of `instructions.steps`. Left out it is `fr`.
             * @enum {string}
             */
            lang?: "fr" | "en";
        };
        /**
         * @description The state now: `pending`, `provider_acknowledged` or `failed` for a new deposit; a repeated reference shows whatever state the deposit has reached.
         * @enum {string}
         */
        DepositState: "pending" | "provider_acknowledged" | "succeeded" | "failed" | "expired" | "requires_manual_resolution";
        /** @description What is known about the number. */
        Detection: {
            /**
             * @description The number in E.164; the text as sent when it cannot be read as one.
             * @example +237670000001
             */
            msisdn_normalized: string;
            /**
             * @description Whether it is a number of Cameroon.
             * @example true
             */
            is_valid: boolean;
            /**
             * @description The country: always `CM`.
             * @example CM
             */
            country_code: string;
            /**
             * @description Its operator; null when no operator has the prefix.
             * @enum {string|null}
             */
            operator: "mtn" | "orange" | null;
            /**
             * @description The operator’s name to show.
             * @example MTN
             */
            operator_display_name: string | null;
            /**
             * @description Id of the provider that a deposit would use now.
             * @example mtn-momo
             */
            provider_suggestion: string | null;
            /**
             * @description The name to show.
             * @example MTN MoMo
             */
            provider_display_name: string | null;
            /**
             * @description A logo to show.
             * @example https://pay.example/assets/logos/mtn.svg
             */
            provider_logo_url: string | null;
            /**
             * @description Why `is_valid` is false; otherwise null.
             * @example This is not a phone number of Cameroon.
             */
            error: string | null;
        };
        /** @description The number to look at. */
        DetectionRequest: {
            /**
             * @description As people write it.
             * @example 6 70 00 00 01
             */
            msisdn: string;
            /**
             * @description Only `CM`, in any letter case. Left out it is `CM`.
             * @example CM
             */
            country_code?: string;
        };
        /**
         * @description Whether money is collected from the player or paid out.
         * @enum {string}
         */
        Direction: "deposit" | "withdrawal";
        /** @description An error. Branch on the status or on `code`, never on the text. */
        Error: {
            /**
             * @description What went wrong, in English.
             * @example Transaction not found
             */
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /**
             * @description An extension of this service: what to do about it, in English. It may name the nearest path, method, member or value.
             * @example Did you mean POST /api/v1/deposits?
             */
            hint?: string;
            /**
             * @description An extension of this service: what is accepted where the first unknown value or name was sent.
             * @example [
             *       "succeeded",
             *       "failed",
             *       "expired"
             *     ]
             */
            accepted?: string[];
            /**
             * @description An extension of this service: the outcomes that can be simulated from the state of the transaction.
             * @example [
             *       "staff_confirmed",
             *       "staff_rejected"
             *     ]
             */
            reachable?: string[];
        };
        /**
         * @description An extension of this service: what went wrong, for programs. A code keeps its meaning; more may come, so treat one that you do not know by its status.
         * @enum {string}
         */
        ErrorCode: "bad_request" | "path_invalid" | "foreign_host" | "unknown_operator" | "unsupported_country_code" | "no_callback_url" | "unauthorized" | "key_missing" | "key_elsewhere" | "key_with_scheme" | "key_of_other_environment" | "forbidden" | "checkouts_not_allowed" | "checkouts_need_address" | "not_found" | "unsupported_country" | "transaction_not_found" | "checkout_not_found" | "method_not_allowed" | "request_timeout" | "not_settled" | "deposit_not_paid" | "deposit_disputed" | "number_erased" | "refund_too_large" | "reference_taken" | "outcome_not_reachable" | "checkout_not_open" | "body_too_large" | "request_invalid" | "prefix_mismatch" | "too_many_requests" | "too_many_prompts" | "header_too_large" | "internal" | "no_provider_available" | "overloaded" | "database_unavailable" | "not_confirmed";
        /** @description How the service itself is doing. */
        Health: {
            /**
             * @description Whether requests are answered.
             * @enum {string}
             */
            status: "ok" | "unavailable";
            /**
             * @description The release that runs.
             * @example 0.3.0
             */
            version: string;
            /**
             * @description Whether real money moves.
             * @enum {string}
             */
            environment: "sandbox" | "live";
        };
        /** @description What the player dials; null for a merchant-initiated deposit. */
        Instructions: {
            /**
             * @description The code to dial; merchant number and exact amount are part of it.
             * @example *000*000000*5000#
             */
            ussd_string: string;
            /**
             * @description A `tel:` link that opens the dialer with the code.
             * @example tel:*000*000000*5000%23
             */
            dial_uri: string;
            /**
             * @description For a copy button: some phones do not open a `tel:` link with `*` or `#`.
             * @example *000*000000*5000#
             */
            copy_text: string;
            /** @description What the player does. */
            steps: {
                /**
                 * @description The number of the step, from 1.
                 * @example 1
                 */
                order: number;
                /**
                 * @description The step, in the `lang` of the request.
                 * @example Composez *000*000000*5000# sur votre téléphone.
                 */
                text: string;
            }[];
            /** @description Who is paid. */
            merchant: {
                /**
                 * @description The name that the operator shows the player.
                 * @example SANDBOX MERCHANT
                 */
                display_name: string | null;
            };
            /**
             * @description A picture of the steps; null when there is none.
             * @example https://pay.example/dialling.png
             */
            illustration_url: string | null;
            /**
             * @description The text alternative of the picture.
             * @example The dialling screen of a phone
             */
            illustration_alt: string | null;
            /**
             * @description How long to wait between two reads of the transaction.
             * @example 5
             */
            polling_interval_seconds: number;
        };
        /** @description A public key (RFC 7517). */
        JsonWebKey: {
            /**
             * @description The family of the key.
             * @example RSA
             */
            kty: string;
            /**
             * @description What it is for.
             * @example sig
             */
            use: string;
            /**
             * @description The algorithm that it signs with.
             * @example RS256
             */
            alg: string;
            /**
             * @description The name of the key: the `kid` of the tokens that it signs.
             * @example service-payments-v1
             */
            kid: string;
            /**
             * @description The modulus, base64url.
             * @example 0vx7agoebGcQ…
             */
            n: string;
            /**
             * @description The exponent, base64url.
             * @example AQAB
             */
            e: string;
        };
        /** @description All keys that may sign webhooks. */
        JsonWebKeySet: {
            /** @description The keys, the current one included. */
            keys: components["schemas"]["JsonWebKey"][];
            /**
             * @description Your application. All applications share these keys: a webhook whose token has another `application` is not yours.
             * @example my-shop
             */
            application?: string;
            /**
             * @description An extension of this service, left out while there is none: the `kid`s of keys that were revoked. Refuse every token that names one, also if you still keep the key.
             * @example [
             *       "service-payments-v1"
             *     ]
             */
            revoked?: string[];
        };
        /** @description A change of what you are owed. */
        Movement: {
            kind: components["schemas"]["MovementKind"];
            /**
             * @description Positive: the balance grows.
             * @example 5000
             */
            amount_xaf: number;
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string | null;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string | null;
            /**
             * @description The reference of the provider; null until it is known.
             * @example PP261115.1031.A12345
             */
            provider_tx_id: string | null;
            reason_code?: components["schemas"]["ReasonCode"];
            /**
             * Format: uuid
             * @description An extension of this service: the deposit whose money this withdrawal gives back. Left out unless it is a refund.
             * @example 019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11
             */
            refund_of?: string;
            /**
             * Format: date-time
             * @description When it was booked.
             * @example 2026-11-15T09:30:00.000Z
             */
            booked_at: string;
            /**
             * Format: date-time
             * @description When the money moved, as far as the operator reports it.
             * @example 2026-11-15T09:30:00.000Z
             */
            value_at: string;
        };
        /**
         * @description Why the balance changed.
         * @enum {string}
         */
        MovementKind: "deposit" | "withdrawal" | "withdrawal_returned" | "fee" | "settlement" | "correction";
        /**
         * @description The operator whose customer the number is.
         * @enum {string}
         */
        Operator: "mtn" | "orange";
        /**
         * @description What happened.
         * @enum {string}
         */
        PaymentEvent: "payment.succeeded" | "payment.failed" | "payment.expired";
        /** @description Where the phone can be used. */
        Phone: {
            /**
             * Format: uri
             * @description The page. Anyone with the address can use the phone.
             * @example http://localhost:8000/sandbox/phones/YWI.0f3c
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when the address works: half an hour.
             * @example 2026-11-15T10:30:00.000Z
             */
            expires_at: string;
        };
        /** @description Whose phone it is. */
        PhoneRequest: {
            /**
             * Format: msisdn
             * @description Mobile Money number in E.164. `237` with 9 digits, and the 9 national digits alone, are accepted and normalised.
             * @example +237670000001
             */
            msisdn: string;
        };
        /** @description A provider of payments. */
        Provider: {
            /**
             * @description Id of the provider. New ones may appear at any time.
             * @example mtn-momo
             */
            provider_id: string;
            /**
             * @description The name to show.
             * @example MTN MoMo
             */
            display_name: string;
            /**
             * @description A logo to show.
             * @example https://pay.example/assets/logos/mtn.svg
             */
            logo_url: string;
            /** @description The operators that it serves. */
            operators: components["schemas"]["Operator"][];
            /** @description What it is for; filter by it before you show a payment option. */
            supported_directions: components["schemas"]["Direction"][];
            /**
             * @description Fee on deposits in percent: 1.5 is 1.5 %.
             * @example 0
             */
            deposit_fee_percent: number;
            /**
             * @description The fee on deposits as a sentence.
             * @example No fee on deposits.
             */
            deposit_fee_message: string;
            /**
             * @description Fee on withdrawals in percent: 1.5 is 1.5 %.
             * @example 0
             */
            withdrawal_fee_percent: number;
            /**
             * @description One sentence about it.
             * @example Payments with MTN MoMo.
             */
            description: string;
            /**
             * @description Whether it is used before the other providers of its operator.
             * @example true
             */
            is_primary: boolean;
            /**
             * @description Whether one of `supported_directions` would be accepted now.
             * @example true
             */
            is_available: boolean;
            /**
             * @description `active`, `degraded` or `unavailable`. Others may be added.
             * @example active
             */
            status: string;
            /** @description Those of `supported_directions` that would be accepted now. */
            available_directions: components["schemas"]["Direction"][];
        };
        /** @description The providers of the country. */
        ProviderCatalogue: {
            /**
             * @description The country: always `CM`.
             * @example CM
             */
            country_code: string;
            /** @description Those that are installed. */
            providers: components["schemas"]["Provider"][];
        };
        /** @description How a provider is doing. */
        ProviderHealth: {
            /**
             * @description Id of the provider. New ones may appear at any time.
             * @example mtn-momo
             */
            provider_id: string;
            /**
             * @description The name to show.
             * @example MTN MoMo
             */
            display_name: string;
            /**
             * @description `operational`, `degraded` or `unavailable`. Others may be added.
             * @example operational
             */
            status: string;
            /**
             * @description Whether staff of the service have it switched on.
             * @example true
             */
            is_feature_flag_enabled: boolean;
            /**
             * @description Share of the last hour’s outcomes that failed for another reason than the player’s, 0 to 1.
             * @example 0.02
             */
            failure_rate_1h: number;
            /**
             * @description Transactions that came to an outcome in the last hour.
             * @example 120
             */
            tx_count_1h: number;
            /**
             * @description The status as an English sentence.
             * @example Operational.
             */
            message: string;
            /** @description Each supported direction, and whether it would be accepted now. */
            directions: {
                direction: components["schemas"]["Direction"];
                /**
                 * @description Whether it would be accepted now.
                 * @example true
                 */
                is_available: boolean;
                /**
                 * @description Why not, as a sentence; null when it would be.
                 * @example It is switched off.
                 */
                message: string | null;
            }[];
        };
        /** @description How the providers of the country are doing. */
        ProviderHealthList: {
            /**
             * @description The country: always `CM`.
             * @example CM
             */
            country_code: string;
            /**
             * Format: date-time
             * @description When this was found.
             * @example 2026-11-15T09:30:00.000Z
             */
            checked_at: string;
            /** @description Those of the catalogue. */
            providers: components["schemas"]["ProviderHealth"][];
        };
        /** @description The key that signs webhooks now. */
        PublicKey: {
            /**
             * @description How webhooks are signed.
             * @enum {string}
             */
            algorithm: "RS256";
            /**
             * @description The public key as PEM (SPKI).
             * @example -----BEGIN PUBLIC KEY-----
             *     MIIB…
             *     -----END PUBLIC KEY-----
             */
            public_key_pem: string;
            /**
             * @description The name of the key: the `kid` of the tokens that it signs.
             * @example service-payments-v1
             */
            key_id: string;
            /**
             * @description An extension of this service, left out while there is none: the `kid`s of keys that were revoked. Refuse every token that names one, also if you still keep the key.
             * @example [
             *       "service-payments-v1"
             *     ]
             */
            revoked?: string[];
        };
        /**
         * @description An extension of this service: why a payment failed, expired or is held. Left out in every other state. More codes may come: treat one that you do not know as `unknown`.
         * @enum {string}
         */
        ReasonCode: "insufficient_funds" | "insufficient_funds_or_limit" | "limit" | "blocked" | "not_registered" | "refused_by_player" | "no_answer" | "same_again_too_soon" | "provider_down" | "not_sent" | "rejected_by_staff" | "lapsed" | "unknown";
        /** @description The refund to create. */
        RefundRequest: {
            /**
             * @description Whole XAF, at least 100; everything that is left if it is not given.
             * @example 500
             */
            amount_xaf?: number | null;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            /**
             * @description Why, for the people who approve it; it is part of `state_reason`.
             * @example The order was cancelled.
             */
            reason?: string | null;
            /**
             * @description Where the webhook is posted: an absolute http or https URL without user info.
             * @example https://shop.example/hooks/payments
             */
            callback_url?: string | null;
        };
        /** @description The delivery that was queued. */
        Replay: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            state: components["schemas"]["TransactionState"];
            event: components["schemas"]["DeliveredEvent"];
            /**
             * @description Where it is sent.
             * @example https://shop.example/hooks/payments
             */
            callback_url: string;
            /**
             * @description True once the delivery is durably queued.
             * @example true
             */
            dispatched: boolean;
            /**
             * @description The same as a sentence.
             * @example The webhook has been queued for delivery.
             */
            message: string;
        };
        /**
         * @description What happens to the transaction. Beside `succeeded`, `failed` and `expired`, all are extensions of this service: they lead to every other state that there is in live.
         * @enum {string}
         */
        SimulatedOutcome: "succeeded" | "failed" | "expired" | "acknowledged" | "refused_at_initiation" | "held" | "approved" | "lapsed" | "submitted" | "transfer_succeeded" | "transfer_failed" | "stuck" | "staff_confirmed" | "staff_rejected";
        /** @description What the simulated outcome did. */
        Simulation: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            previous_state: components["schemas"]["TransactionState"];
            state: components["schemas"]["TransactionState"];
            /**
             * @description The event that is sent; null when the transaction has no callback_url.
             * @enum {string|null}
             */
            webhook_event: "payment.succeeded" | "payment.failed" | "payment.expired" | null;
        };
        /** @description The outcome to bring about. */
        SimulationRequest: {
            outcome: components["schemas"]["SimulatedOutcome"];
        };
        /** @description A page of your account with us. */
        Statement: {
            /**
             * Format: date
             * @description The first day, in Douala.
             * @example 2026-03-01
             */
            from: string;
            /**
             * Format: date
             * @description The last day, in Douala.
             * @example 2026-03-01
             */
            to: string;
            /**
             * @description What you were owed when the first day began.
             * @example 5000
             */
            opening_balance_xaf: number;
            /**
             * @description What you were owed when the last day ended.
             * @example 5000
             */
            closing_balance_xaf: number;
            /** @description The movements of this page. */
            items: components["schemas"]["Movement"][];
            /**
             * @description Null after the last page.
             * @example eyJhdCI6…
             */
            next_cursor: string | null;
        };
        /** @description A deposit or a withdrawal, as it is now. */
        Transaction: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            idempotency_key: string;
            direction: components["schemas"]["Direction"];
            operator: components["schemas"]["Operator"];
            /**
             * @description Id of the provider in use.
             * @example mtn-momo
             */
            provider: string;
            /**
             * Format: msisdn
             * @description Mobile Money number in E.164. `237` with 9 digits, and the 9 national digits alone, are accepted and normalised.
             * @example +237670000001
             */
            msisdn: string;
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_minor: number;
            state: components["schemas"]["TransactionState"];
            /**
             * Format: date-time
             * @description The last change of its state.
             * @example 2026-11-15T09:30:00.000Z
             */
            state_updated_at: string;
            /**
             * @description True while a withdrawal waits for approval.
             * @example false
             */
            requires_human_approval: boolean;
            /**
             * @description The reference of the provider; null until it is known.
             * @example PP261115.1031.A12345
             */
            provider_tx_id: string | null;
            /**
             * Format: date-time
             * @description Until when an open deposit can be confirmed; otherwise null.
             * @example 2026-11-15T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Its last change of any kind.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Why the transaction is in this state, as an English sentence.
             * @example The player confirmed the payment.
             */
            state_reason: string;
            reason_code?: components["schemas"]["ReasonCode"];
            /**
             * Format: uuid
             * @description An extension of this service: the deposit whose money this withdrawal gives back. Left out unless it is a refund.
             * @example 019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11
             */
            refund_of?: string;
            /**
             * @description An extension of this service: what refunds give back of this deposit, with those that wait and without those that failed. Left out while it is nothing.
             * @example 500
             */
            refunded_xaf?: number;
            /**
             * Format: uuid
             * @description An extension of this service: the checkout that this deposit is an attempt of. Left out of every other.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
             */
            checkout_id?: string;
        };
        /** @description A page of your transactions. */
        TransactionList: {
            /** @description The transactions, newest first. */
            items: components["schemas"]["TransactionSummary"][];
            /**
             * @description Null after the last page.
             * @example NmUxYzA0…
             */
            next_cursor: string | null;
        };
        /** @description One page of a list of transactions. */
        TransactionPage: {
            /** @description The transactions, newest first. */
            items: components["schemas"]["TransactionSummary"][];
            /**
             * @description How many there are in all.
             * @example 41
             */
            total: number;
            /**
             * @description This page, from 1.
             * @example 1
             */
            page: number;
            /**
             * @description Items in a page.
             * @example 20
             */
            limit: number;
            /**
             * @description How many pages there are.
             * @example 3
             */
            pages: number;
        };
        /**
         * @description The state of a transaction; deposits and withdrawals each have their own.
         * @enum {string}
         */
        TransactionState: "pending" | "provider_acknowledged" | "succeeded" | "failed" | "expired" | "requires_manual_resolution" | "pending_approval" | "approved" | "provider_submitted";
        /** @description A transaction in a list. */
        TransactionSummary: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            direction: components["schemas"]["Direction"];
            operator: components["schemas"]["Operator"];
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            state: components["schemas"]["TransactionState"];
            /**
             * @description The reference of the provider; null until it is known.
             * @example PP261115.1031.A12345
             */
            provider_tx_id: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Its last change of any kind.
             * @example 2026-11-15T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: msisdn
             * @description Mobile Money number in E.164. `237` with 9 digits, and the 9 national digits alone, are accepted and normalised.
             * @example +237670000001
             */
            msisdn: string;
            reason_code?: components["schemas"]["ReasonCode"];
            /**
             * Format: uuid
             * @description An extension of this service: the deposit whose money this withdrawal gives back. Left out unless it is a refund.
             * @example 019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11
             */
            refund_of?: string;
            /**
             * Format: uuid
             * @description An extension of this service: the checkout that this deposit is an attempt of. Left out of every other.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
             */
            checkout_id?: string;
        };
        /** @description The request does not have the documented form. */
        ValidationError: {
            /** @description Everything that is wrong, in the order path, query, body. */
            detail: components["schemas"]["ValidationIssue"][];
            code: components["schemas"]["ErrorCode"];
            /**
             * @description An extension of this service: what to do about it, in English. It may name the nearest path, method, member or value.
             * @example Did you mean POST /api/v1/deposits?
             */
            hint?: string;
            /**
             * @description An extension of this service: what is accepted where the first unknown value or name was sent.
             * @example [
             *       "succeeded",
             *       "failed",
             *       "expired"
             *     ]
             */
            accepted?: string[];
        };
        /** @description One thing that is wrong with a request. */
        ValidationIssue: {
            /**
             * @description What is wrong, for programs.
             * @example greater_than_equal
             */
            type: string;
            /**
             * @description Where: `body`, `query` or `path`, then the name of the field.
             * @example [
             *       "body",
             *       "amount_xaf"
             *     ]
             */
            loc: (string | number)[];
            /**
             * @description What is wrong, for people.
             * @example Input should be greater than or equal to 100
             */
            msg: string;
            /**
             * @description The value that was refused; for a missing field what lacks it.
             * @example 50
             */
            input?: unknown;
            /**
             * @description The parameters of `type`, such as the limit that was passed.
             * @example {
             *       "ge": 100
             *     }
             */
            ctx?: {
                [key: string]: unknown;
            };
        };
        /** @description One request to the receiver. */
        WebhookAttempt: {
            /**
             * @description The first is 1.
             * @example 1
             */
            number: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-15T09:30:00.000Z
             */
            at: string;
            /**
             * @description What the receiver answered, if it did.
             * @example 500
             */
            status: number | null;
            /**
             * @description From the start to the answer or the failure.
             * @example 84
             */
            latency_ms: number;
            /**
             * @description The beginning of what it answered.
             * @example {"ok":false}
             */
            response: string | null;
            /**
             * @description Why it did not deliver the webhook; null when it did.
             * @enum {string|null}
             */
            problem: "certificate" | "name" | "refused" | "too_slow" | "broken" | "not_public" | "redirect" | "status" | "unknown" | null;
            /**
             * @description The same as a sentence that says what to do.
             * @example The receiver answered 500; only a 2xx counts as received.
             */
            message: string | null;
        };
        /** @description A webhook and every attempt to deliver it. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The id of the delivery, as in the header `webhook-id`.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11
             */
            webhook_id: string;
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            event: components["schemas"]["DeliveredEvent"];
            /**
             * @description `pending`: further attempts follow. `undelivered`: none does. `replayed`: it was not delivered, and another delivery has taken its place.
             * @enum {string}
             */
            state: "pending" | "delivered" | "undelivered" | "replayed";
            /**
             * @description It was asked for again.
             * @example false
             */
            is_replay: boolean;
            /**
             * @description Where it is sent.
             * @example https://shop.example/hooks/payments
             */
            callback_url: string;
            /**
             * Format: date-time
             * @description When it was queued.
             * @example 2026-11-15T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is tried next, if it is.
             * @example 2026-11-15T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /** @description What was tried, the oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A page of deliveries. */
        WebhookPage: {
            /** @description The deliveries, newest first. */
            items: components["schemas"]["WebhookDelivery"][];
            /**
             * @description `before` of the next page; null on the last one.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11
             */
            next_before: string | null;
        };
        /** @description What a webhook says. */
        WebhookPayload: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            event: components["schemas"]["PaymentEvent"];
            direction: components["schemas"]["Direction"];
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            operator: components["schemas"]["Operator"];
            /**
             * @description The reference of the provider; null until it is known.
             * @example PP261115.1031.A12345
             */
            provider_tx_id: string | null;
            /**
             * Format: date-time
             * @description When the transaction reached the state.
             * @example 2026-11-15T09:30:00.000Z
             */
            ts: string;
            reason_code?: components["schemas"]["ReasonCode"];
            /**
             * Format: uuid
             * @description An extension of this service: the deposit whose money this withdrawal gives back. Left out unless it is a refund.
             * @example 019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11
             */
            refund_of?: string;
        };
        /** @description The withdrawal: the new one, or the one with this reference. */
        Withdrawal: {
            /**
             * Format: uuid
             * @description The id that this service gave the transaction.
             * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
             */
            service_tx_id: string;
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            status: components["schemas"]["WithdrawalState"];
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            operator: components["schemas"]["Operator"];
            /**
             * Format: uuid
             * @description An extension of this service: the deposit whose money this withdrawal gives back. Left out unless it is a refund.
             * @example 019a8b1c-6f2e-7c3a-9d41-5b8f0e2a7c11
             */
            refund_of?: string;
            /**
             * @description An extension of this service: the members that this request gives otherwise than the one that created the transaction. They are ignored; use a new `reference` for another payment. Left out if nothing differs.
             * @example [
             *       "amount_xaf"
             *     ]
             */
            differs?: ("amount_xaf" | "msisdn" | "operator")[];
        };
        /** @description The withdrawal to create. */
        WithdrawalRequest: {
            /**
             * Format: uuid
             * @description The player on the side of the platform.
             * @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301
             */
            player_id: string;
            /**
             * Format: msisdn
             * @description Mobile Money number in E.164. `237` with 9 digits, and the 9 national digits alone, are accepted and normalised.
             * @example +237670000001
             */
            msisdn: string;
            /**
             * @description Whole XAF.
             * @example 5000
             */
            amount_xaf: number;
            /**
             * @description Accepted values: `mtn`, `orange`. Another text is answered 400.
             * @example mtn
             * @enum {string}
             */
            operator: "mtn" | "orange";
            /**
             * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
             * @example order-1001
             */
            reference: string;
            /**
             * @description Where the webhook is posted: an absolute http or https URL without user info.
             * @example https://shop.example/hooks/payments
             */
            callback_url?: string | null;
        };
        /**
         * @description `pending_approval` for a new withdrawal; a repeated reference shows its state.
         * @enum {string}
         */
        WithdrawalState: "pending_approval" | "approved" | "provider_submitted" | "succeeded" | "failed" | "requires_manual_resolution";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request: its own, or one that was made for it. Quote it to support. */
        "X-Request-Id": string;
        /** @description Seconds until it is worth trying again. */
        "Retry-After": number;
        /** @description The methods that the path has. */
        Allow: string;
        /** @description `true` when the reference was known and this is what it has. */
        "Idempotent-Replayed": "true";
        /** @description An extension of this service: the members of `differs`, when this request says otherwise than the one that used the reference first. */
        "Idempotent-Differs": string;
        /** @description An extension of this service: the members of query and body that were not understood, each with what is accepted there, and with its value if it is the value that is not known. */
        "Ignored-Parameters": string;
        /** @description For how long the answer may be kept. */
        "Cache-Control": string;
        /** @description Names this answer. Give it back as `If-None-Match`. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the service itself is doing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.3.0",
                     *       "environment": "sandbox"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description How the service itself is doing. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    createDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The deposit to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "player_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                 *       "msisdn": "+237670000001",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "reference": "order-1001",
                 *       "callback_url": "https://shop.example/hooks/payments"
                 *     }
                 */
                "application/json": components["schemas"]["DepositRequest"];
            };
        };
        responses: {
            /** @description The deposit: the new one, or the one with this reference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Idempotent-Differs": components["headers"]["Idempotent-Differs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "reference": "order-1001",
                     *       "status": "pending",
                     *       "amount_xaf": 5000,
                     *       "operator": "mtn",
                     *       "expires_at": "2026-11-15T09:30:00.000Z",
                     *       "collection_mode": "merchant_initiated",
                     *       "instructions": null
                     *     }
                     */
                    "application/json": components["schemas"]["Deposit"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or wrong (`detail` lists every problem), or the prefix of the number belongs to the other operator (`detail` is a string). */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"] | components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The withdrawal to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "player_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                 *       "msisdn": "+237670000001",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "reference": "order-1001",
                 *       "callback_url": "https://shop.example/hooks/payments"
                 *     }
                 */
                "application/json": components["schemas"]["WithdrawalRequest"];
            };
        };
        responses: {
            /** @description The withdrawal: the new one, or the one with this reference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Idempotent-Differs": components["headers"]["Idempotent-Differs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "reference": "order-1001",
                     *       "status": "pending_approval",
                     *       "amount_xaf": 5000,
                     *       "operator": "mtn"
                     *     }
                     */
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or wrong (`detail` lists every problem), or the prefix of the number belongs to the other operator (`detail` is a string). */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"] | components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that this service gave the transaction.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
                 */
                service_tx_id: string;
            };
            cookie?: never;
        };
        /** @description The refund to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "order-1001",
                 *       "callback_url": "https://shop.example/hooks/payments"
                 *     }
                 */
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description The withdrawal: the new one, or the one with this reference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Idempotent-Differs": components["headers"]["Idempotent-Differs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "reference": "order-1001",
                     *       "status": "pending_approval",
                     *       "amount_xaf": 5000,
                     *       "operator": "mtn"
                     *     }
                     */
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The transaction is in a state that does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A field is missing or wrong (`detail` lists every problem), or the prefix of the number belongs to the other operator (`detail` is a string). */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"] | components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The checkout to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount_xaf": 5000,
                 *       "reference": "order-1001",
                 *       "callback_url": "https://shop.example/hooks/payments"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutRequest"];
            };
        };
        responses: {
            /** @description The checkout: new, or the one with this reference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Idempotent-Differs": components["headers"]["Idempotent-Differs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checkout_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12",
                     *       "url": "https://pay.example/pay/7w3K1m9QyX0bU2c4Zr8tNg",
                     *       "state": "open",
                     *       "expires_at": "2026-11-15T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedCheckout"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The signed-in person may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that this service gave the checkout.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
                 */
                checkout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout and every attempt to pay it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checkout_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12",
                     *       "url": "https://pay.example/pay/7w3K1m9QyX0bU2c4Zr8tNg",
                     *       "state": "open",
                     *       "expires_at": "2026-11-15T09:30:00.000Z",
                     *       "reference": "order-1001",
                     *       "amount_xaf": 5000,
                     *       "created_at": "2026-11-15T09:30:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *           "state": "pending",
                     *           "operator": "mtn",
                     *           "msisdn": "+23767*****01",
                     *           "provider_tx_id": "PP261115.1031.A12345",
                     *           "created_at": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "paid_by": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "surplus": [
                     *         "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that this service gave the checkout.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12
                 */
                checkout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A checkout and every attempt to pay it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checkout_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12",
                     *       "url": "https://pay.example/pay/7w3K1m9QyX0bU2c4Zr8tNg",
                     *       "state": "open",
                     *       "expires_at": "2026-11-15T09:30:00.000Z",
                     *       "reference": "order-1001",
                     *       "amount_xaf": 5000,
                     *       "created_at": "2026-11-15T09:30:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *           "state": "pending",
                     *           "operator": "mtn",
                     *           "msisdn": "+23767*****01",
                     *           "provider_tx_id": "PP261115.1031.A12345",
                     *           "created_at": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "paid_by": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "surplus": [
                     *         "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The transaction is in a state that does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that this service gave the transaction.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
                 */
                service_tx_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A deposit or a withdrawal, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "idempotency_key": "order-1001",
                     *       "direction": "deposit",
                     *       "operator": "mtn",
                     *       "provider": "mtn-momo",
                     *       "msisdn": "+237670000001",
                     *       "amount_minor": 5000,
                     *       "state": "pending",
                     *       "state_updated_at": "2026-11-15T09:30:00.000Z",
                     *       "requires_human_approval": false,
                     *       "provider_tx_id": "PP261115.1031.A12345",
                     *       "expires_at": "2026-11-15T09:30:00.000Z",
                     *       "created_at": "2026-11-15T09:30:00.000Z",
                     *       "updated_at": "2026-11-15T09:30:00.000Z",
                     *       "state_reason": "The player confirmed the payment."
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlayerTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Only this state; an unknown one gives an empty list.
                 * @example succeeded
                 */
                status?: string;
                /** @description Only this direction. */
                direction?: "deposit" | "withdrawal";
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description Items in a page.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The player on the side of the platform.
                 * @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301
                 */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list of transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *           "reference": "order-1001",
                     *           "direction": "deposit",
                     *           "operator": "mtn",
                     *           "amount_xaf": 5000,
                     *           "state": "pending",
                     *           "provider_tx_id": "PP261115.1031.A12345",
                     *           "created_at": "2026-11-15T09:30:00.000Z",
                     *           "updated_at": "2026-11-15T09:30:00.000Z",
                     *           "msisdn": "+237670000001"
                     *         }
                     *       ],
                     *       "total": 41,
                     *       "page": 1,
                     *       "limit": 20,
                     *       "pages": 3
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Idempotency key, unique per player and direction. Sending it again gives the first transaction back.
                 * @example order-1001
                 */
                reference?: string;
                /**
                 * @description The player on the side of the platform.
                 * @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301
                 */
                player_id?: string;
                /** @description Only this direction. */
                direction?: "deposit" | "withdrawal";
                /** @description Only what is in this state now. */
                status?: "pending" | "provider_acknowledged" | "succeeded" | "failed" | "expired" | "requires_manual_resolution" | "pending_approval" | "approved" | "provider_submitted";
                /** @description Only this operator. */
                operator?: "mtn" | "orange";
                /**
                 * @description Only what was created then or later: a day in Douala, or a moment in ISO 8601 with its zone.
                 * @example 2026-03-01
                 */
                from?: string;
                /**
                 * @description Only what was created until then: a day in Douala, which counts whole, or before a moment in ISO 8601 with its zone.
                 * @example 2026-03-31
                 */
                to?: string;
                /**
                 * @description The `next_cursor` of the page before.
                 * @example NmUxYzA0…
                 */
                cursor?: string;
                /**
                 * @description Items in a page.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of your transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *           "reference": "order-1001",
                     *           "direction": "deposit",
                     *           "operator": "mtn",
                     *           "amount_xaf": 5000,
                     *           "state": "pending",
                     *           "provider_tx_id": "PP261115.1031.A12345",
                     *           "created_at": "2026-11-15T09:30:00.000Z",
                     *           "updated_at": "2026-11-15T09:30:00.000Z",
                     *           "msisdn": "+237670000001"
                     *         }
                     *       ],
                     *       "next_cursor": "NmUxYzA0…"
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Only `CM`, in any letter case.
                 * @example CM
                 */
                country: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers of the country. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "country_code": "CM",
                     *       "providers": [
                     *         {
                     *           "provider_id": "mtn-momo",
                     *           "display_name": "MTN MoMo",
                     *           "logo_url": "https://pay.example/assets/logos/mtn.svg",
                     *           "operators": [
                     *             "mtn"
                     *           ],
                     *           "supported_directions": [
                     *             "deposit"
                     *           ],
                     *           "deposit_fee_percent": 0,
                     *           "deposit_fee_message": "No fee on deposits.",
                     *           "withdrawal_fee_percent": 0,
                     *           "description": "Payments with MTN MoMo.",
                     *           "is_primary": true,
                     *           "is_available": true,
                     *           "status": "active",
                     *           "available_directions": [
                     *             "deposit"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCatalogue"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProviderHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Only `CM`, in any letter case.
                 * @example CM
                 */
                country: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the providers of the country are doing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "country_code": "CM",
                     *       "checked_at": "2026-11-15T09:30:00.000Z",
                     *       "providers": [
                     *         {
                     *           "provider_id": "mtn-momo",
                     *           "display_name": "MTN MoMo",
                     *           "status": "operational",
                     *           "is_feature_flag_enabled": true,
                     *           "failure_rate_1h": 0.02,
                     *           "tx_count_1h": 120,
                     *           "message": "Operational.",
                     *           "directions": [
                     *             {
                     *               "direction": "deposit",
                     *               "is_available": true,
                     *               "message": "It is switched off."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderHealthList"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    detectOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The number to look at. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "msisdn": "6 70 00 00 01"
                 *     }
                 */
                "application/json": components["schemas"]["DetectionRequest"];
            };
        };
        responses: {
            /** @description What is known about the number. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "msisdn_normalized": "+237670000001",
                     *       "is_valid": true,
                     *       "country_code": "CM",
                     *       "operator": "mtn",
                     *       "operator_display_name": "MTN",
                     *       "provider_suggestion": "mtn-momo",
                     *       "provider_display_name": "MTN MoMo",
                     *       "provider_logo_url": "https://pay.example/assets/logos/mtn.svg",
                     *       "error": "This is not a phone number of Cameroon."
                     *     }
                     */
                    "application/json": components["schemas"]["Detection"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The id that this service gave the transaction.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
                 */
                service_tx_id?: string;
                /** @description Only those in this state. */
                state?: "pending" | "delivered" | "undelivered";
                /**
                 * @description Only those older than this `webhook_id`: the `next_before` of the last page.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11
                 */
                before?: string;
                /**
                 * @description Items per page.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "webhook_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11",
                     *           "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *           "reference": "order-1001",
                     *           "event": "payment.succeeded",
                     *           "state": "pending",
                     *           "is_replay": false,
                     *           "callback_url": "https://shop.example/hooks/payments",
                     *           "created_at": "2026-11-15T09:30:00.000Z",
                     *           "next_attempt_at": "2026-11-15T09:30:00.000Z",
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "at": "2026-11-15T09:30:00.000Z",
                     *               "status": 500,
                     *               "latency_ms": 84,
                     *               "response": "{\"ok\":false}",
                     *               "problem": "certificate",
                     *               "message": "The receiver answered 500; only a 2xx counts as received."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_before": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d11"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that this service gave the transaction.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
                 */
                service_tx_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery that was queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "state": "pending",
                     *       "event": "payment.succeeded",
                     *       "callback_url": "https://shop.example/hooks/payments",
                     *       "dispatched": true,
                     *       "message": "The webhook has been queued for delivery."
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The transaction is in a state that does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account with us, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "balance_xaf": 5000,
                     *       "promised_xaf": 5000,
                     *       "credit_line_xaf": 5000,
                     *       "available_xaf": 5000
                     *     }
                     */
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query: {
                /**
                 * @description The first day, in Douala.
                 * @example 2026-03-01
                 */
                from: string;
                /**
                 * @description The last day, in Douala.
                 * @example 2026-03-01
                 */
                to: string;
                /**
                 * @description The `next_cursor` of the page before.
                 * @example eyJhdCI6…
                 */
                cursor?: string;
                /**
                 * @description Movements per page.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of your account with us. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-03-01",
                     *       "to": "2026-03-01",
                     *       "opening_balance_xaf": 5000,
                     *       "closing_balance_xaf": 5000,
                     *       "items": [
                     *         {
                     *           "kind": "deposit",
                     *           "amount_xaf": 5000,
                     *           "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *           "reference": "order-1001",
                     *           "provider_tx_id": "PP261115.1031.A12345",
                     *           "booked_at": "2026-11-15T09:30:00.000Z",
                     *           "value_at": "2026-11-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "eyJhdCI6…"
                     *     }
                     */
                    "application/json": components["schemas"]["Statement"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCallbackPublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key that signs webhooks now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "algorithm": "RS256",
                     *       "public_key_pem": "-----BEGIN PUBLIC KEY-----\nMIIB…\n-----END PUBLIC KEY-----\n",
                     *       "key_id": "service-payments-v1"
                     *     }
                     */
                    "application/json": components["schemas"]["PublicKey"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys that may sign webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "RSA",
                     *           "use": "sig",
                     *           "alg": "RS256",
                     *           "kid": "service-payments-v1",
                     *           "n": "0vx7agoebGcQ…",
                     *           "e": "AQAB"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            /** @description The set that you keep is the present one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How much time passes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["ClockRequest"];
            };
        };
        responses: {
            /** @description What the clock was advanced for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seconds": 900,
                     *       "transactions": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ClockAdvance"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    simulateOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that this service gave the transaction.
                 * @example 019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10
                 */
                service_tx_id: string;
            };
            cookie?: never;
        };
        /** @description The outcome to bring about. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "succeeded"
                 *     }
                 */
                "application/json": components["schemas"]["SimulationRequest"];
            };
        };
        responses: {
            /** @description What the simulated outcome did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                     *       "reference": "order-1001",
                     *       "previous_state": "pending",
                     *       "state": "pending",
                     *       "webhook_event": "payment.succeeded"
                     *     }
                     */
                    "application/json": components["schemas"]["Simulation"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another application. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The transaction is in a state that does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openPhone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whose phone it is. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "msisdn": "+237670000001"
                 *     }
                 */
                "application/json": components["schemas"]["PhoneRequest"];
            };
        };
        responses: {
            /** @description Where the phone can be used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Ignored-Parameters": components["headers"]["Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "http://localhost:8000/sandbox/phones/YWI.0f3c",
                     *       "expires_at": "2026-11-15T10:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Phone"];
                };
            };
            /** @description A parameter has a value that is not accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, wrong, revoked, or of the other environment. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path is known, but not with this method; the header Allow names those it has. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not have the documented form; `detail` lists every problem. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests; the header Retry-After says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable; the header Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    onPaymentSucceeded: {
        parameters: {
            query?: never;
            header: {
                /** @description A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received. */
                "X-Service-Signature": string;
                /** @description Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: the time of the attempt, Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                 *       "reference": "order-1001",
                 *       "event": "payment.succeeded",
                 *       "direction": "deposit",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "provider_tx_id": "PP261115.1031.A12345",
                 *       "ts": "2026-11-15T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description Received. Anything else is tried again after 1, 2 and 4 s. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received. */
                "X-Service-Signature": string;
                /** @description Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: the time of the attempt, Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                 *       "reference": "order-1001",
                 *       "event": "payment.failed",
                 *       "direction": "deposit",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "provider_tx_id": "PP261115.1031.A12345",
                 *       "ts": "2026-11-15T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description Received. Anything else is tried again after 1, 2 and 4 s. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received. */
                "X-Service-Signature": string;
                /** @description Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: the time of the attempt, Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                 *       "reference": "order-1001",
                 *       "event": "payment.expired",
                 *       "direction": "deposit",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "provider_tx_id": "PP261115.1031.A12345",
                 *       "ts": "2026-11-15T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description Received. Anything else is tried again after 1, 2 and 4 s. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received. */
                "X-Service-Signature": string;
                /** @description Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: the time of the attempt, Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                 *       "reference": "order-1001",
                 *       "event": "checkout.paid",
                 *       "direction": "deposit",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "provider_tx_id": "PP261115.1031.A12345",
                 *       "ts": "2026-11-15T09:30:00.000Z",
                 *       "checkout_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutWebhookPayload"];
            };
        };
        responses: {
            /** @description Received. Anything else is tried again after 1, 2 and 4 s. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutSurplus: {
        parameters: {
            query?: never;
            header: {
                /** @description A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received. */
                "X-Service-Signature": string;
                /** @description Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: the time of the attempt, Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                 *       "reference": "order-1001",
                 *       "event": "checkout.surplus",
                 *       "direction": "deposit",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "provider_tx_id": "PP261115.1031.A12345",
                 *       "ts": "2026-11-15T09:30:00.000Z",
                 *       "checkout_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutWebhookPayload"];
            };
        };
        responses: {
            /** @description Received. Anything else is tried again after 1, 2 and 4 s. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description A JWT signed with RS256. Verify it with the public key, compare its `service_tx_id` with the body, and its `body_sha256` with the SHA-256 of the bytes received. */
                "X-Service-Signature": string;
                /** @description Standard Webhooks, for applications with a webhook secret: the id of this delivery, the same for all its attempts. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: the time of the attempt, Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_tx_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10",
                 *       "reference": "order-1001",
                 *       "event": "checkout.expired",
                 *       "direction": "deposit",
                 *       "amount_xaf": 5000,
                 *       "operator": "mtn",
                 *       "provider_tx_id": "PP261115.1031.A12345",
                 *       "ts": "2026-11-15T09:30:00.000Z",
                 *       "checkout_id": "019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d12"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutWebhookPayload"];
            };
        };
        responses: {
            /** @description Received. Anything else is tried again after 1, 2 and 4 s. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
