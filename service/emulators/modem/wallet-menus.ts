import type { Screen, UssdNetwork, UssdSession } from './modem-state.ts';

/** A wallet at the operator, which the menus of a SIM lead to. */
export interface Wallet {
  balance: number;
  readonly pin: string;
  /** Money that really moved. */
  readonly transfers: { readonly number: string; readonly amount: number }[];
  /** Numbers without an account. */
  readonly strangers: Set<string>;
  /** What the operator makes of its own screens: garbled, changed, in another language. */
  change: (screen: Screen) => Screen;
  /** Whether the operator shows what came of a payment. */
  isMuteAfterwards: boolean;
  /** The PINs that were given, in their order. */
  readonly pins: string[];
  /** What the operator does when money has moved; it sends a text. */
  onTransfer: (transfer: Transfer) => void;
}

export interface Transfer {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly balance: number;
}

export function createWallet(options: { readonly pin: string; readonly balance: number }): Wallet {
  return {
    ...options,
    transfers: [],
    strangers: new Set(),
    change: (screen) => screen,
    isMuteAfterwards: false,
    pins: [],
    onTransfer: () => {},
  };
}

/** A screen, and what an answer to it leads to; without it the session is over. */
interface Menu {
  readonly text: string;
  readonly next?: (answer: string) => Menu;
}

/** A menu like that of MTN, in our own words. */
export function walletMenus(wallet: Wallet): UssdNetwork {
  return (code) => (code === '*126#' ? openMenu(wallet, mainMenu(wallet)) : null);
}

function openMenu(wallet: Wallet, first: Menu): ReturnType<UssdNetwork> {
  let menu = first;
  const show = (): Screen => wallet.change({ text: menu.text, isOpen: menu.next !== undefined });
  const session: UssdSession = {
    answer: (text) => {
      menu = menu.next?.(text) ?? { text: 'Session terminée' };
      return show();
    },
  };
  return { screen: show(), session };
}

function mainMenu(wallet: Wallet): Menu {
  return {
    text: "MTN MoMo\n1. Transfert d'argent\n2. Mon solde\n3. Aide",
    next: (choice) => {
      if (choice === '1') return receiverMenu(wallet);
      if (choice === '2') return balanceMenu(wallet);
      return { text: 'Choix invalide' };
    },
  };
}

function receiverMenu(wallet: Wallet): Menu {
  return {
    text: 'Entrez le numéro du bénéficiaire',
    next: (number) =>
      wallet.strangers.has(number)
        ? { text: "Ce numéro n'a pas de compte Mobile Money." }
        : {
            text: 'Entrez le montant',
            next: (amount) => confirmMenu(wallet, { number, amount: Number(amount) }),
          },
  };
}

function confirmMenu(
  wallet: Wallet,
  payment: { readonly number: string; readonly amount: number },
): Menu {
  const { number, amount } = payment;
  const whom = `NGO BIYONG ANNE (${number})`;
  return {
    text: `Envoyer ${amount} FCFA à ${whom}.\nFrais: 0 FCFA.\nEntrez votre code PIN pour confirmer`,
    next: (pin) => {
      wallet.pins.push(pin);
      if (pin !== wallet.pin) return { text: 'Code PIN incorrect.' };
      if (amount > wallet.balance) return { text: 'Votre solde est insuffisant.' };
      wallet.balance -= amount;
      wallet.transfers.push(payment);
      const id = 18_000_000_000 + wallet.transfers.length;
      wallet.onTransfer({ id: String(id), ...payment, balance: wallet.balance });
      if (wallet.isMuteAfterwards) return { text: 'Merci de patienter.' };
      return {
        text: `Transfert de ${amount} FCFA à ${whom} effectué. Nouveau solde: ${wallet.balance} FCFA. ID: ${id}`,
      };
    },
  };
}

function balanceMenu(wallet: Wallet): Menu {
  return {
    text: 'Entrez votre code PIN',
    next: (pin) => {
      wallet.pins.push(pin);
      const told = `Votre solde est de ${wallet.balance} FCFA`;
      return { text: pin === wallet.pin ? told : 'Code PIN incorrect.' };
    },
  };
}

/** What MTN would write to the SIM about it, in our own words of its form. */
export function textOfTransfer({ id, number, amount, balance }: Transfer, at: Date): string {
  const inDouala = new Date(at.getTime() + 3_600_000).toISOString();
  const time = `${inDouala.slice(0, 10)} ${inDouala.slice(11, 19)}`;
  return (
    `Transfert de ${amount} FCFA effectue avec succes a NGO BIYONG ANNE (237${number}) le ${time}. ` +
    `FRAIS 0 FCFA. Transaction Id: ${id} ; Reference: . Nouveau solde: ${balance} FCFA.`
  );
}
