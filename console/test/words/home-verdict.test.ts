import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Overview } from '../../src/api/types.ts';
import { sayProviderTroubles } from '../../src/words/first-screen/say-provider-troubles.ts';
import { WORDS } from './both-languages.ts';

type Provider = Overview['providers'][number];
type Way = Overview['operators'][number];

const WORKS: Provider = {
  provider_id: 'mtn',
  display_name: 'MTN',
  status: 'operational',
  is_feature_flag_enabled: true,
  failure_rate_1h: 0.17,
  tx_count_1h: 100,
  message: '',
  directions: [],
  why: { code: 'provider_works', params: {}, text: 'It works.' },
};
const DOWN: Provider = { ...WORKS, status: 'unavailable' };
const OFTEN = { code: 'provider_fails_often', params: { percent: 17 }, text: '17%.' };
const UNSTABLE: Provider = { ...WORKS, status: 'degraded', why: OFTEN };
const PARTLY: Provider = {
  ...WORKS,
  status: 'degraded',
  why: { code: 'provider_cannot_confirm', params: {}, text: 'It cannot confirm payments.' },
};

const TABLE = [
  ['works', [WORKS], [], []],
  ['is down', [DOWN], [], ['MTN est indisponible', 'MTN is not available']],
  ['is down and switched off', [{ ...DOWN, is_feature_flag_enabled: false }], [], []],
  [
    'fails often',
    [UNSTABLE],
    [],
    ['MTN est instable : 17 % d’échecs', 'MTN is unstable: 17% of payments fail'],
  ],
  [
    'works in part, whatever share fails',
    [PARTLY],
    [],
    [
      'MTN : Ce prestataire ne peut pas confirmer de paiements en ce moment',
      'MTN: It cannot confirm payments',
    ],
  ],
  [
    'leaves an operator switched off',
    [WORKS],
    ['deposit', 'withdrawal'],
    [
      'Orange est désactivé : personne ne peut payer ni être payé par Orange',
      'Orange is switched off: nobody can pay or be paid there',
    ],
  ],
  [
    'leaves deposits of an operator switched off',
    [WORKS],
    ['deposit'],
    [
      'Orange est désactivé pour les dépôts : personne ne peut payer par Orange',
      'Orange is switched off for deposits: nobody can pay there',
    ],
  ],
  [
    'leaves withdrawals of an operator switched off',
    [WORKS],
    ['withdrawal'],
    [
      'Orange est désactivé pour les retraits : personne ne peut être payé par Orange',
      'Orange is switched off for withdrawals: nobody can be paid there',
    ],
  ],
] as const;

for (const [state, providers, off, [fr = null, en = null]] of TABLE) {
  test(`when a provider ${state}, Home says: ${en ?? 'nothing'}`, () => {
    const operators = (['deposit', 'withdrawal'] as const).map((direction) =>
      wayOf(direction, off.includes(direction as never)),
    );
    for (const [language, sentence] of [
      ['fr', fr],
      ['en', en],
    ] as const) {
      Object.assign(globalThis, { document: { documentElement: { lang: language } } });
      const reads = { providers: [...providers], operators };
      const said = sayProviderTroubles(reads, () => 'Orange', WORDS[language]);
      const plain = said.map((one) => one.replaceAll(/[\u00a0\u202f]/g, ' '));
      assert.deepEqual(plain, sentence === null ? [] : [sentence]);
    }
  });
}

function wayOf(direction: Way['direction'], isOff: boolean): Way {
  const none = {
    count: 0,
    succeeded: 0,
    failed: 0,
    expired: 0,
    rejected: 0,
    amount_succeeded_xaf: 0,
  };
  return { operator: 'orange', direction, is_switched_off: isOff, ...none, success_rate: null };
}
