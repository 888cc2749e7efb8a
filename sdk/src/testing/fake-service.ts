import type { WebhookPayload } from '../types.ts';
import type { FakeAnswer, FakeRecord } from './fake-records.ts';
import { answerRequest, type FakeRequest } from './fake-routes.ts';
import { createTestSigner, type SignedWebhook } from './test-signer.ts';

export interface FakeService {
  /** Give it to `createClient`: nothing leaves the process. */
  readonly fetch: typeof fetch;
  /** The sent webhooks, the oldest first. */
  readonly webhooks: readonly (SignedWebhook & { readonly url: string })[];
  /** The next request gets this answer instead, to test how a platform handles it. */
  readonly failNext: (status: number, detail?: string) => void;
}

const PASSING: ReadonlySet<number> = new Set([429, 503]);

/**
 * The sandbox in memory, for a platform's own tests: payments, repeats of a reference, simulated
 * outcomes and signed webhooks. It accepts any key and checks only what its answers need; the
 * sandbox of the service checks everything.
 */
export async function createFakeService({
  deliver,
}: {
  /** Called with each webhook, for instance to pass it to the platform's own route. */
  readonly deliver?: (url: string, webhook: SignedWebhook) => unknown;
} = {}): Promise<FakeService> {
  const signer = await createTestSigner();
  const webhooks: (SignedWebhook & { readonly url: string })[] = [];
  const troubles: FakeAnswer[] = [];
  const kept = { records: new Map<string, FakeRecord>(), movements: [], deliveries: [] };
  const { jwks, publicKey } = signer;

  const send = async (url: string, payload: WebhookPayload) => {
    const webhook = await signer.sign(payload);
    webhooks.push({ url, ...webhook });
    await deliver?.(url, webhook);
  };

  return {
    webhooks,
    failNext: (status, detail = 'Asked for by the test') => {
      troubles.push({ status, body: { detail } });
    },
    fetch: async (input, init) => {
      const request = await readRequest(new Request(input, init));
      const answer =
        troubles.shift() ?? (await answerRequest({ ...kept, send, jwks, publicKey }, request));
      return Response.json(answer.body, { status: answer.status, headers: headersOf(answer) });
    },
  };
}

async function readRequest(request: Request): Promise<FakeRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    body: text === '' ? {} : (JSON.parse(text) as FakeRequest['body']),
  };
}

function headersOf({ status }: FakeAnswer): Record<string, string> {
  const id = { 'x-request-id': crypto.randomUUID() };
  return PASSING.has(status) ? { ...id, 'retry-after': '0' } : id;
}
