import { randomInt } from 'node:crypto';
import type { Payment } from '../book.ts';
import { createCore, openEmulator } from '../core.ts';
import {
  type CoreOptions,
  DEFAULT_SETTINGS,
  type Emulator,
  type OperatorInterface,
  type Settings,
} from '../emulator.ts';
import { json } from '../http.ts';
import { exportRows, fileAnswer } from '../portal/statement.ts';
import {
  KINDS,
  PAWAPAY_OPERATIONS,
  type PawapayDetails,
  type PawapayOperation,
  renderPayment,
  routePawapay,
  technicalError,
} from './pawapay-endpoints.ts';

export interface PawapayEmulator extends Emulator<PawapayOperation, PawapayDetails> {
  readonly account: PawapayAccount;
  readonly settings: PawapaySettings;
}

interface PawapayAccount {
  readonly apiToken: string;
}

export interface PawapaySettings extends Settings {
  /** The account's one address for callbacks, as its dashboard takes it. */
  callbackUrl: string | null;
  /** What one payment may be, in francs. */
  limits: { readonly least: number; readonly most: number };
}

/** Fixed, to fit in a settings file; valid for this emulator only. */
const ACCOUNT: PawapayAccount = { apiToken: 'eyJraWQiOiIxIn0.emulated.c0ffee00c0ffee00' };

/** pawaPay's Merchant API v2 on loopback: both operators of Cameroon and one wallet. */
export async function startPawapayEmulator(
  options: CoreOptions & Partial<PawapaySettings> = {},
): Promise<PawapayEmulator> {
  const {
    port = 0,
    now: _now,
    seed: _seed,
    floatXaf = 1_000_000,
    providerWallet = { balance: floatXaf },
    onFinished: _onFinished,
    ...switches
  } = options;
  const settings: PawapaySettings = {
    ...DEFAULT_SETTINGS,
    callbackUrl: null,
    limits: { least: 100, most: 500_000 },
    ...switches,
  };
  const core = createCore<PawapayOperation, PawapayDetails>(
    { ...options, providerWallet },
    {
      settings,
      accountOf: () => 'wallet',
      noFundsReason: 'PAWAPAY_WALLET_OUT_OF_FUNDS',
      toCallback: (payment) => {
        const { direction, reference } = payment;
        const path = settings.callbackUrl;
        if (path === null) return null;
        const body = JSON.stringify(renderPayment(payment));
        return { direction, reference, method: 'POST', url: path, body };
      },
    },
  );
  let lastId = randomInt(10_000_000_000, 90_000_000_000);
  const state = {
    core,
    settings,
    account: ACCOUNT,
    nextProviderId: () => {
      lastId += 1;
      return String(lastId);
    },
  };
  const operator: OperatorInterface<PawapayOperation> = {
    title: 'pawaPay emulator',
    operations: PAWAPAY_OPERATIONS,
    settings,
    route: (call) => routePawapay(state, call),
    renderError: technicalError,
    forbidden: () => technicalError(403, 'AUTHORISATION_ERROR'),
    notFound: json(404, {}),
    // The token of an account does not end.
    revokeTokens: () => {},
    statement: ({ number }) => {
      const rows = exportRows(core.payments.list(), {
        number,
        floatXaf: core.payments.float('transfer'),
        idOf: ({ details }) => details.providerTransactionId,
      });
      const payments = new Map(core.payments.list().map((one) => [idOf(one), one]));
      const lines = rows.map(({ id, at, isDone, from, to, amount, balance }) => {
        const payment = payments.get(id);
        const kind = payment === undefined ? '' : KINDS[payment.direction].operation;
        const cells = [id, at.toISOString(), kind, payment?.details.provider ?? ''];
        return [...cells, isDone ? 'COMPLETED' : 'FAILED', from, to, amount, balance ?? ''];
      });
      const text = [HEAD, ...lines].map((cells) => cells.join(',')).join('\r\n');
      return fileAnswer('pawapay.csv', 'text/csv; charset=utf-8', `${text}\r\n`);
    },
  };
  const emulator = await openEmulator(core, operator, port);
  return { ...emulator, account: ACCOUNT, settings };
}

/** One wallet, so every line names its operator. */
const HEAD = [
  'Provider transaction ID',
  'Date',
  'Type',
  'Provider',
  'Status',
  'From',
  'To',
  'Amount',
  'Balance',
];

function idOf({ details }: Payment<PawapayDetails>): string {
  return details.providerTransactionId;
}
