// The systems of aggregators answer without a network.
import type { HttpAnswer, HttpClient, HttpRequest } from '../../src/providers/http-client.ts';

export { findAddressProblem } from '../../src/providers/http-client.ts';

type Network = (request: HttpRequest) => Promise<HttpAnswer>;

let network: Network = () => Promise.reject(new Error('nobody answers yet'));

export function answerBy(answer: Network): void {
  network = answer;
}

export function createHttpClient(): HttpClient {
  return { send: (request) => network(request), close: async () => {} };
}
