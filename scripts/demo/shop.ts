import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Listener, listen } from '../../service/emulators/http.ts';
import { escapeHtml, PAGE_STYLE } from '../../service/emulators/page.ts';
import type { SetUp } from './month-set-up.ts';
import { signInAs } from './sign-in.ts';

export interface ShopOptions {
  readonly port: number;
  readonly serviceUrl: string;
  readonly apiKey: string;
  /** The page of the phones, on which a buyer confirms. */
  readonly phonesUrl: () => string;
  readonly staff: SetUp['staff'];
}

const ARTICLES = [
  { name: 'Ndop cloth, two metres', amountXaf: 12_500 },
  { name: 'Penja pepper, 250 g', amountXaf: 4_900 },
  { name: 'Coffee from Foumbot, 1 kg', amountXaf: 7_500 },
] as const;

/** A shop that takes payments by the interface, the receiver of webhooks, and ways to sign in. */
export function startShop(options: ShopOptions): Promise<Listener> {
  return listen({
    port: options.port,
    onCall: (call, line) => {
      answer(options, call).then(line.send, (error: unknown) =>
        line.send({ status: 500, body: String(error) }),
      );
    },
  });
}

async function answer(options: ShopOptions, call: Call): Promise<Answer> {
  const { method, path } = call;
  if (method === 'POST' && path === '/buy') return buy(options, new URLSearchParams(call.body));
  // Webhooks of the platform and of the shop; a real receiver verifies them.
  if (method === 'POST') return { status: 200, body: '' };
  const [, name] = /^\/as\/(\w+)$/.exec(path) ?? [];
  if (name !== undefined) {
    const host = (call.headers['host'] ?? '').split(':')[0] ?? '';
    const signedIn = await signInAs(name, { ...options, host });
    if (signedIn !== null) return signedIn;
  }
  const [, id] = /^\/orders\/([0-9a-f-]{36})$/.exec(path) ?? [];
  return id === undefined ? page(renderArticles()) : showOrder(options, id);
}

async function buy(options: ShopOptions, form: URLSearchParams): Promise<Answer> {
  const article = ARTICLES[Number(form.get('article'))] ?? ARTICLES[0];
  const number = (form.get('number') ?? '').replaceAll(/\D/g, '').replace(/^237/, '');
  const created = await ask(options, 'POST', '/deposits', {
    player_id: randomUUID(),
    msisdn: `+237${number}`,
    amount_xaf: article.amountXaf,
    operator: /^6(?:9|5[5-9])/.test(number) ? 'orange' : 'mtn',
    reference: `order-${Date.now()}`,
    callback_url: `http://127.0.0.1:${options.port}/shop`,
  });
  const id = created['service_tx_id'];
  if (typeof id !== 'string') return page(`<p>${escapeHtml(JSON.stringify(created))}</p>`);
  return { status: 303, headers: { location: `/orders/${id}` }, body: '' };
}

async function showOrder(options: ShopOptions, id: string): Promise<Answer> {
  const { state, amount_minor, msisdn } = await ask(options, 'GET', `/transactions/${id}`);
  const number = String(msisdn).slice(-9);
  const isOpen = state === 'pending' || state === 'provider_acknowledged';
  const phone = `${options.phonesUrl()}/${number}`;
  return page(
    `<p>${escapeHtml(String(amount_minor))} FCFA: <b>${escapeHtml(String(state))}</b></p>
${isOpen ? `<p>Confirm on <a href="${phone}" target="phone">the phone ${number}</a>.</p>` : ''}
<p><a href="/">Buy something else</a></p>`,
    isOpen ? '<meta http-equiv="refresh" content="2">' : '',
  );
}

async function ask(
  { serviceUrl, apiKey }: ShopOptions,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answered = await fetch(`${serviceUrl}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answered.json()) as Record<string, unknown>;
}

function renderArticles(): string {
  const items = ARTICLES.map(
    ({ name, amountXaf }, index) => `<form class="prompt" method="post" action="/buy">
<span>${escapeHtml(name)} <b>${amountXaf} FCFA</b></span>
<input type="hidden" name="article" value="${index}">
<span><input name="number" value="677123456" aria-label="phone number"> <button>Buy</button></span>
</form>`,
  );
  return items.join('');
}

function page(main: string, head = ''): Answer {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width">${head}<style>${PAGE_STYLE}</style></head>
<body><h1>Demo shop</h1>${main}</body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
