import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decideAnswer, type Order, type Shown } from '../../src/scenario/decide.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export const ORDER: Order = { amountXaf: 2_500, number: '677000001', name: null };

export const open = (text: string): Shown => ({ text, isOpen: true });

/** The screens of mtn-transfer up to the one that is confirmed. */
export const BEFORE: readonly Shown[] = [
  open("MTN MoMo\n1. Transfert d'argent\n2. Solde"),
  open('Entrez le numéro du bénéficiaire'),
  open('Entrez le montant'),
];

export const CONFIRM =
  'Envoyer 2 500 FCFA à ANNE NGO (677000001). Frais: 0 FCFA. Entrez votre code PIN pour confirmer';

/** Changes the confirmed screen at random; a confirmed one must still show the order. */
export function checkChangedScreens(scenario: Scenario, numRuns: number): void {
  const position = fc.nat(CONFIRM.length);
  const letters = fc.string({
    unit: fc.constantFrom(...'0123456789 .,()FCAa\n'),
    maxLength: 4,
  });
  const change = fc.record({ position, length: fc.nat(3), letters });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const screen = changes.reduce(
        (text, { position: at, length, letters: put }) =>
          text.slice(0, at) + put + text.slice(at + length),
        CONFIRM,
      );
      const decision = decideAnswer(scenario, ORDER, [...BEFORE, open(screen)]);
      if (decision.kind !== 'answer') return;
      // Read independently: the digits before FCFA, and those in the last brackets.
      const [, amount = ''] = /^\s*Envoyer\s+([\d\s,.]+?)FCFA/i.exec(screen) ?? [];
      const [, number = ''] = /\(([^()]*)\)\s*\.\s*Frais/i.exec(screen) ?? [];
      assert.match(amount, /^\s*2[\s.,]*500(?:[.,]00?)?\s*$/, screen);
      assert.equal(number.replaceAll(/\D/g, '').slice(-9), '677000001', screen);
    }),
    { numRuns },
  );
}
