import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyServerOptions,
  FastifyTypeProvider,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ValidationIssue } from '../contract/validation/issue.ts';

/** Gives handlers the types of the schemas that validated their requests. */
interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  readonly serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself answers an application that makes too many requests. */
    readonly limitsItself?: boolean;
    /** Finds further problems in a body that is invalid already. */
    readonly findMoreIssues?: (body: unknown) => Promise<readonly ValidationIssue[]>;
  }
  interface FastifyRequest {
    /** The application that the API key belongs to; set by the authentication hook. */
    applicationId: string;
    /** How the history names the key of the request. */
    keyActor: string;
    /** Set if the application exceeds its rate; a route that creates still answers what exists. */
    isOverRate: boolean;
  }
}

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;

/**
 * Compiles the schema of an answer when the first such answer is sent. Compiling all of them took a
 * third of the computing at the start, and one run needs few of them.
 */
export function compileWhenUsed(): SchemaController {
  const build = SerializerSelector();
  return {
    compilersFactory: {
      buildSerializer: (schemas, options) => {
        const compile = build(schemas, options);
        return (route) => {
          let serialise: ((answer: unknown) => string) | null = null;
          return (answer) => {
            serialise ??= compile(route);
            return serialise(answer);
          };
        };
      },
    },
  };
}
