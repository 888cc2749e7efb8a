import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayProviderAnswer } from '../src/provider-requests/say-provider-answer.ts';
import { english } from '../src/words/languages/english.ts';

const WHAT = '12\u202f500\u00a0FCFA · +237\u00a06\u00a070\u00a000\u00a000\u00a001';
const PROBLEM = { code: 'no_answer', text: 'The provider did not answer.' } as const;
const ASKED = { amount_xaf: 12_500, msisdn: '+237670000001' } as const;

const ANSWERS = [
  ['succeeded', 'succeeded', null, `Paid: ${WHAT} (the provider says: succeeded).`],
  ['failed', 'failed', null, `Not paid: ${WHAT} (the provider says: failed).`],
  ['provider_submitted', 'pending', null, `Still open: ${WHAT} (the provider says: under way).`],
  [
    'requires_manual_resolution',
    'succeeded',
    null,
    `Still open: ${WHAT} (the provider says: succeeded).`,
  ],
  ['succeeded', 'failed', null, `Paid: ${WHAT} (the provider says: failed).`],
  ['provider_submitted', 'pending', PROBLEM, `Still open: ${WHAT}. The provider did not answer.`],
] as const;

for (const [state, said, problem, text] of ANSWERS) {
  const when = problem === null ? `said ${said}` : 'did not answer';
  test(`after the provider ${when}, of a ${state} transaction it is said what is so`, () => {
    const detail = { transaction: { ...ASKED, state }, submission: { said, problem } };
    const result = sayProviderAnswer({ detail, isAsked: true }, english);
    assert.equal(result.text, text);
    assert.equal(result.tone, state === 'succeeded' ? 'good' : 'calm');
  });
}

test('what a provider said earlier is not called an answer', () => {
  const transaction = { ...ASKED, state: 'provider_submitted' } as const;
  const detail = { transaction, submission: { said: 'succeeded', problem: null } } as const;
  const result = sayProviderAnswer({ detail, isAsked: false }, english);
  assert.equal(result.text, `Still open: ${WHAT} (the provider says: nothing, no answer came).`);
});
