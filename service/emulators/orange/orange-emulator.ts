import { createCore, openEmulator } from '../core.ts';
import {
  type CoreOptions,
  DEFAULT_SETTINGS,
  type Emulator,
  type OperatorInterface,
} from '../emulator.ts';
import type { PersonName } from '../names.ts';
import { gatewayFault } from './orange-auth.ts';
import { routeOrange } from './orange-endpoints.ts';
import { NO_FUNDS, problem } from './orange-pay.ts';
import { renderNotification } from './orange-render.ts';
import {
  createOrangeState,
  ORANGE_ACCOUNT,
  ORANGE_OPERATIONS,
  type OrangeAccount,
  type OrangeDetails,
  type OrangeOperation,
  type OrangeSettings,
} from './orange-state.ts';
import { exportOrange } from './orange-statement.ts';

export interface OrangeEmulator extends Emulator<OrangeOperation, OrangeDetails> {
  readonly account: OrangeAccount;
  readonly settings: OrangeSettings;
  readonly setName: (msisdn: string, name: PersonName) => void;
}

export interface OrangeOptions extends CoreOptions, Partial<OrangeSettings> {
  readonly account?: OrangeAccount;
}

/** Orange Money Cameroon on loopback: merchant payments, cash-in, and what can go wrong. */
export async function startOrangeEmulator(options: OrangeOptions = {}): Promise<OrangeEmulator> {
  const {
    port = 0,
    now: _now,
    seed: _seed,
    floatXaf: _float,
    providerWallet: _wallet,
    onFinished: _onFinished,
    kept: _kept,
    account = ORANGE_ACCOUNT,
    ...switches
  } = options;
  const settings: OrangeSettings = {
    ...DEFAULT_SETTINGS,
    faultFormat: 'json',
    successSpelling: 'SUCCESSFULL',
    cancelSpelling: 'CANCELLED',
    unpaidStatus: 'EXPIRED',
    hiddenError: 'in_data',
    failureReference: false,
    tokenLifeMs: 3_600_000,
    similarMs: 5 * 60_000,
    ...switches,
  };
  const core = createCore<OrangeOperation, OrangeDetails>(options, {
    settings,
    // Merchant payments fill the account that cash-ins are paid from.
    accountOf: () => 'channel',
    noFundsReason: NO_FUNDS,
    toCallback: (payment) => {
      const { direction, reference, details } = payment;
      // A payment whose result was in the answer needs no callback.
      if (details.product === 'cashin' || details.txnid === null) return null;
      const body = renderNotification(settings, payment);
      return { direction, reference, method: 'POST', url: details.notifUrl, body };
    },
  });
  const state = createOrangeState(settings, core, account);
  const operator: OperatorInterface<OrangeOperation> = {
    title: 'Orange Money emulator',
    operations: ORANGE_OPERATIONS,
    settings,
    route: (call) => routeOrange(state, call),
    renderError: (status, code) => problem(status, `${code} :: An error was switched on`),
    forbidden: () => gatewayFault(settings, 'forbidden'),
    notFound: problem(404, 'No such resource'),
    revokeTokens: () => {
      state.bearer = null;
    },
    statement: (asked) => exportOrange(state, asked),
  };
  const emulator = await openEmulator(core, operator, port);
  return { ...emulator, account, settings, setName: state.setName };
}
