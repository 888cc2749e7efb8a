import type { Direction } from '../book.ts';
import type { Outcome } from '../payments.ts';

/** The sandbox's numbers are this prefix and one of the endings. */
const MAGIC_PREFIX = '46733123';
const CAMEROON_MOBILE = /^2376\d{8}$/;

interface Ending {
  readonly collection: Outcome;
  readonly transfer: Outcome;
}

const fail = (reason: string | null): Outcome => ({ kind: 'fail', reason });

const ENDINGS: Readonly<Record<string, Ending>> = {
  // A failed transfer that gives no reason at all.
  450: { collection: fail('INTERNAL_PROCESSING_ERROR'), transfer: fail(null) },
  451: { collection: { kind: 'refuse' }, transfer: { kind: 'refuse' } },
  452: { collection: { kind: 'expire' }, transfer: { kind: 'expire' } },
  453: { collection: { kind: 'stay' }, transfer: { kind: 'stay' } },
  454: { collection: { kind: 'delay' }, transfer: { kind: 'delay' } },
  455: { collection: fail('PAYER_NOT_FOUND'), transfer: fail('NOT_ENOUGH_FUNDS') },
  456: {
    collection: fail('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
    transfer: fail('PAYER_LIMIT_REACHED'),
  },
  457: { collection: fail('NOT_ALLOWED'), transfer: fail('PAYEE_NOT_FOUND') },
  458: { collection: fail('NOT_ALLOWED_TARGET_ENVIRONMENT'), transfer: fail('NOT_ALLOWED') },
  459: {
    collection: fail('INVALID_CALLBACK_URL_HOST'),
    transfer: fail('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  },
  460: { collection: fail('INVALID_CURRENCY'), transfer: fail('INVALID_CALLBACK_URL_HOST') },
  461: { collection: fail('INTERNAL_PROCESSING_ERROR'), transfer: fail('INVALID_CURRENCY') },
  462: { collection: fail('SERVICE_UNAVAILABLE'), transfer: fail('INTERNAL_PROCESSING_ERROR') },
  463: {
    collection: fail('COULD_NOT_PERFORM_TRANSACTION'),
    transfer: fail('SERVICE_UNAVAILABLE'),
  },
};

export type Holder =
  | 'active'
  | 'not_found'
  | 'not_active'
  | 'not_allowed'
  | 'wrong_environment'
  | 'internal_error'
  | 'unavailable';

const HOLDERS: Readonly<Record<string, Holder>> = {
  450: 'not_found',
  451: 'not_active',
  452: 'not_allowed',
  453: 'wrong_environment',
  454: 'internal_error',
  455: 'unavailable',
};

interface Magic {
  readonly magicCameroon: boolean;
}

export function outcomeOf(magic: Magic, msisdn: string, direction: Direction): Outcome {
  return ENDINGS[magicEnding(magic, msisdn)]?.[direction] ?? { kind: 'succeed' };
}

export function holderOf(magic: Magic, msisdn: string): Holder {
  return HOLDERS[magicEnding(magic, msisdn)] ?? 'active';
}

function magicEnding({ magicCameroon }: Magic, msisdn: string): string {
  const isSandbox = msisdn.startsWith(MAGIC_PREFIX) && msisdn.length === MAGIC_PREFIX.length + 3;
  const isMagic = isSandbox || (magicCameroon && CAMEROON_MOBILE.test(msisdn));
  return isMagic ? msisdn.slice(-3) : '';
}
