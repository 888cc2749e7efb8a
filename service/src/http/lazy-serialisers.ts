import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;

/**
 * An answer's schema is compiled when the first such answer is sent. Compiling those of all routes
 * at the start took a third of its computing, and most of them are never needed in one run.
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
