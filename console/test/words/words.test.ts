import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Said } from '../../src/api/types.ts';
import { withFrenchSpaces } from '../../src/words/french-spaces.ts';
import { frenchPlural, plural } from '../../src/words/plural.ts';
import { enFields, enIssues } from '../../src/words/service/en-fields.ts';
import { frIssues } from '../../src/words/service/fr-fields.ts';
import { gapsOf } from '../../src/words/service/say.ts';
import { sayRefusal } from '../../src/words/service/say-refusal.ts';
import { WORDS } from './both-languages.ts';

const WHY = 'In English.';

const SAID: readonly (readonly [Said, string])[] = [
  [
    { code: 'no_deposit_waits', text: WHY },
    'À son arrivée, aucun dépôt de ce numéro n’attendait de paiement.',
  ],
  [
    { code: 'too_little', params: { amount_xaf: 12_500 }, text: WHY },
    'Il manque 12\u202f500\u00a0FCFA.',
  ],
  [
    {
      code: 'transfer_failed_after_all',
      params: { because: { code: 'payee_unknown', params: { system: 'MTN' } } },
      text: WHY,
    },
    'Le prestataire dit maintenant que le transfert a échoué\u00a0: Le bénéficiaire n’a pas de compte MTN Mobile Money.',
  ],
  [
    { code: 'simulated', params: { outcome: 'failed' }, text: WHY },
    'Simulé dans le bac à sable\u00a0: échoué.',
  ],
  [
    { code: 'not_settled', params: { state: 'expired' }, text: WHY },
    'La transaction n’est pas réglée\u00a0: son état est «\u00a0expiré\u00a0».',
  ],
  [
    { code: 'technical', params: { error: 'ECONNREFUSED: connect ECONNREFUSED ::1:9' }, text: WHY },
    'connexion refusée (ECONNREFUSED)',
  ],
  [{ code: 'technical', params: { error: 'Something else' }, text: WHY }, 'Something else'],
  [{ code: 'technical', params: { error: 'connection refused' }, text: WHY }, 'connexion refusée'],
  [
    { code: 'technical', params: { error: 'no answer within 5000 ms' }, text: WHY },
    'pas de réponse en 5000 ms',
  ],
  [
    { code: 'technical', params: { error: 'refused: the address must use https' }, text: WHY },
    'refusé\u00a0: l’adresse n’est pas autorisée',
  ],
  [{ code: 'prose', params: { text: 'Vu au portail.' }, text: WHY }, 'Vu au portail.'],
  [{ code: 'of_tomorrow', params: {}, text: WHY }, WHY],
  [{ code: 'toString', text: WHY }, WHY],
  [{ code: 'too_little', params: {}, text: WHY }, WHY],
  [
    { code: 'channel_invalid', params: { problems: [{ code: 'template_ends' }] }, text: WHY },
    'Le canal ne peut pas fonctionner ainsi\u00a0: un code USSD commence par * ou # et finit par #',
  ],
];

for (const [sentence, french] of SAID) {
  test(`${sentence.code} is said as “${french}”, and in English as the service says it`, () => {
    assert.equal(WORDS.fr.said(sentence), french);
    assert.equal(WORDS.en.said(sentence), WHY);
  });
}

test('amounts in a sentence of the service look like all others', () => {
  const text = 'It is 1\u00a0012\u00a0500\u00a0FCFA too little.';
  const said = WORDS.en.said({ code: 'too_little', text });
  assert.equal(said, 'It is 1\u202f012\u202f500\u00a0FCFA too little.');
});

test('an older service, which has no codes, is shown in its English', () => {
  assert.equal(WORDS.fr.said(WHY), WHY);
});

test('a refused field is named, with what is wrong in the language of the reader', () => {
  const issues = [
    { type: 'string_too_short', loc: ['body', 'reason'], msg: WHY, ctx: { min_length: 3 } },
    { type: 'uuid_parsing', loc: ['body', 'receipt_ids', 1], msg: WHY },
    { type: 'of_tomorrow', loc: ['body', 'field_of_tomorrow'], msg: WHY },
  ];
  const refusal = { code: 'request_invalid', text: WHY, issues };
  const [english, french] = [WORDS.en, WORDS.fr].map((words) => sayRefusal({ refusal }, words));
  assert.equal(
    english,
    `reason: at least 3 characters · payments 2: not a valid id · field_of_tomorrow: ${WHY}`,
  );
  assert.equal(
    french,
    `motif\u00a0: au moins 3 caractères · paiements 2\u00a0: ce n’est pas un identifiant valable · field_of_tomorrow\u00a0: ${WHY}`,
  );
});

