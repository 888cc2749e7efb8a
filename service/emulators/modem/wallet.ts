import { FACTS_OF, type Operator } from '../../src/domain/operators/operator.ts';
import type { ReportedMoney } from '../../src/domain/operators/operator-texts.ts';
import type { Direction } from '../book.ts';
import { DEFAULT_SETTINGS } from '../emulator.ts';
import { createPayments, type Payments } from '../payments.ts';
import { createTimers } from '../timers.ts';
import type { ProviderWallet } from '../wallet.ts';
import type { Screen } from './modem-state.ts';

/** A wallet at the operator, which the menus of its SIM lead to. */
export interface Wallet extends ProviderWallet {
  readonly operator: Operator;
  readonly pin: string;
  /** Money that really left by its menus. */
  readonly transfers: readonly Order[];
  /** Everything that its menus began; players confirm or refuse requests. */
  readonly payments: Payments<null>;
  /** Numbers without an account. */
  readonly strangers: Set<string>;
  /** How the operator spoils its screens: garbled, changed, in another language. */
  change: (screen: Screen) => Screen;
  /** Whether the operator shows the result of a payment. */
  isMuteAfterwards: boolean;
  /** The PINs entered, in order. */
  readonly pins: string[];
  /** Pays a player; `null` if the money does not suffice. */
  readonly pay: (order: Order) => ReportedMoney | null;
  /** Asks a player for money, who then confirms or refuses on the phone. */
  readonly ask: (order: Order) => void;
  /** A player pays without being asked. */
  readonly receive: (order: Order) => void;
  /** Runs when money has moved; the operator sends a text. */
  onTransfer: (reported: ReportedMoney) => void;
  onReceived: (reported: ReportedMoney) => void;
  readonly stop: () => void;
}

export interface Order {
  /** Nine digits. */
  readonly number: string;
  readonly amount: number;
}

export interface WalletOptions {
  readonly operator?: Operator;
  /** Nine digits. */
  readonly line?: string;
  readonly pin: string;
  /** Its money, in an account that others may also move. */
  readonly providerWallet: ProviderWallet;
  readonly now?: () => number;
  /** Ids begin after it, so a later start reuses none. */
  readonly lastSerial?: number;
}

export function createWallet(options: WalletOptions): Wallet {
  const { operator = 'mtn', line = '670000099', pin, providerWallet, now = Date.now } = options;
  const timers = createTimers();
  let began = options.lastSerial ?? 0;
  const payments = createPayments<null>({
    now,
    timers,
    settings: { ...DEFAULT_SETTINGS, decide: 'manual' },
    walletOf: () => providerWallet,
    noFundsReason: 'no_funds',
    onFinished: ({ direction, state, reference, msisdn, amount }) => {
      if (state !== 'succeeded') return;
      const reported = reportOf(reference, { number: msisdn, amount });
      (direction === 'transfer' ? wallet.onTransfer : wallet.onReceived)(reported);
    },
  });
  const begin = (direction: Direction, { number, amount }: Order, pace: 'now' | 'later') => {
    began += 1;
    const kind = direction === 'transfer' ? 'sent' : 'received';
    const id = FACTS_OF[operator].texts.writeId(kind, began, new Date(now()));
    const payment = { reference: id, direction, externalId: id, msisdn: number, amount };
    return payments.accept({ ...payment, details: null }, { kind: 'succeed' }, pace);
  };
  const reportOf = (id: string, { number, amount }: Order): ReportedMoney => ({
    id,
    number,
    name: PLAYER_NAME,
    line,
    amountXaf: amount,
    balanceXaf: providerWallet.balance,
    at: new Date(now()),
  });
  const wallet: Wallet = {
    operator,
    pin,
    payments,
    get balance() {
      return providerWallet.balance;
    },
    set balance(amount) {
      providerWallet.balance = amount;
    },
    get transfers() {
      const sent = payments.moves().filter(({ direction }) => direction === 'transfer');
      return sent.map(({ msisdn, amount }) => ({ number: msisdn, amount }));
    },
    strangers: new Set(),
    change: (screen) => screen,
    isMuteAfterwards: false,
    pins: [],
    pay: (order) => {
      const { state, reference } = begin('transfer', order, 'now');
      return state === 'succeeded' ? reportOf(reference, order) : null;
    },
    ask: (order) => void begin('collection', order, 'later'),
    receive: (order) => void begin('collection', order, 'now'),
    onTransfer: () => {},
    onReceived: () => {},
    stop: timers.clear,
  };
  return wallet;
}

export const PLAYER_NAME = 'NGO BIYONG ANNE';
