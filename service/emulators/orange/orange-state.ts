import { randomBytes, randomInt } from 'node:crypto';
import type { Core } from '../core.ts';
import type { Settings } from '../emulator.ts';
import { inventName, type PersonName } from '../names.ts';

export const ORANGE_OPERATIONS = [
  'token',
  'init',
  'pay',
  'push',
  'status',
  'cashin_init',
  'cashin_pay',
  'cashin_status',
  'name',
] as const;

export type OrangeOperation = (typeof ORANGE_OPERATIONS)[number];

export interface OrangeAccount {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly apiUser: string;
  readonly apiPassword: string;
  readonly pin: string;
  readonly channelMsisdn: string;
}

/** Tests may change these at any time. */
export interface OrangeSettings extends Settings {
  /** The gateway's own faults come in either form. */
  faultFormat: 'json' | 'xml';
  successSpelling: 'SUCCESSFULL' | 'SUCCESSFUL';
  cancelSpelling: 'CANCELLED' | 'CANCELED';
  /** The status of a token without a payment. */
  unpaidStatus: 'EXPIRED' | 'INITIATED';
  /** The form of an error that comes with HTTP 200: in a failed payment, or only in the message. */
  hiddenError: 'in_data' | 'in_message';
  /** Ends the texts of failures with a pipe and a reference. */
  failureReference: boolean;
  tokenLifeMs: number;
  /** For this long, the same number and amount count as a mistake. */
  similarMs: number;
}

export interface OrangeDetails {
  readonly id: number;
  readonly product: OrangeProduct;
  readonly amount: string;
  readonly orderId: string;
  readonly description: string;
  readonly notifUrl: string;
  readonly channelUserMsisdn: string;
  readonly txnid: string | null;
  readonly initStatus: string;
  readonly initMessage: string;
}

export type OrangeProduct = 'mp' | 'cashin';

export interface OrangeState {
  readonly settings: OrangeSettings;
  readonly core: Core<OrangeOperation, OrangeDetails>;
  readonly account: OrangeAccount;
  /** Issued pay tokens. */
  readonly issued: Map<string, OrangeProduct>;
  bearer: { readonly text: string; readonly endsAt: number } | null;
  readonly nameOf: (msisdn: string) => PersonName;
  readonly setName: (msisdn: string, name: PersonName) => void;
  readonly nextId: () => number;
  readonly nextSerial: () => number;
}

/** Fixed, to fit in a settings file; valid for this emulator only. */
export const ORANGE_ACCOUNT: OrangeAccount = {
  consumerKey: 'emulatorConsumerKey',
  consumerSecret: 'emulatorConsumerSecret',
  apiUser: 'EMULATOR',
  apiPassword: 'emulator-password',
  pin: '2222',
  channelMsisdn: '690000001',
};

export function createOrangeState(
  settings: OrangeSettings,
  core: Core<OrangeOperation, OrangeDetails>,
  account: OrangeAccount,
): OrangeState {
  const names = new Map<string, PersonName>();
  let lastId = 1_000;
  let lastSerial = randomInt(SERIALS);
  return {
    settings,
    core,
    account,
    issued: new Map(
      core.payments.list().map(({ reference, details }) => [reference, details.product]),
    ),
    bearer: null,
    nameOf: (msisdn) => names.get(msisdn) ?? inventName(msisdn),
    setName: (msisdn, name) => {
      names.set(msisdn, name);
    },
    nextId: () => {
      lastId += 1;
      return lastId;
    },
    nextSerial: () => {
      lastSerial = (lastSerial + 1) % SERIALS;
      return lastSerial;
    },
  };
}

const PREFIXES = { mp: 'MP', cashin: 'CI' } as const satisfies Record<OrangeProduct, string>;

/** `MP`, the day, and twenty hexadecimal digits. */
export function issuePayToken({ issued, core }: OrangeState, product: OrangeProduct): string {
  const { day } = doualaTime(core.now());
  const payToken = `${PREFIXES[product]}${day}${randomBytes(10).toString('hex').toUpperCase()}`;
  issued.set(payToken, product);
  return payToken;
}

const [LETTERS, NUMBERS] = [26, 90_000];
const SERIALS = LETTERS * NUMBERS;

/**
 * The id of a transaction as customers read it: `MP260102.0930.A12345`. No id is given twice in a
 * minute; random letters and numbers would repeat after about a thousand.
 */
export function makeTransactionId(state: OrangeState, product: OrangeProduct): string {
  const { day, minute } = doualaTime(state.core.now());
  const serial = state.nextSerial();
  const letter = String.fromCharCode(65 + Math.floor(serial / NUMBERS));
  return `${PREFIXES[product]}${day}.${minute}.${letter}${10_000 + (serial % NUMBERS)}`;
}

/** Cameroon is an hour ahead of UTC all year. */
function doualaTime(at: number): { readonly day: string; readonly minute: string } {
  const digits = new Date(at + 3_600_000).toISOString().replaceAll(/\D/g, '');
  return { day: digits.slice(2, 8), minute: digits.slice(8, 12) };
}