test('every field that staff fill in has a name', async () => {
  const asked = new Set<string>();
  for (const file of STAFF_SCHEMAS) {
    const schemas: Readonly<Record<string, unknown>> = await import(file);
    for (const schema of Object.values(schemas)) {
      const { body, querystring } = schema as Readonly<Record<string, Fields | undefined>>;
      for (const part of [body, querystring]) {
        for (const field of Object.keys(part?.properties ?? {})) asked.add(field);
      }
    }
  }
  const named = new Set(Object.keys(enFields));
  assert.ok(asked.size > named.size);
  assert.deepEqual([...asked].filter((field) => !named.has(field)).toSorted(), OF_PAGES);
  assert.deepEqual([...named.difference(asked)], []);
});

interface Fields {
  readonly properties?: object;
}

const CONTRACT = join(import.meta.dirname, '../../../service/src/contract');
const OF_PLATFORMS =
  /(payments|operations|(sandbox|transactions|providers|webhooks|checkouts)\/\2)-api\.ts$/;
const STAFF_SCHEMAS = globSync(`${CONTRACT}/*/*-api.ts`).filter((file) => !OF_PLATFORMS.test(file));
/** These are not typed. */
const OF_PAGES = [
  'batch',
  'bytes',
  'credential',
  'cursor',
  'days',
  'file_name',
  'format',
  'id',
  'kind',
  'limit',
  'only',
  'order',
  'payee_name',
  'payee_names',
  'person',
  'under_way',
];

test('every issue is said with values that the service gives', () => {
  const given = new Set([
    'ge',
    'le',
    'min_length',
    'max_length',
    'expected',
    'expected_schemes',
    'msg',
  ]);
  for (const sentences of [enIssues, frIssues]) {
    const gaps = Object.values(sentences).flatMap(gapsOf);
    assert.deepEqual(
      gaps.filter((name) => !given.has(name)),
      [],
    );
  }
});

test('nothing is plural in English and singular in French', () => {
  assert.equal(plural(0, 'payment', 'payments'), '0 payments');
  assert.equal(frenchPlural(0, 'paiement', 'paiements'), '0 paiement');
  assert.equal(frenchPlural(2, 'paiement', 'paiements'), '2 paiements');
});

test('what is one is said as one', () => {
  const { en, fr } = WORDS;
  const one = { lines: 1, fresh: 1 };
  const said = [
    [fr.actions.bulk.done(1, 3), '1 sur 3 approuvé.'],
    [fr.actions.bulk.refused(1), '1 non fait :'],
    [fr.actions.bulk.already(1), '1 était déjà fait.'],
    [fr.finance.imported(one), '1 ligne importée, dont 1 nouvelle.'],
    [fr.finance.wouldAgree(1, 1), '1 ligne nouvelle, 1 sans écart'],
    [fr.finance.linesOf(4, 1), '4, dont 1 échouée'],
    [en.actions.bulk.waiting(1), '1 needs a second approval.'],
    [en.actions.bulk.already(1), '1 was done already.'],
    [en.finance.imported(one), 'Imported 1 line, of which 1 is new.'],
  ] as const;
  for (const [sentence, wanted] of said) {
    assert.equal(sentence.replaceAll(/[\u00a0\u202f]/g, ' '), wanted);
  }
});

test('no colon stands in a screen: each language has its own', () => {
  const screens = globSync('src/**/*.tsx', { cwd: join(import.meta.dirname, '..', '..') });
  const written = screens.flatMap((file) =>
    readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8')
      .split('\n')
      .filter((line) => /\S\}: ?(?:\{|<|$)/.test(line) && !line.includes('`'))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(written, []);
});

test('no French line begins with a colon, in texts and in what functions say', () => {
  const { say } = withFrenchSpaces({ say: (count: number) => `${count} écart de solde : rien` });
  assert.match(say(1), /solde\u00a0:/);
  assert.equal(withFrenchSpaces('« Oui » ?'), '«\u00a0Oui\u00a0»\u00a0?');
});
