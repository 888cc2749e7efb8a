import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import type { ReportedMoney } from '../../src/domain/operators/operator-texts.ts';
import { signBody } from '../../src/signing/gateway-signature.ts';
import { type Answer, type Call, listen } from '../http.ts';
import { type PhoneState, renderPhone } from './phone-page.ts';

/**
 * A phone with the SIM of one of our lines. Its owner plays the operator: texts about incoming
 * money, and everything that can go wrong with them.
 */
export async function startPhoneEmulator(options: PhoneOptions): Promise<PhoneEmulator> {
  const state: PhoneState = { balance: options.startXaf, kept: [], reported: [] };
  const listener = await listen({
    port: options.port ?? 0,
    onCall: (call, line) => {
      answerTo(state, options, call).then(line.send, (error: unknown) =>
        line.send({ status: 500, body: String(error) }),
      );
    },
  });
  return { url: listener.url, stop: listener.goOffline };
}

export interface PhoneOptions {
  readonly port?: number;
  /** The line's balance at the operator when the phone is switched on. */
  readonly startXaf: number;
  readonly sender: string;
  readonly sim: string;
  readonly serviceUrl: string;
  readonly gateway: { readonly id: string; readonly secret: string };
  /** The operator's clock; real time by default. */
  readonly now?: () => Promise<Date>;
}

export interface PhoneEmulator {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const SHOWN = 12;

async function answerTo(state: PhoneState, options: PhoneOptions, call: Call): Promise<Answer> {
  if (call.method === 'GET') {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return { status: 200, headers, body: renderPhone(state) };
  }
  const act = ACTS[call.path];
  if (act === undefined) return { status: 404, body: 'There is no such button.' };
  await act(state, options, new URLSearchParams(call.body));
  return { status: 303, headers: { location: '/' }, body: '' };
}

type Act = (state: PhoneState, options: PhoneOptions, form: URLSearchParams) => Promise<void>;

const ACTS: Readonly<Record<string, Act>> = {
  '/_phone/pay': async (state, options, form) => {
    const paid = readForm(form);
    state.balance += paid.amountXaf;
    const text = await write(options, { ...paid, balanceXaf: state.balance });
    switch (String(form.get('fate'))) {
      case 'lose':
        return note(state, text, 'lost');
      case 'keep':
        state.kept = [...state.kept, text];
        return note(state, text, 'under way');
      default:
        return hand(state, options, text);
    }
  },
  // The last one first: texts overtake each other.
  '/_phone/deliver': async (state, options) => {
    const kept = state.kept.toReversed();
    state.kept = [];
    for (const text of kept) await hand(state, options, text);
  },
  '/_phone/move': async (state, _options, form) => {
    state.balance += Number(form.get('amount'));
  },
  // No money moves: the text is forged.
  '/_phone/forge': async (state, options, form) => {
    const balanceXaf = Number(form.get('balance'));
    await hand(state, options, await write(options, { ...readForm(form), balanceXaf }));
  },
};

/** What the owner of the phone fills in; without an id the operator gives a new one. */
type PhoneMoney = Pick<ReportedMoney, 'number' | 'amountXaf' | 'note'> & {
  readonly id: string | null;
};

async function write(
  { now = async () => new Date() }: PhoneOptions,
  money: PhoneMoney & { readonly balanceXaf: number },
): Promise<string> {
  const at = await now();
  const id = money.id ?? nextId(at);
  return MTN_TEXTS.write.received({ ...money, name: 'NGO BIYONG ANNE', line: '', id, at });
}

let made = 0;

function nextId(at: Date): string {
  made += 1;
  return MTN_TEXTS.writeId(
    'received',
    (Math.floor(Date.now() / 1_000) % 100_000) * 10_000 + made,
    at,
  );
}

function readForm(form: URLSearchParams): PhoneMoney {
  const field = (name: string) => form.get(name)?.trim() ?? '';
  return {
    number: field('payer').replace(/^\+?237/, ''),
    amountXaf: Number(field('amount')),
    note: field('note'),
    id: field('id') === '' ? null : field('id'),
  };
}

/** Hands a text to the service, signed as the phone's program does it. */
async function hand(state: PhoneState, options: PhoneOptions, text: string): Promise<void> {
  const { serviceUrl, gateway, sim, sender } = options;
  const raw = Buffer.from(JSON.stringify({ sim, sender, text }));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const answer = await fetch(`${serviceUrl}/internal/v1/sms/${gateway.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': signBody(gateway.secret, { raw, timestamp }),
      'x-timestamp': timestamp,
    },
    body: raw,
  });
  await note(state, text, `handed over: ${answer.status}`);
}

async function note(state: PhoneState, text: string, fate: string): Promise<void> {
  state.reported = [{ text, fate }, ...state.reported].slice(0, SHOWN);
}
