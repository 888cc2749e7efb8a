import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify';
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
