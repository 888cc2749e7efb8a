import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import {
  compileBody,
  compilePath,
  compileQuery,
  type Parsed,
} from '../../../src/contract/validation/compile.ts';
import {
  DEPOSIT,
  Deposit,
  Detect,
  FORMATS,
  type Golden,
  issuesOf,
  ListQuery,
  readGolden,
  Simulate,
  TransactionPath,
  Withdrawal,
} from './schemas.ts';

const parseDeposit = compileBody(Deposit, { formats: FORMATS });
const parseWithdrawal = compileBody(Withdrawal, { formats: FORMATS });
const parseListQuery = compileQuery(ListQuery);
const parseTransactionPath = compilePath(TransactionPath);

const PARSERS = {
  Deposit: parseDeposit,
  Detect: compileBody(Detect),
  Simulate: compileBody(Simulate),
  ListQuery: (input) => parseListQuery(Object(input)),
  TransactionPath: (input) => parseTransactionPath(Object(input)),
} as const satisfies Record<Golden['cases'][number]['model'], (input: unknown) => Parsed<unknown>>;

const golden = readGolden();

for (const { name, model, input, ok, detail } of golden.cases) {
  test(`answers as Pydantic does: ${model}, ${name}`, () => {
    const parsed = PARSERS[model](input);
    if (detail === undefined) return assert.deepEqual(parsed, { kind: 'valid', value: ok });
    // As on the wire, the members in FastAPI's order.
    const onTheWire = JSON.stringify(issuesOf(parsed));
    assert.deepEqual(JSON.parse(onTheWire), detail);
    assert.equal(onTheWire, JSON.stringify(detail));
  });
}

test('the golden file is read whole', () => {
  assert.equal(golden.cases.length, 93);
});

test('unknown fields are left out, whatever their name', () => {
  const body: unknown = JSON.parse(`{
    "__proto__": {"lang": "xx"}, "constructor": 1, "foo": {"a": [1]},
    ${JSON.stringify(DEPOSIT).slice(1)}`);
  assert.deepEqual(parseDeposit(body), {
    kind: 'valid',
    value: { ...DEPOSIT, callback_url: null, lang: 'fr' },
  });
});

test('an absent optional field takes its default, or stays out when it has none', () => {
  assert.deepEqual(parseWithdrawal(DEPOSIT), { kind: 'valid', value: DEPOSIT });
  assert.deepEqual(parseListQuery({}), { kind: 'valid', value: { page: 1, limit: 20 } });
});

test('null is a value of a nullable field only', () => {
  const given = { ...DEPOSIT, callback_url: null };
  assert.deepEqual(parseWithdrawal(given), { kind: 'valid', value: given });
  assert.deepEqual(
    issuesOf(parseDeposit({ ...DEPOSIT, reference: null, callback_url: null })).map(
      ({ type, loc }) => ({ type, loc }),
    ),
    [{ type: 'string_type', loc: ['body', 'reference'] }],
  );
});

test('all issues come at once, in the order of declaration and not of the body', () => {
  const issues = issuesOf(parseDeposit({ lang: 'de', reference: '', amount_xaf: 1, msisdn: 'x' }));
  assert.deepEqual(
    issues.map(({ type, loc }) => [type, ...loc].join(' ')),
    [
      'missing body player_id',
      'value_error body msisdn',
      'greater_than_equal body amount_xaf',
      'missing body operator',
      'string_too_short body reference',
      'literal_error body lang',
    ],
  );
});

test('no body and null are a missing body; anything else but an object is refused', () => {
  const missing = [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }];
  assert.deepEqual(issuesOf(parseDeposit(undefined)), missing);
  assert.deepEqual(issuesOf(parseDeposit(null)), missing);
  for (const input of [[], 'a=1', 5, true, false, 0, '']) {
    assert.deepEqual(issuesOf(parseDeposit(input)), [
      {
        type: 'model_attributes_type',
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from',
        input,
      },
    ]);
  }
});

test('of a repeated query parameter the last one counts', () => {
  assert.deepEqual(parseListQuery({ page: ['x', 'y', '3'], status: ['a', 'b'] }), {
    kind: 'valid',
    value: { status: 'b', page: 3, limit: 20 },
  });
  assert.deepEqual(
    issuesOf(parseListQuery({ page: ['3', 'x'] })).map(({ input }) => input),
    ['x'],
  );
});

test('formats of the caller count in a query and a path as in a body', () => {
  const schema = Type.Object({ msisdn: Type.String({ format: 'msisdn' }) });
  for (const compile of [compileQuery, compilePath]) {
    const parse = compile(schema, { formats: FORMATS });
    assert.deepEqual(parse({ msisdn: '677123456' }), {
      kind: 'valid',
      value: { msisdn: '+237677123456' },
    });
    assert.throws(() => compile(schema), /Impossible/, 'without its check it is unknown');
  }
});

test('an integer of a path is read from its text', () => {
  const parse = compilePath(Type.Object({ page: Type.Integer() }));
  assert.deepEqual(parse({ page: '3' }), { kind: 'valid', value: { page: 3 } });
});

test('a missing parameter of a path echoes nothing', () => {
  assert.deepEqual(issuesOf(parseTransactionPath({})), [
    { type: 'missing', loc: ['path', 'service_tx_id'], msg: 'Field required', input: null },
  ]);
});

const validDeposit = fc.record(
  {
    player_id: fc.uuid(),
    msisdn: fc.stringMatching(/^\+[0-9]{6,15}$/),
    amount_xaf: fc.integer({ min: 100, max: Number.MAX_SAFE_INTEGER }),
    operator: fc.constantFrom('mtn', 'orange', 'MTN', ''),
    reference: fc
      .string({ unit: 'binary', minLength: 1, maxLength: 128 })
      .filter((text) => !text.includes('\0')),
    callback_url: fc.option(fc.webUrl({ withQueryParameters: true, withFragments: true })),
    lang: fc.constantFrom('fr', 'en'),
  },
  { noNullPrototype: true },
);

test('a valid body comes back as it was given', () => {
  fc.assert(
    fc.property(validDeposit, (body) => {
      assert.deepEqual(parseDeposit(body), { kind: 'valid', value: body });
    }),
  );
});

test('whatever JSON a caller sends, the answer is a value or issues that can be written', () => {
  const anyField = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double());
  const nearlyDeposit = fc
    .tuple(validDeposit, fc.constantFrom(...Object.keys(Deposit.properties)), anyField)
    .map(([body, name, value]) => Object.assign(body, { [name]: value }));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), nearlyDeposit), (body) => {
      const parsed = parseDeposit(body);
      if (parsed.kind === 'valid') return;
      assert.ok(parsed.issues.length > 0);
      for (const issue of parsed.issues) {
        assert.ok(issue.type.length > 0 && issue.msg.length > 0);
        assert.equal(issue.loc[0], 'body');
        assert.ok('input' in issue);
        assert.equal(typeof JSON.stringify(issue), 'string');
      }
    }),
    { numRuns: 500 },
  );
});
