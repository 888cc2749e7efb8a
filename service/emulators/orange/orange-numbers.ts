import type { Outcome } from '../payments.ts';

/**
 * The operator publishes no test numbers. These endings are our own, the same as MTN's where they
 * mean the same, and work only when they are switched on.
 */
const ENDINGS: Readonly<Record<string, Outcome>> = {
  450: { kind: 'fail', reason: null },
  451: { kind: 'refuse' },
  452: { kind: 'expire' },
  453: { kind: 'stay' },
  454: { kind: 'delay' },
  455: { kind: 'fail', reason: '60019' },
  456: { kind: 'fail', reason: '00671' },
  457: { kind: 'fail', reason: '99051' },
  458: { kind: 'fail', reason: '0066111' },
  459: { kind: 'fail', reason: '60021' },
};

export function orangeOutcomeOf(
  { magicCameroon }: { readonly magicCameroon: boolean },
  msisdn: string,
): Outcome {
  return (magicCameroon ? ENDINGS[msisdn.slice(-3)] : undefined) ?? { kind: 'succeed' };
}

/** Immediate failures, before any prompt, by the operator's code. */
export const REFUSALS: Readonly<
  Record<string, { readonly status: number; readonly text: string }>
> = {
  '60019': { status: 417, text: 'Le solde du compte du payeur est insuffisant' },
  '00671': { status: 417, text: 'Ce numero ne fait pas partie du reseau Orange' },
  '99051': { status: 417, text: 'Ce numero Orange ne dispose pas de compte Orange Money' },
  '0066111': { status: 200, text: 'Le numero du client est incorrect' },
  '60021': { status: 417, text: 'Le compte du client est inactif' },
  '60022': { status: 417, text: 'La limite du compte est atteinte' },
  '60026': { status: 417, text: 'Le compte du client est indisponible' },
};
