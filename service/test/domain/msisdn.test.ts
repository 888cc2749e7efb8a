import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  contradictingOperator,
  DEFAULT_PREFIXES,
  isCameroonNumber,
  isE164,
  isMerchantCode,
  maskMsisdn,
  maskNumbersIn,
  namesNumber,
  nationalDigits,
  normaliseLoosely,
  normaliseMsisdn,
  operatorOf,
} from '../../src/domain/msisdn.ts';

const digits = (minLength: number, maxLength = minLength) =>
  fc.stringMatching(new RegExp(`^[0-9]{${minLength},${maxLength}}$`));

test('the three accepted forms of a number become E.164 with plus', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['+237670000001', '+237670000001'],
    ['237670000001', '+237670000001'],
    ['670000001', '+237670000001'],
    ['222000001', '+237222000001'],
    ['+33612345678', '+33612345678'],
    ['+12345678', '+12345678'],
    ['+123456789012345', '+123456789012345'],
  ];
  for (const [text, msisdn] of cases) {
    assert.deepEqual(normaliseMsisdn(text), { kind: 'valid', msisdn }, text);
  }
});

test('any other form of a number is refused', () => {
  const refused = [
    '',
    '+',
    '+0670000001',
    '070000001',
    '67000000',
    '6700000011',
    '23767000000',
    '2376700000011',
    '+23767000000',
    '+2376700000011',
    '+1234567',
    '+1234567890123456',
    '00237670000001',
    '+237 670 000 001',
    ' +237670000001',
    '+237670000001\n',
    '670-000-001',
    '++237670000001',
    '+23767000000a',
    '\u0666\u0667\u0660\u0660\u0660\u0660\u0660\u0660\u0661',
    '\uFF16\uFF17\uFF10\uFF10\uFF10\uFF10\uFF10\uFF10\uFF11',
  ];
  for (const text of refused) {
    const result = normaliseMsisdn(text);
    assert.equal(result.kind, 'invalid', JSON.stringify(text));
    assert.ok(result.kind === 'invalid' && result.reason.length > 0);
  }
});

test('a refusal lists the forms that are accepted, and each of them is', () => {
  const result = normaliseMsisdn('6 70');
  assert.ok(result.kind === 'invalid');
  const forms = [...result.reason.matchAll(/\((\+?\d+)\)/g)].map(([, form = '']) => form);
  assert.equal(forms.length, 3);
  for (const form of forms) assert.equal(normaliseMsisdn(form).kind, 'valid', form);
});

test('a +237 number of the wrong length is refused for its length', () => {
  assert.deepEqual(normaliseMsisdn('+23767000000'), {
    kind: 'invalid',
    reason: 'a +237 number must have 9 digits after the country code',
  });
});

test('a refusal never repeats the number', () => {
  fc.assert(
    fc.property(digits(10, 30), (text) => {
      const result = normaliseMsisdn(text);
      if (result.kind === 'invalid') assert.ok(!result.reason.includes(text));
    }),
  );
});

test('normalising twice is normalising once, strictly and loosely', () => {
  const anyForm = fc.oneof(
    digits(0, 16),
    fc
      .tuple(fc.constantFrom('+', '237', '+237', '00'), digits(7, 13))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyForm, (text) => {
      for (const normalise of [normaliseMsisdn, normaliseLoosely]) {
        const once = normalise(text);
        if (once.kind === 'valid') assert.deepEqual(normaliseMsisdn(once.msisdn), once);
      }
    }),
  );
});

test('detection reads numbers as people print them', () => {
  const printed = [
    '+237 670 00 00 01',
    '00237670000001',
    '00 237 670-000-001',
    '(237) 670.000.001',
    '670\u00A0000\u202F001',
    '670000001',
  ];
  for (const text of printed) {
    assert.deepEqual(normaliseLoosely(text), { kind: 'valid', msisdn: '+237670000001' }, text);
  }
  for (const text of ['670/000/001', '670000001 ext 2', '000237670000001', '6+70000001']) {
    assert.equal(normaliseLoosely(text).kind, 'invalid', text);
  }
});

test('the default table follows the interface for every three-digit prefix', () => {
  for (let prefix = 100; prefix <= 999; prefix += 1) {
    const isMtn = (prefix >= 670 && prefix <= 689) || (prefix >= 650 && prefix <= 654);
    const isOrange = (prefix >= 690 && prefix <= 699) || (prefix >= 655 && prefix <= 659);
    const expected = isMtn ? 'mtn' : isOrange ? 'orange' : null;
    assert.equal(operatorOf(DEFAULT_PREFIXES, `+237${prefix}000000`), expected, String(prefix));
  }
});

test('the longest prefix decides, whichever operator is listed first', () => {
  assert.equal(operatorOf({ mtn: ['6', '6851'], orange: ['685'] }, '+237685200000'), 'orange');
  assert.equal(operatorOf({ mtn: ['6', '6851'], orange: ['685'] }, '+237685100000'), 'mtn');
  assert.equal(operatorOf({ mtn: ['68'], orange: ['6'] }, '+237680000000'), 'mtn');
  assert.equal(operatorOf({ mtn: ['68'], orange: ['685'] }, '+237685000000'), 'orange');
});

