import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayInFrench } from '../src/words/fr-said.ts';
import { frSms } from '../src/words/fr-sms.ts';
import { withFrenchSpaces } from '../src/words/french-spaces.ts';
import { frenchPlural, plural } from '../src/words/plural.ts';

const SAID = [
  [
    'No deposit of this number waits for a payment.',
    'Aucun dépôt de ce numéro n’attend de paiement.',
  ],
  ['It is 50 FCFA too little.', 'Il manque 50 FCFA.'],
  ['MTN answered 503 SERVICE_UNAVAILABLE', 'MTN a répondu 503 SERVICE_UNAVAILABLE'],
  [
    'The provider now says that the transfer failed: The payee may not receive this payment.',
    'Le fournisseur dit maintenant que le transfert a échoué : Le bénéficiaire ne peut pas recevoir ce paiement.',
  ],
  ['Simulated in the sandbox: failed.', 'Simulé dans le bac à sable : échoué.'],
  ['The number is not the player’s.', 'The number is not the player’s.'],
  ['toString', 'toString'],
] as const;

for (const [english, french] of SAID) {
  test(`“${english}” is said in French as “${french}”`, () => {
    assert.equal(sayInFrench(english), french);
  });
}

test('nothing is plural in English and singular in French', () => {
  assert.equal(plural(0, 'payment', 'payments'), '0 payments');
  assert.equal(frenchPlural(0, 'paiement', 'paiements'), '0 paiement');
  assert.equal(frenchPlural(2, 'paiement', 'paiements'), '2 paiements');
});

test('no French line begins with a colon, in texts and in what functions say', () => {
  const { lines } = withFrenchSpaces(frSms);
  assert.match(lines.hint(1), /doute\u00a0:/);
  assert.equal(withFrenchSpaces('« Oui » ?'), '«\u00a0Oui\u00a0»\u00a0?');
});
