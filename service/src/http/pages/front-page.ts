import type { FastifyRequest } from 'fastify';
import { OPERATOR_LIST } from '../../domain/operators/operators.ts';
import { type Config, isAuthenticationOff } from '../../settings/config.ts';
import type { App } from '../app.ts';
import { calledHost } from '../request/answer-headers.ts';
import { PAGES_SCRIPT, SERVICE_NAME, sendPage } from './page.ts';
import { renderCode } from './render-document.ts';

/** Answers `/`: in the sandbox how to begin, in live the name and the path of its health. */
export function frontPageRoute(app: App, config: Config): void {
  app.get('/', { schema: { hide: true } }, (request, reply) =>
    config.environment === 'live'
      ? sendPage(reply, { title: SERVICE_NAME, main: LIVE, hasSearch: false })
      : sendPage(reply, {
          title: SERVICE_NAME,
          main: quickStart(readersAddress(request), config),
          hasSearch: true,
          scripts: [PAGES_SCRIPT],
        }),
  );
}

const LIVE = `<h1>${SERVICE_NAME}</h1><p><a href="/health">Health</a></p>`;

/** The address under which the reader reaches us, for examples that can be pasted. */
export function readersAddress(request: Pick<FastifyRequest, 'protocol' | 'raw'>): string {
  const { protocol } = request;
  const host = calledHost(request);
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : 'http://localhost:8000';
}

/** A number of the first operator that is obviously made up. */
const { name: OPERATOR, prefixes: PREFIXES } = OPERATOR_LIST[0];
const MSISDN = `+237${PREFIXES[0].padEnd(8, '0')}1`;

function quickStart(address: string, config: Config): string {
  const isOpen = isAuthenticationOff(config);
  const header = isOpen ? '' : ` -H "X-API-Key: $API_KEY"`;
  const key = isOpen
    ? 'This sandbox asks for no API key: authentication is off.'
    : 'Send your key with every request, in the header <code>X-API-Key</code>. The people who run this service issue it; a sandbox key begins with <code>svc_test_</code>. Put it into <code>API_KEY</code>.';
  return `<h1>${SERVICE_NAME}: sandbox</h1>
<p>Collect money from players and pay them, on Mobile Money numbers in Cameroon.
No money moves here.</p>
<h2>Your first verified webhook</h2>
<p>${key}</p>
<p>1. In the folder of the service, start a receiver that verifies and prints webhooks:</p>
${code(`${isOpen ? '' : 'MOMO_KEY="$API_KEY" '}npm run receiver -- --service ${address}`)}
<p>2. Create a deposit, and keep its <code>service_tx_id</code>:</p>
${code(`curl -s ${address}/api/v1/deposits${header} -H 'Content-Type: application/json' -d '{
  "player_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "msisdn": "${MSISDN}",
  "amount_xaf": 5000, "operator": "${OPERATOR}", "reference": "page-1",
  "callback_url": "http://localhost:9000/webhooks"}'`)}
<p>3. Simulate that the player paid:</p>
${code(`curl -s ${address}/api/v1/sandbox/transactions/<service_tx_id>/simulate${header} \\
  -H 'Content-Type: application/json' -d '{"outcome": "succeeded"}'`)}
<h2>Go on</h2>
<ul>
<li><a href="/guide/quick-start">Quick start</a>: the same in an Express app of your own
(<a href="/guide/fr/quick-start" lang="fr">en français</a>)</li>
<li><a href="/guide">Guide</a>: take a payment, pay out, test, go live, with a search</li>
<li><a href="/docs">Explorer</a>: call the interface from this browser</li>
<li><a href="/openapi.json">openapi.json</a>: to generate a client from</li>
<li><a href="/guide/sdk">SDK for JavaScript and TypeScript</a></li>
<li><a href="/guide/sdk/php">SDK for PHP</a></li>
<li><a href="/guide/sdk/python">SDK for Python</a></li>
<li><a href="/console">Console</a>: for the staff of the service</li>
<li><a href="/health">Health</a></li>
</ul>`;
}

function code(text: string): string {
  return renderCode(text, 'sh');
}
