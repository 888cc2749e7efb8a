// The public interface of the package; `momo-sdk/testing` has the parts for tests.
export { createClient, type Operations, type PaymentsClient } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  isError,
  NoProviderError,
  NotFoundError,
  NotSettledError,
  RateLimitError,
  ServiceError,
  WebhookError,
  type WebhookProblem,
} from './errors.ts';
export {
  type CallOptions,
  type ClientOptions,
  type Hooks,
  type LastResponse,
  type RequestEvent,
  type ResponseEvent,
  VERSION,
} from './options.ts';
export type { Listing } from './pages.ts';
export {
  expressWebhook,
  fastifyWebhook,
  type HandleEvent,
  webhookRoute,
} from './receive-webhook.ts';
export type { Answer } from './send.ts';
export type * from './types.ts';
export {
  createWebhookVerifier,
  type VerifierOptions,
  type VerifyWebhook,
  type WebhookHeaders,
} from './verify-webhook.ts';
export type { WaitOptions } from './wait-for.ts';
