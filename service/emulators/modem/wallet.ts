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
  /** Everything that its menus began; players decide on what they are asked to pay. */
  readonly payments: Payments<null>;
  /** Numbers without an account. */
  readonly strangers: Set<string>;
  /** What the operator makes of its own screens: garbled, changed, in another language. */
  change: (screen: Screen) => Screen;
  /** Whether the operator shows what came of a payment. */
  isMuteAfterwards: boolean;
  /** The PINs that were given, in their order. */
  readonly pins: string[];
  /** Pays a player; null when the money does not suffice. */
  readonly pay: (order: Order) => ReportedMoney | null;
  /** Asks a player for money, who then confirms or refuses on the phone. */
  readonly ask: (order: Order) => void;
  /** A player pays without being asked. */
  readonly receive: (order: Order) => void;
  /** What the operator does when money has moved; it sends a text. */
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
  /** What it has, in an account that others may move as well. */
  readonly providerWallet: ProviderWallet;
  readonly now?: () => number;
  /** Ids begin after it, so that a later start uses none again. */
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
    purseOf: () => providerWallet,
    noFundsReason: 'no_funds',
    onFinished: ({ direction, state, reference, msisdn, amount }) => {
      if (state !== 'succeeded') return;
      const reported = tell(reference, { number: msisdn, amount });
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
  const tell = (id: string, { number, amount }: Order): ReportedMoney => ({
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
      return state === 'succeeded' ? tell(reference, order) : null;
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
