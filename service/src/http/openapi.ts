import swagger from '@fastify/swagger';
import { inWords } from '../contract/public-problems.ts';
import { ErrorBody, ValidationErrorBody } from '../contract/schema.ts';
import { WEBHOOK_DOCUMENTS } from '../contract/webhooks/webhooks-api.ts';
import { OPERATOR_LIST } from '../domain/operators/operators.ts';
import { VERSION } from '../settings/version.ts';
import type { App } from './app.ts';
import { completeDocument } from './openapi-document.ts';

const OPERATOR_NAMES = inWords(OPERATOR_LIST.map(({ words }) => words.en));

const DESCRIPTION = `One HTTP interface to collect deposits from and pay out withdrawals to
Mobile Money numbers of ${OPERATOR_NAMES} in Cameroon. Amounts are whole XAF, times are UTC, numbers
are E.164.

\`200\` only says that the request was processed: the outcome is the \`status\` of the answer, later
the webhook or the \`state\` of the transaction. \`reference\` is the idempotency key. Every error
is JSON with the member \`detail\`.`;

/** Shared schemas keep their own names in the documents. */
export const refResolver = {
  buildLocalReference: (
    json: { readonly $id?: unknown },
    _baseUri: unknown,
    _fragment: string,
    index: number,
  ) => (typeof json.$id === 'string' ? json.$id : `def-${index}`),
};

/** Collects every route's schemas into the OpenAPI document. Register before the routes. */
export async function describeInterface(app: App): Promise<void> {
  app.addSchema(ErrorBody);
  app.addSchema(ValidationErrorBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mobile Money Payment Service',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: [
        { name: 'Deposits', description: 'Collect money from a Mobile Money number.' },
        { name: 'Checkouts', description: 'Let a buyer pay on a page of this service.' },
        { name: 'Withdrawals', description: 'Pay out to a Mobile Money number after approval.' },
        { name: 'Refunds', description: 'Give the money of a deposit back, after approval.' },
        { name: 'Transactions', description: 'Read what became of a payment.' },
        { name: 'Statement', description: 'What is owed, and every movement of it.' },
        { name: 'Providers', description: 'Payment options, their health, operator detection.' },
        { name: 'Webhooks', description: 'How outcomes are reported and verified.' },
        { name: 'Sandbox', description: 'Decide outcomes in the test environment.' },
        { name: 'Service', description: 'Whether the service itself is well.' },
      ],
      webhooks: WEBHOOK_DOCUMENTS,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description:
              'Issued by the service operator: `svc_test_…` in the sandbox, `svc_live_…` in production. Use it from a backend only. Not needed while authentication is switched off.',
          },
        },
      },
      security: [{ apiKey: [] }],
    },
    hideUntagged: true,
    // The staff interface has a document of its own, for people who are signed in.
    transform: ({ schema, url }) => ({
      schema: url.startsWith('/internal/') ? { ...schema, hide: true } : schema,
      url,
    }),
    transformObject: (result) =>
      'openapiObject' in result ? completeDocument(result.openapiObject) : result.swaggerObject,
    refResolver,
  });
}

export function interfaceDocumentRoute(app: App): void {
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}
