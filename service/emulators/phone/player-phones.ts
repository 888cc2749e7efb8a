import {
  type Notice,
  type PhoneView,
  renderPhone,
  writePlayerText,
} from '../../src/http/pages/phone-page.ts';
import type { Payment } from '../book.ts';
import { type Answer, type Call, listen } from '../http.ts';
import { PAGE_STYLE } from '../page.ts';
import type { Decision } from '../payments.ts';

/** What prompts players: the interface of an operator, or the SIM of a line. */
export interface Network {
  /** The payee's name on the phone. */
  readonly merchant: string;
  readonly payments: () => readonly Payment<unknown>[];
  readonly approve: (reference: string) => Decision;
  readonly refuse: (reference: string) => Decision;
  /** The result of a dialled code, or `null` if unknown here. */
  readonly dial?: (code: string) => { readonly amountXaf: number } | null;
  readonly payByCode?: (number: string, code: string) => void;
}

export interface PlayerPhones {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A phone for every number that a network knows: players see prompts, dial, and get texts. */
export async function startPlayerPhones(options: {
  readonly port?: number;
  readonly networks: readonly Network[];
}): Promise<PlayerPhones> {
  const { port = 0, networks } = options;
  const listener = await listen({
    port,
    onCall: (call, line) => line.send(answer(networks, call)),
  });
  return { url: listener.url, stop: listener.goOffline };
}

function answer(networks: readonly Network[], call: Call): Answer {
  const query = new URLSearchParams(call.query);
  const [, number = ''] = /^\/(\d{9})$/.exec(call.path) ?? [];
  if (number === '') return html(renderList(networks));
  if (call.method === 'GET') return html(renderPhone(viewOf(networks, number, query)));
  const notice = use(networks, number, new URLSearchParams(call.body));
  return { status: 303, headers: { location: `/${number}?notice=${notice}` }, body: '' };
}

function use(networks: readonly Network[], number: string, form: URLSearchParams): Notice {
  const isConfirmed = form.get('answer') === 'confirm';
  const code = form.get('code');
  if (isConfirmed && !/^\d{4,8}$/.test(form.get('pin') ?? '')) return 'no_pin';
  if (code !== null) {
    const network = networks.find(({ dial }) => (dial?.(code) ?? null) !== null);
    if (network?.payByCode === undefined) return 'unknown_code';
    if (isConfirmed) network.payByCode(number, code);
    return isConfirmed ? 'paid' : 'refused';
  }
  const asked = promptsOf(networks, number).find(({ id }) => id === form.get('prompt'));
  if (asked === undefined) return 'too_late';
  const { network, id } = asked;
  const { kind } = isConfirmed ? network.approve(id) : network.refuse(id);
  if (kind !== 'done') return 'too_late';
  return isConfirmed ? 'paid' : 'refused';
}

function viewOf(networks: readonly Network[], number: string, query: URLSearchParams): PhoneView {
  const code = query.get('dial');
  const known = code === null ? null : networks.map(({ dial }) => dial?.(code) ?? null);
  const amountXaf = known?.find((one) => one !== null)?.amountXaf ?? null;
  return {
    number,
    prompts: promptsOf(networks, number),
    codes: [],
    dialled: code === null ? null : { code, amountXaf },
    notice: query.get('notice') ?? '',
    texts: paymentsOf(networks, number)
      .filter(({ state }) => state === 'succeeded')
      .toReversed()
      .map(({ direction, amount, reference }) =>
        writePlayerText({
          direction: direction === 'collection' ? 'deposit' : 'withdrawal',
          amountXaf: amount,
          id: reference,
        }),
      ),
    payments: null,
  };
}

function promptsOf(networks: readonly Network[], number: string) {
  return networks.flatMap((network) =>
    paymentsOf([network], number)
      .filter(({ state, direction }) => state === 'pending' && direction === 'collection')
      .map(({ reference, amount }) => ({
        id: reference,
        amountXaf: amount,
        merchant: network.merchant,
        network,
      })),
  );
}

/** Interfaces write numbers with and without the country. */
function paymentsOf(networks: readonly Network[], number: string): readonly Payment<unknown>[] {
  return networks
    .flatMap(({ payments }) => payments())
    .filter(({ msisdn }) => msisdn.slice(-9) === number);
}

function renderList(networks: readonly Network[]): string {
  const payments = networks.flatMap((network) => network.payments());
  const numbers = [...new Set(payments.map(({ msisdn }) => msisdn.slice(-9)))].toSorted();
  const items = numbers.map((number) => `<li><a href="/${number}">${number}</a></li>`);
  return `<h1>Phones</h1><p>Any number has a phone: <code>/677000001</code>. These were used:</p>
<ul>${items.join('') || '<li>None yet.</li>'}</ul>`;
}

function html(main: string): Answer {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Phones</title>
<meta name="viewport" content="width=device-width"><style>${PAGE_STYLE}</style></head>
<body><p><a href="/">All phones</a></p>${main}</body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
