import { bytesOf, concat, JSON_TYPE } from './encoding.ts';
import { isError } from './errors.ts';
import type { WebhookPayload } from './types.ts';
import type { VerifyWebhook, WebhookHeaders } from './verify-webhook.ts';

/**
 * Handles an event. The same one may come more than once: recognise it by `service_tx_id` and
 * `event`. The service waits five seconds; if this throws, it sends the event again.
 */
export type HandleEvent = (payload: WebhookPayload) => unknown;

/** Far more than any webhook has. */
const LARGEST_BODY_BYTES = 65_536;

/** For Next.js, Hono, Bun, Deno and everything else with the Fetch API's `Request`. */
export function webhookRoute(
  verify: VerifyWebhook,
  handle: HandleEvent,
): (request: Request) => Promise<Response> {
  return async ({ headers, body }) => {
    const status = await receive(verify, handle, headers, await readWhole(body ?? []));
    return Response.json({ received: status === 200 }, { status });
  };
}

/** The part of a request of Express or Node's own server that is needed here. */
interface NodeRequest extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The result of a body parser that ran before. */
  readonly body?: unknown;
}

interface NodeResponse {
  statusCode: number;
  setHeader: (name: string, value: string) => unknown;
  end: (text: string) => unknown;
}

/** For Express: `app.post('/hooks', expressWebhook(verify, handle))`, before `express.json()`. */
export function expressWebhook(
  verify: VerifyWebhook,
  handle: HandleEvent,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      const status = await receive(verify, handle, request.headers, await rawBodyOf(request));
      response.statusCode = status;
      response.setHeader('content-type', JSON_TYPE);
      response.end(JSON.stringify({ received: status === 200 }));
    } catch (error) {
      next(error);
    }
  };
}

/** The part of a Fastify instance that is needed here. */
interface FastifyApp {
  addContentTypeParser: (
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array, done: (error: null, body: unknown) => void) => void,
  ) => unknown;
  post: (
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) => unknown;
}

interface FastifyRequest {
  readonly headers: NodeRequest['headers'];
  readonly body: unknown;
}

interface FastifyReply {
  code: (status: number) => FastifyReply;
  send: (body: unknown) => unknown;
}

/** For Fastify: `app.register(fastifyWebhook('/hooks', verify, handle))`. */
export function fastifyWebhook(
  path: string,
  verify: VerifyWebhook,
  handle: HandleEvent,
): (app: FastifyApp) => Promise<void> {
  return async (app) => {
    // Only in this plugin: other routes of the platform keep their parser.
    app.addContentTypeParser(
      JSON_TYPE,
      { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    app.post(path, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : bytesOf('');
      const status = await receive(verify, handle, request.headers, body);
      return reply.code(status).send({ received: status === 200 });
    });
  };
}

/** The status to answer with. Any other error is thrown, so that the service sends it again. */
async function receive(
  verify: VerifyWebhook,
  handle: HandleEvent,
  headers: WebhookHeaders,
  body: Uint8Array | null,
): Promise<200 | 401 | 413> {
  if (body === null) return 413;
  let payload: WebhookPayload;
  try {
    payload = await verify(headers, body);
  } catch (error) {
    if (isError(error, 'WebhookError')) return 401;
    throw error;
  }
  await handle(payload);
  return 200;
}

async function rawBodyOf(request: NodeRequest): Promise<Uint8Array | null> {
  const { body } = request;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return bytesOf(body);
  if (body !== undefined) {
    throw new TypeError('The body was parsed already: put this route before express.json()');
  }
  return readWhole(request);
}

/** `null` if it is too large. */
async function readWhole(stream: AsyncIterable<unknown> | readonly never[]) {
  let whole = bytesOf('');
  for await (const chunk of stream) {
    whole = concat(whole, bytesOf(chunk as Uint8Array));
    if (whole.length > LARGEST_BODY_BYTES) return null;
  }
  return whole;
}