test('of two operators with the same prefix the first one has the number', () => {
  assert.equal(operatorOf({ mtn: ['68'], orange: ['68'] }, '+237680000000'), 'mtn');
});

test('what is dialled within Cameroon are nine digits, of no other country', () => {
  assert.equal(nationalDigits('+237670000001'), '670000001');
  for (const no of ['+33612345678', '+331234567890', '+23767000000', '+2376700000011']) {
    assert.equal(nationalDigits(no), null, no);
  }
});

test('one pays to a number in E.164 or to the code of a merchant', () => {
  assert.deepEqual(['+33612345678', '33612345678', '+0612345678'].map(isE164), [
    true,
    false,
    false,
  ]);
  const codes = ['8080', '123456789012345', '808', '1234567890123456', '80a0'];
  assert.deepEqual(codes.map(isMerchantCode), [true, true, false, false, false]);
});

test('a text names a number if it is one or has one in it, however it is printed', () => {
  for (const text of ['670000001', '+12345678', 'de 6 70 00 00 01.', '00 33 612345678']) {
    assert.equal(namesNumber(text), true, text);
  }
  for (const text of ['', 'order-1', '12345678901', '250 000 000 FCFA']) {
    assert.equal(namesNumber(text), false, text);
  }
});

test('a number of another country has no operator and contradicts none', () => {
  assert.equal(operatorOf(DEFAULT_PREFIXES, '+33670000000'), null);
  assert.equal(operatorOf(DEFAULT_PREFIXES, '+231670000000'), null);
  assert.equal(contradictingOperator(DEFAULT_PREFIXES, '+33690000000', 'mtn'), null);
});

test('only a known prefix of the other operator contradicts', () => {
  assert.equal(contradictingOperator(DEFAULT_PREFIXES, '+237690000000', 'mtn'), 'orange');
  assert.equal(contradictingOperator(DEFAULT_PREFIXES, '+237690000000', 'orange'), null);
  assert.equal(contradictingOperator(DEFAULT_PREFIXES, '+237670000000', 'orange'), 'mtn');
  assert.equal(contradictingOperator(DEFAULT_PREFIXES, '+237640000000', 'orange'), null);
  assert.equal(contradictingOperator(DEFAULT_PREFIXES, '+237640000000', 'mtn'), null);
});

test('a Cameroon number is +237, then 2 or 6, then eight digits', () => {
  for (const yes of ['+237670000000', '+237222000000']) assert.equal(isCameroonNumber(yes), true);
  for (const no of ['+237370000000', '+33670000000', '237670000000', '+23767000000', '']) {
    assert.equal(isCameroonNumber(no), false, no);
  }
});

test('a masked number keeps its country code and two digits at each end', () => {
  assert.equal(maskMsisdn('+237670000012'), '+23767*****12');
  assert.equal(maskMsisdn('+33612345678'), '+3361*****78');
  assert.equal(maskMsisdn('+12025550123'), '+120******23');
  assert.equal(maskMsisdn('+12345678'), '+1*****78');
  assert.equal(maskMsisdn('+23312345678'), '+23312****78');
  assert.equal(maskMsisdn('+237'), '***');
  assert.equal(maskMsisdn('670000012'), '***');
  assert.equal(maskMsisdn(''), '***');
});

test('a mask always hides at least three digits and keeps the length', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[1-9][0-9]{7,14}$/), (msisdn) => {
      const masked = maskMsisdn(msisdn);
      assert.equal(masked.length, msisdn.length);
      assert.ok(masked.split('*').length - 1 >= 3, masked);
    }),
  );
});

for (const [text, expected] of [
  ['de 237670000012 le', 'de +23767*****12 le'],
  ['de 670000012.', 'de +23767*****12.'],
  ['Tel:6 70 00 00 12', 'Tel:+23767*****12'],
  ['+237 670 00 00 12, 5000', '+23767*****12, 5000'],
  ['00237-670-00-00-12', '+23767*****12'],
  ['"partyId":"237670000012"', '"partyId":"+23767*****12"'],
  ['/msisdn/237670000012/basic', '/msisdn/+23767*****12/basic'],
  ['+33612345678', '+3361*****78'],
  ['id 12345678901', 'id 12345678901'],
  ['MP261115.1030.A12345', 'MP261115.1030.A12345'],
  ['250 000 000 FCFA', '250 000 000 FCFA'],
  ['670000012XAF', '670000012XAF'],
  ['2026-11-15T10:30:07.000Z', '2026-11-15T10:30:07.000Z'],
  ['sur le +237699000001 de 670000012', 'sur le +237699000001 de +23767*****12'],
] as const) {
  test(`a text is shown as “${expected}”`, () => {
    assert.equal(maskNumbersIn(text, ['+237699000001']), expected);
  });
}
