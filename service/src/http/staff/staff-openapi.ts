import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import { PROBLEMS } from '../../contract/problems.ts';
import { ERROR_CODE } from '../../contract/schema.ts';
import { VERSION } from '../../settings/version.ts';
import type { App } from '../app.ts';
import { refResolver } from '../openapi.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the staff interface. */
    staffSwagger(): Readonly<Record<string, unknown>>;
  }
}

/** The staff interface has its own document, for people who are signed in. */
export async function describeStaffInterface(staff: App): Promise<void> {
  await staff.register(swagger, {
    decorator: 'staffSwagger',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mobile Money Payment Service: staff interface',
        version: VERSION,
        description: 'What the console calls. No API key opens it, and it is no public promise.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: '__Host-momo' },
          token: { type: 'http', scheme: 'bearer', description: 'Made by `momo staff token`.' },
        },
      },
      security: [{ session: [] }, { token: [] }],
    },
    hideUntagged: true,
    refResolver,
    transformObject: (result) =>
      'openapiObject' in result ? withStaffCodes(result.openapiObject) : result.swaggerObject,
  });
  staff.get(
    '/internal/v1/openapi.json',
    { schema: { hide: true }, config: { role: 'viewer' } },
    (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(staff.staffSwagger())),
  );
}

type Document = ReturnType<SwaggerTransformObject>;

/** Staff get the public error bodies, with codes of their own besides the public ones. */
function withStaffCodes(document: Document): Document {
  const codes = { enum: Object.keys(PROBLEMS) };
  const widen = (_name: string, value: unknown) =>
    isErrorCode(value) ? { ...value, ...codes } : value;
  return JSON.parse(JSON.stringify(document, widen)) as Document;
}

function isErrorCode(schema: unknown): schema is object {
  return (
    typeof schema === 'object' && schema !== null && Reflect.get(schema, 'title') === ERROR_CODE
  );
}
