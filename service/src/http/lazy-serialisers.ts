import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

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
