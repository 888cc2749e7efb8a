// The public interface of the package; `momo-sdk/testing` has the parts for tests.
export { createClient, type PaymentsClient } from './client.ts';
export {
  ApiError,
  ConnectionError,
  NotSettledError,
  WebhookError,
  type WebhookProblem,
} from './errors.ts';
export {
  expressWebhook,
  fastifyWebhook,
  type HandleEvent,
  webhookRoute,
} from './receive-webhook.ts';
export type { CallOptions, ClientOptions } from './send.ts';
export type * from './types.ts';
export {
  createWebhookVerifier,
  type VerifierOptions,
  type VerifyWebhook,
  type WebhookHeaders,
} from './verify-webhook.ts';
export type { WaitOptions } from './wait-for.ts';
