import type { Message, PlainMessageCode, SystemMessageCode } from '../messages/message.ts';
import type { CollectionMode, Direction } from '../payment-kinds.ts';
import type { SimulatedOutcome } from './simulation.ts';

/** What a payment of one of these numbers does by itself in the sandbox. */
export interface MagicNumber {
  /** What happens right after the deposit is created. */
  readonly deposit?: readonly SimulatedOutcome[];
  /** The same for a deposit whose code is dialled, if it differs. */
  readonly dialled?: readonly SimulatedOutcome[];
  readonly withdrawal?: readonly SimulatedOutcome[];
  /** Why it ends so, where an operator would say; otherwise the outcome's own sentence. */
  readonly because?: Readonly<Partial<Record<Direction, (system: string) => Message>>>;
  /** A deposit's outcome is in the answer, as at a provider that answers at once. */
  readonly isAtOnce?: true;
  /** No provider is available. */
  readonly isUnavailable?: true;
  /** The answer takes this long. */
  readonly delayMs?: number;
}

function plain(code: PlainMessageCode): () => Message {
  return () => ({ code });
}

function ofSystem(code: SystemMessageCode): (system: string) => Message {
  return (system) => ({ code, params: { system } });
}

/** By the last two digits of the number; `docs/testing.md` has the same table for people. */
const NUMBERS: Readonly<Record<string, MagicNumber>> = {
  '01': { deposit: ['succeeded'], withdrawal: ['succeeded'] },
  '02': { deposit: ['failed'], withdrawal: ['failed'] },
  '03': { deposit: ['expired'] },
  '04': { deposit: ['expired', 'succeeded'] },
  // Only a deposit that was prompted is held after an expiry: the other one is paid late.
  '05': { deposit: ['expired', 'held'], dialled: ['failed', 'held'] },
  '06': { deposit: ['refused_at_initiation'], isAtOnce: true },
  '07': { deposit: ['acknowledged'], dialled: [], isAtOnce: true },
  '08': { withdrawal: ['approved'] },
  '09': { withdrawal: ['submitted'] },
  '10': { withdrawal: ['transfer_failed'] },
  '11': { withdrawal: ['stuck'] },
  '12': {
    deposit: ['failed'],
    because: { deposit: plain('payer_lacks_money') },
  },
  '13': { deposit: ['failed'], because: { deposit: plain('payer_lacks_money_or_limit') } },
  '14': {
    deposit: ['failed'],
    withdrawal: ['transfer_failed'],
    because: { deposit: plain('payer_at_limit'), withdrawal: plain('payee_at_limit') },
  },
  '15': {
    deposit: ['failed'],
    withdrawal: ['transfer_failed'],
    because: { deposit: plain('payer_not_active'), withdrawal: plain('payee_may_not_receive') },
  },
  '16': {
    deposit: ['failed'],
    withdrawal: ['transfer_failed'],
    because: { deposit: ofSystem('payer_unknown'), withdrawal: ofSystem('payee_unknown') },
  },
  '17': { deposit: ['failed'], because: { deposit: plain('player_refused') } },
  '18': {
    deposit: ['failed'],
    withdrawal: ['transfer_failed'],
    because: {
      deposit: ofSystem('system_refuses_same_again'),
      withdrawal: ofSystem('system_refuses_same_again'),
    },
  },
  '19': {
    deposit: ['refused_at_initiation'],
    withdrawal: ['transfer_failed'],
    because: {
      deposit: ofSystem('system_unreachable'),
      withdrawal: ofSystem('system_not_available'),
    },
    isAtOnce: true,
  },
  '20': { delayMs: 6_000 },
  '21': { isUnavailable: true },
  '22': {
    deposit: ['refused_at_initiation'],
    withdrawal: ['transfer_failed'],
    because: {
      deposit: ofSystem('system_refused_credentials'),
      withdrawal: ofSystem('we_lack_money'),
    },
    isAtOnce: true,
  },
  '23': { withdrawal: ['lapsed'] },
};

/** A range that no example uses: two digits of an operator, 99900, and two more. */
const MAGIC = /^\+2376\d99900(\d\d)$/;

export function findMagicNumber(msisdn: string): MagicNumber | null {
  const [, digits = ''] = MAGIC.exec(msisdn) ?? [];
  return NUMBERS[digits] ?? null;
}

export function outcomesOf(
  magic: MagicNumber,
  payment: { readonly direction: Direction; readonly collectionMode: CollectionMode | null },
): readonly SimulatedOutcome[] {
  if (payment.direction === 'withdrawal') return magic.withdrawal ?? [];
  const isDialled = payment.collectionMode === 'customer_initiated';
  return (isDialled ? magic.dialled : undefined) ?? magic.deposit ?? [];
}
