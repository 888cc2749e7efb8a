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
  CAMPAY_OPERATIONS,
  type CampayDetails,
  type CampayOperation,
  campayError,
  renderCampay,
  routeCampay,
} from './campay-endpoints.ts';

export interface CampayEmulator extends Emulator<CampayOperation, CampayDetails> {
  readonly account: CampayAccount;
  readonly settings: CampaySettings;
}

interface CampayAccount {
  readonly username: string;
  readonly password: string;
}

export interface CampaySettings extends Settings {
  /** The one address for callbacks, as the app's page takes it. */
  callbackUrl: string | null;
  /** Also a setting of the app. */
  callbackMethod: 'GET' | 'POST';
  tokenLifeMs: number;
}

/** Fixed, to fit in a settings file; valid for this emulator only. */
const ACCOUNT: CampayAccount = { username: 'wouri-shop', password: 'emulated-c0ffee00c0ffee00' };

/** CamPay's collections on loopback. It names a payment itself, and cannot be asked by our name. */
export async function startCampayEmulator(
  options: CoreOptions & Partial<CampaySettings> = {},
): Promise<CampayEmulator> {
  const {
    port = 0,
    now: _now,
    seed: _seed,
    floatXaf: _float,
    providerWallet: _wallet,
    onFinished: _onFinished,
    ...switches
  } = options;
  const settings: CampaySettings = {
    ...DEFAULT_SETTINGS,
    callbackUrl: null,
    callbackMethod: 'GET',
    tokenLifeMs: 3_600_000,
    ...switches,
  };
  const core = createCore<CampayOperation, CampayDetails>(options, {
    settings,
    accountOf: (direction) => direction,
    noFundsReason: 'ER301',
    toCallback: (payment) => {
      const { direction, reference } = payment;
      const { callbackUrl: url, callbackMethod: method } = settings;
      if (url === null) return null;
      const said = { ...renderCampay(payment), signature: 'eyJhbGciOiJIUzI1NiJ9.e30.emulated' };
      const fields = new URLSearchParams(Object.entries(said));
      return method === 'GET'
        ? { direction, reference, method, url: `${url}?${fields.toString()}`, body: '' }
        : { direction, reference, method, url, body: JSON.stringify(said) };
    },
  });
  const state = { core, settings, account: ACCOUNT, tokens: new Map<string, number>() };
  const operator: OperatorInterface<CampayOperation> = {
    title: 'CamPay emulator',
    operations: CAMPAY_OPERATIONS,
    settings,
    route: (call) => routeCampay(state, call),
    renderError: campayError,
    forbidden: () => campayError(403, 'FORBIDDEN'),
    notFound: json(404, {}),
    revokeTokens: () => state.tokens.clear(),
    statement: ({ number }) => {
      const rows = exportRows(core.payments.list(), {
        number,
        floatXaf: core.payments.float('collection'),
        idOf: ({ details }) => details.operatorReference,
      });
      const lines = rows.map(({ id, at, isDone, from, amount }) =>
        [id, at.toISOString(), isDone ? 'SUCCESSFUL' : 'FAILED', from, amount].join(','),
      );
      const text = ['Operator reference,Date,Status,From,Amount', ...lines].join('\r\n');
      return fileAnswer('campay.csv', 'text/csv; charset=utf-8', `${text}\r\n`);
    },
  };
  const emulator = await openEmulator(core, operator, port);
  return { ...emulator, account: ACCOUNT, settings };
}
