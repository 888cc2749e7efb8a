import type { Operator } from '../../src/domain/operators/operator.ts';
import { type Menu, openMenu } from './menu.ts';
import type { UssdNetwork } from './modem-state.ts';
import { type Order, PLAYER_NAME, type Wallet } from './wallet.ts';

/** Menus like those of the wallet's operator, in our own words. */
export function walletMenus(wallet: Wallet): UssdNetwork {
  return (code) => {
    const first = MENUS[wallet.operator]?.(wallet, code) ?? null;
    return first === null ? null : openMenu(first, wallet.change);
  };
}

type FirstMenu = (wallet: Wallet, code: string) => Menu | null;

/** The first screen of each operator, or `null` for an unknown code. */
const MENUS: Readonly<Partial<Record<Operator, FirstMenu>>> = {
  mtn: (wallet, code) => (code === '*126#' ? mtnMenu(wallet) : null),
  orange: (wallet, code) => {
    const [, action, number = '', amount = ''] = ORANGE_CODE.exec(code) ?? [];
    if (action !== undefined) {
      const order = { number, amount: Number(amount) };
      return confirmMenu(wallet, order, action === '1*1' ? ORANGE_TRANSFER : ORANGE_COLLECT);
    }
    return code === '#150*6*1#' ? balanceMenu(wallet, ORANGE_BALANCE) : null;
  },
};

/** The code contains everything. We invented the one for collecting: none is known. */
const ORANGE_CODE = /^#150\*(1\*1|9\*9)\*(\d{9})\*(\d+)#$/;

function mtnMenu(wallet: Wallet): Menu {
  const choices: Readonly<Record<string, Menu>> = {
    '1': orderMenu(wallet, MTN_TRANSFER),
    '2': balanceMenu(wallet, MTN_BALANCE),
    '3': orderMenu(wallet, MTN_COLLECT),
  };
  return {
    text: "MTN MoMo\n1. Transfert d'argent\n2. Mon solde\n3. Encaisser\n4. Aide",
    next: (choice) => choices[choice] ?? { text: 'Choix invalide' },
  };
}

function orderMenu(wallet: Wallet, words: PaymentWords): Menu {
  return {
    text: words.number,
    next: (number) => ({
      text: 'Entrez le montant',
      next: (amount) => confirmMenu(wallet, { number, amount: Number(amount) }, words),
    }),
  };
}

interface PaymentWords {
  readonly number: string;
  readonly confirm: (order: Order) => string;
  readonly run: (wallet: Wallet, order: Order) => string | null;
  readonly stranger: string;
  readonly wrongPin: string;
  readonly noFunds: string;
}

function confirmMenu(wallet: Wallet, order: Order, words: PaymentWords): Menu {
  if (wallet.strangers.has(order.number)) return { text: words.stranger };
  return {
    text: words.confirm(order),
    next: (pin) => {
      wallet.pins.push(pin);
      if (pin !== wallet.pin) return { text: words.wrongPin };
      const done = words.run(wallet, order);
      if (done === null) return { text: words.noFunds };
      return { text: wallet.isMuteAfterwards ? 'Merci de patienter.' : done };
    },
  };
}

const MTN = {
  stranger: "Ce numéro n'a pas de compte Mobile Money.",
  wrongPin: 'Code PIN incorrect.',
  noFunds: 'Votre solde est insuffisant.',
} as const;

const MTN_TRANSFER: PaymentWords = {
  ...MTN,
  number: 'Entrez le numéro du bénéficiaire',
  confirm: ({ number, amount }) =>
    `Envoyer ${amount} FCFA à ${PLAYER_NAME} (${number}).\nFrais: 0 FCFA.\n` +
    'Entrez votre code PIN pour confirmer',
  run: (wallet, order) => {
    const reported = wallet.pay(order);
    if (reported === null) return null;
    const { amountXaf, number, balanceXaf, id } = reported;
    return (
      `Transfert de ${amountXaf} FCFA à ${PLAYER_NAME} (${number}) effectué. ` +
      `Nouveau solde: ${balanceXaf} FCFA. ID: ${id}`
    );
  },
};

const MTN_COLLECT: PaymentWords = {
  ...MTN,
  number: 'Entrez le numéro du client',
  confirm: ({ number, amount }) =>
    `Demander ${amount} FCFA à ${PLAYER_NAME} (${number}).\n` +
    'Entrez votre code PIN pour confirmer',
  run: (wallet, order) => {
    wallet.ask(order);
    return `Demande de ${order.amount} FCFA envoyée au ${order.number}.`;
  },
};

const ORANGE = {
  number: 'Entrez le numéro',
  stranger: "Ce numéro n'a pas de compte Orange Money.",
  wrongPin: 'Code secret incorrect.',
  noFunds: 'Solde insuffisant.',
} as const;

const ORANGE_TRANSFER: PaymentWords = {
  ...ORANGE,
  confirm: ({ number, amount }) =>
    `Transfert de ${amount} FCFA vers ${number} ${PLAYER_NAME}. Frais: 0 FCFA. ` +
    'Entrez votre code secret',
  run: (wallet, order) => {
    const reported = wallet.pay(order);
    if (reported === null) return null;
    const { amountXaf, number, balanceXaf, id } = reported;
    return (
      `Transfert de ${amountXaf} FCFA vers ${number} réussi. ID transaction: ${id}. ` +
      `Nouveau solde: ${balanceXaf} FCFA`
    );
  },
};

const ORANGE_COLLECT: PaymentWords = {
  ...ORANGE,
  confirm: ({ number, amount }) =>
    `Encaisser ${amount} FCFA de ${number} ${PLAYER_NAME}. Entrez votre code secret`,
  run: (wallet, order) => {
    wallet.ask(order);
    return `Demande de ${order.amount} FCFA envoyée au ${order.number}.`;
  },
};

interface BalanceWords {
  readonly pin: string;
  readonly reported: (balance: number) => string;
  readonly wrongPin: string;
}

const MTN_BALANCE: BalanceWords = {
  pin: 'Entrez votre code PIN',
  reported: (balance) => `Votre solde est de ${balance} FCFA`,
  wrongPin: MTN.wrongPin,
};

const ORANGE_BALANCE: BalanceWords = {
  pin: 'Entrez votre code secret',
  reported: (balance) => `Le solde de votre compte est de ${balance} FCFA`,
  wrongPin: ORANGE.wrongPin,
};

function balanceMenu(wallet: Wallet, words: BalanceWords): Menu {
  return {
    text: words.pin,
    next: (pin) => {
      wallet.pins.push(pin);
      return { text: pin === wallet.pin ? words.reported(wallet.balance) : words.wrongPin };
    },
  };
}
