import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../support/harness.ts';
import { bodyOf, type Json, problemsOf } from '../../../support/transactions/payments.ts';

const service = await startTestService({ PUBLIC_URL: 'https://pay.example.com/' });
const PATH = '/api/v1/msisdn/detect';

test('a number of each operator is answered with every field', async () => {
  assert.deepEqual(await detect({ msisdn: '+237670000001' }), {
    msisdn_normalized: '+237670000001',
    is_valid: true,
    country_code: 'CM',
    operator: 'mtn',
    operator_display_name: 'MTN Mobile Money',
    provider_suggestion: 'mtn-momo',
    provider_display_name: 'MTN Mobile Money',
    provider_logo_url: 'https://pay.example.com/assets/logos/mtn.svg',
    error: null,
  });
  assert.deepEqual(await detect({ msisdn: '+237690000001', country_code: 'CM' }), {
    msisdn_normalized: '+237690000001',
    is_valid: true,
    country_code: 'CM',
    operator: 'orange',
    operator_display_name: 'Orange Money',
    provider_suggestion: 'orange-money',
    provider_display_name: 'Orange Money',
    provider_logo_url: 'https://pay.example.com/assets/logos/orange.svg',
    error: null,
  });
});

test('a number of Cameroon with an unknown prefix is valid and has no operator', async () => {
  for (const msisdn of ['+237640000000', '+237222000000', '+237620000000', '+237660000000']) {
    assert.deepEqual(await detect({ msisdn }), {
      msisdn_normalized: msisdn,
      is_valid: true,
      country_code: 'CM',
      operator: null,
      operator_display_name: null,
      provider_suggestion: null,
      provider_display_name: null,
      provider_logo_url: null,
      error: null,
    });
  }
});

test('what is no number of Cameroon is answered, not refused', async () => {
  const numbers: Readonly<Record<string, string>> = {
    '+33612345678': '+33612345678',
    '00 33 6 12 34 56 78': '+33612345678',
    '+237100000000': '+237100000000',
    nonsense: 'nonsense',
    '': '',
    '+23767': '+23767',
    '12': '12',
    '+237 6700': '+237 6700',
    '😀': '😀',
  };
  for (const [msisdn, normalized] of Object.entries(numbers)) {
    const { error, ...rest } = await detect({ msisdn });
    assert.deepEqual(rest, {
      msisdn_normalized: normalized,
      is_valid: false,
      country_code: 'CM',
      operator: null,
      operator_display_name: null,
      provider_suggestion: null,
      provider_display_name: null,
      provider_logo_url: null,
    });
    assert.match(String(error), /^[A-Z].*\.$/);
  }
});

test('a number is understood as people write it', async () => {
  for (const msisdn of [
    '670000001',
    '237670000001',
    '00237670000001',
    '6 70 00 00 01',
    '+237 670-00-00-01',
    '(+237) 670.000.001',
    '670\u00A0000\u202F001',
  ]) {
    const { msisdn_normalized, operator } = await detect({ msisdn });
    assert.equal(msisdn_normalized, '+237670000001', msisdn);
    assert.equal(operator, 'mtn');
  }
});

test('every three-digit prefix belongs to its operator in the table', async () => {
  for (let prefix = 600; prefix < 700; prefix += 1) {
    const { operator } = await detect({ msisdn: `+237${prefix}123456` });
    assert.equal(operator, ownerOf(prefix), String(prefix));
  }
});

test('the table of the policy is the one that counts', async () => {
  const operatorPrefixes = 'mtn=67,680-683,650-654;orange=69,655-659,686-689,64';
  const other = await startTestService({}, { policy: { operatorPrefixes } });
  const expected = { '680': 'mtn', '684': null, '688': 'orange', '640': 'orange' };
  for (const [prefix, operator] of Object.entries(expected)) {
    const json = { msisdn: `+237${prefix}000000` };
    const answer = await other.call('POST', PATH, { json });
    assert.equal(bodyOf(answer)['operator'], operator, prefix);
  }
});

test('the country is CM in any letter case, and any other text is a 400', async () => {
  for (const country_code of ['CM', 'cm', 'Cm']) {
    assert.equal((await detect({ msisdn: '670000001', country_code }))['country_code'], 'CM');
  }
  for (const country_code of ['FR', '', 'CMR', ' CM']) {
    const json = { msisdn: '670000001', country_code };
    const answer = await service.call('POST', PATH, { json });
    assert.equal(answer.status, 400, country_code);
    assert.match(String(bodyOf(answer)['detail']), /CM/);
  }
});

test('wrong fields are a 422', async () => {
  for (const [json, problems] of [
    [{}, ['missing body.msisdn']],
    [{ msisdn: null }, ['string_type body.msisdn']],
    [{ msisdn: 670000001 }, ['string_type body.msisdn']],
    [{ msisdn: 'a\0' }, ['value_error body.msisdn']],
    [{ msisdn: '\uD800' }, ['string_unicode body.msisdn']],
    [{ msisdn: '670000001', country_code: null }, ['string_type body.country_code']],
    [{ country_code: 1 }, ['missing body.msisdn', 'string_type body.country_code']],
    [[], ['model_attributes_type body']],
    [null, ['missing body']],
  ] as const) {
    assert.deepEqual(problemsOf(await service.call('POST', PATH, { json })), problems);
  }
});

async function detect(json: Json): Promise<Json> {
  const answer = await service.call('POST', PATH, { json });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

function ownerOf(prefix: number): string | null {
  if ((prefix >= 670 && prefix <= 689) || (prefix >= 650 && prefix <= 654)) return 'mtn';
  if (prefix >= 690 || (prefix >= 655 && prefix <= 659)) return 'orange';
  return null;
}
