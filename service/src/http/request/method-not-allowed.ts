import { METHODS } from 'node:http';
import type { HTTPMethods } from 'fastify';
import type { App } from '../app.ts';
import { sendProblem } from '../errors.ts';

/** A known path with another method is a 405 that names the methods which exist, not a 404. */
export function answerOtherMethods(app: App): () => void {
  // Fastify knows the common methods only and answers 404 to the rest.
  const unknown = METHODS.filter((method) => !app.supportedMethods.includes(method));
  for (const method of unknown) app.addHttpMethod(method);
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });
  // Called once all routes are registered.
  return () => {
    for (const [url, methods] of new Map(methodsOf)) {
      const allow = [...methods].sort().join(', ');
      const others = app.supportedMethods.filter(
        (method): method is HTTPMethods => !methods.has(method),
      );
      app.route({
        method: others,
        url,
        schema: { hide: true },
        // Before the body is read: a refused method needs no valid body.
        onRequest: (_request, reply) => {
          void sendProblem(reply.header('allow', allow), { code: 'method_not_allowed' });
        },
        handler: () => {},
      });
    }
  };
}
