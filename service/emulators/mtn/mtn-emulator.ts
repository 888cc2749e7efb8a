import { createCore, openEmulator } from '../core.ts';
import {
  type CoreOptions,
  DEFAULT_SETTINGS,
  type Emulator,
  type OperatorInterface,
} from '../emulator.ts';
import { json } from '../http.ts';
import type { PersonName } from '../names.ts';
import { routeMtn } from './mtn-endpoints.ts';
import { mtnError } from './mtn-errors.ts';
import { FLOAT_EMPTY, renderPayment } from './mtn-payments.ts';
import {
  createMtnState,
  MTN_ACCOUNT,
  MTN_OPERATIONS,
  type MtnAccount,
  type MtnDetails,
  type MtnOperation,
  type MtnSettings,
} from './mtn-state.ts';
import { exportMtn } from './mtn-statement.ts';

export interface MtnEmulator extends Emulator<MtnOperation, MtnDetails> {
  readonly account: MtnAccount;
  readonly settings: MtnSettings;
  readonly setName: (msisdn: string, name: PersonName) => void;
}

export interface MtnOptions extends CoreOptions, Partial<MtnSettings> {
  readonly account?: MtnAccount;
}

/** MTN's MoMo Open API on loopback: collections, disbursements, and every fault. */
export async function startMtnEmulator(options: MtnOptions = {}): Promise<MtnEmulator> {
  const {
    port = 0,
    now: _now,
    seed: _seed,
    floatXaf: _float,
    providerWallet: _wallet,
    onFinished: _onFinished,
    kept: _kept,
    account = MTN_ACCOUNT,
    ...switches
  } = options;
  const settings: MtnSettings = {
    ...DEFAULT_SETTINGS,
    targetEnvironment: 'mtncameroon',
    eurOnly: false,
    wrongCurrencyStatus: 500,
    reasonShape: 'text',
    tokenLifeMs: 3_600_000,
    checkCallbackHost: false,
    providerCallbackHost: 'callbacks.example.com',
    ...switches,
  };
  const core = createCore<MtnOperation, MtnDetails>(options, {
    settings,
    // Each product has an account of its own.
    accountOf: (direction) => direction,
    noFundsReason: FLOAT_EMPTY,
    toCallback: (payment) => {
      const { direction, reference, details } = payment;
      if (details.callbackUrl === null) return null;
      const body = JSON.stringify(renderPayment(settings, payment));
      return { direction, reference, method: 'PUT', url: details.callbackUrl, body };
    },
  });
  const state = createMtnState(settings, core, account);
  const operator: OperatorInterface<MtnOperation> = {
    title: 'MTN Mobile Money emulator',
    operations: MTN_OPERATIONS,
    settings,
    route: (call) => routeMtn(state, call),
    renderError: (status, code) => json(status, { code, message: 'An error was switched on.' }),
    forbidden: () => mtnError('FORBIDDEN IP'),
    notFound: mtnError('RESOURCE_NOT_FOUND'),
    revokeTokens: () => state.tokens.clear(),
    statement: (asked) => exportMtn(state, asked),
  };
  const emulator = await openEmulator(core, operator, port);
  return { ...emulator, account, settings, setName: state.setName };
}
