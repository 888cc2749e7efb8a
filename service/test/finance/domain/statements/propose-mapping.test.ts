import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  directionOf,
  findWithin,
} from '../../../../src/domain/finance/statements/column-contents.ts';
import { lookAtRows } from '../../../../src/domain/finance/statements/look-at-rows.ts';
import { partyOf } from '../../../../src/domain/finance/statements/read-line.ts';
import { readStatement } from '../../../../src/domain/finance/statements/read-statement.ts';
import { proposePatterns } from '../../../../src/domain/finance/statements/text-pattern.ts';
import { loadStatementMappings } from '../../../../src/settings/statement-mappings.ts';
import { openFile } from '../../../../src/spreadsheets/open-file.ts';
import { STRANGE_FORMS, sheetOf, writeStrangeFile } from '../../../support/finance/sheet.ts';

const known = loadStatementMappings('mtn', null);
const NUMBER = '+237670000000';
const request = { operator: 'mtn', number: NUMBER, known, given: null } as const;

for (const form of STRANGE_FORMS) {
  test(`the columns are proposed right of an export with ${form.name}`, () => {
    const look = lookAtRows(openFile(Buffer.from(writeStrangeFile(form, '670000000'))), request);
    assert.deepEqual(look.problems, [], JSON.stringify(look.mapping));
    const read = look.lines.map((line) => ({
      id: line.operatorTxId,
      at: line.at.toISOString(),
      direction: line.direction,
      xaf: line.amountCents / 100,
      other: line.other,
    }));
    assert.deepEqual(read, form.payments);
    assert.equal(look.proof, form.proof);
  });
}

const HEAD = ['Date', 'Id', 'Status', 'From', 'To', 'Amount'];
const LINE = ['17/11/2026 09:00', '77001', 'Successful', '670000001', '670000000', '500'];

test('a known form is proposed as it is known', () => {
  const look = lookAtRows(sheetOf([HEAD, LINE]), request);
  assert.equal(look.mapping['id'], 'mtn-portal');
});

const proofOf = (...rows: readonly (readonly string[])[]) => {
  const mappings = known.map((mapping) => ({ ...mapping, leftOut: [{ pattern: 'TOTAL' }] }));
  const read = readStatement(sheetOf(rows), { mappings, number: NUMBER });
  return read.kind === 'read' ? read.proof : read.problems[0]?.problem.code;
};

test('a sum proves a statement only if it is the sum of its lines, and one line proves nothing', () => {
  const second = LINE.with(1, '77002').with(5, '700');
  const total = (xaf: string) => ['TOTAL', '', '', '', '', xaf];
  assert.equal(proofOf(HEAD, LINE, second, total('1 200')), 'control_sum');
  assert.equal(proofOf(HEAD, LINE, second, total('1 300')), null);
  assert.equal(proofOf(HEAD, LINE, second), null);
  assert.equal(proofOf(HEAD, LINE, total('500')), null);
});

/** Money that came and money that left, with a total of each and no balance. */
const twoColumns = (left: string, came: string, total: readonly [string, string]) =>
  sheetOf([
    ['Jour', 'Pièce', left, came],
    ['17/11/2026', '261117000451', '', '3000'],
    ['17/11/2026', '261117000452', '1000', ''],
    ['17/11/2026', '261117000453', '500', ''],
    ['TOTAL', '', ...total],
  ]);
const readTwo = (sheet: ReturnType<typeof sheetOf>, debit: string, credit: string) => {
  const columns = { id: ['Pièce'], at: ['Jour'], debit: [debit], credit: [credit] };
  const given = { columns, dayFirst: true, hasNoStatus: true, succeeded: [], failed: [] };
  return lookAtRows(sheet, { ...request, given: { ...given, leftOut: [{ pattern: 'TOTAL' }] } });
};

test('sums prove a reading only in their own columns, and only where names say which way', () => {
  const named = twoColumns('Débit', 'Crédit', ['1500', '3000']);
  assert.equal(readTwo(named, 'Débit', 'Crédit').proof, 'control_sum');
  assert.equal(readTwo(named, 'Crédit', 'Débit').proof, null, 'the same sums the other way round');
  const elsewhere = twoColumns('Débit', 'Crédit', ['3000', '1500']);
  assert.equal(readTwo(elsewhere, 'Débit', 'Crédit').proof, null);
  assert.equal(readTwo(twoColumns('Débit', 'Crédit', ['4500', '']), 'Débit', 'Crédit').proof, null);
  const unnamed = twoColumns('A1', 'B2', ['1500', '3000']);
  for (const [debit, credit] of [
    ['A1', 'B2'],
    ['B2', 'A1'],
  ] as const) {
    assert.equal(readTwo(unnamed, debit, credit).proof, null, debit);
  }
});

test('words of the direction have to mean it, if a sum is to prove them', () => {
  const proofWith = (came: string, left: string) => {
    const row = (id: string, way: string, xaf: string) => ['17/11/2026', id, way, xaf];
    const lines = [row('261117000451', came, '3000'), row('261117000452', left, '1000')];
    const sheet = sheetOf([['Jour', 'Pièce', 'Sens', 'Montant'], ...lines, row('', '', '4000')]);
    const columns = { id: ['Pièce'], at: ['Jour'], direction: ['Sens'], amount: ['Montant'] };
    const directionWords = { in: [came], out: [left] };
    const given = { columns, directionWords, dayFirst: true, hasNoStatus: true };
    const leftOut = [{ column: 'Montant', pattern: '4000' }];
    const more = { succeeded: [], failed: [], leftOut };
    return lookAtRows(sheet, { ...request, given: { ...given, ...more } }).proof;
  };
  assert.equal(proofWith('Dépôt', 'Retrait'), 'control_sum');
  assert.equal(proofWith('Retrait', 'Dépôt'), null);
  assert.equal(proofWith('C', 'D'), null);
});

test('which way money went is proposed only where a name or a balance says it', () => {
  const columnsOf = (left: string, came: string) => {
    const look = lookAtRows(twoColumns(left, came, ['1500', '3000']), request);
    return { missing: look.missing, columns: look.mapping['columns'], proof: look.proof };
  };
  assert.partialDeepStrictEqual(columnsOf('Sortie', 'Entrée'), {
    columns: { debit: ['Sortie'], credit: ['Entrée'] },
    missing: [],
    proof: 'control_sum',
  });
  assert.deepEqual(columnsOf('A1', 'B2'), {
    columns: { id: ['Pièce'], at: ['Jour'] },
    missing: ['debit', 'credit'],
    proof: null,
  });
});

const TEXTS = ['Paid by 677000001 ref AB-100001', 'Sent to 677000002 ref AB-100002', 'Desk fee'];
const DESCRIBED = sheetOf([
  ['Day', 'Words', 'In', 'Out'],
  ...TEXTS.map((text, index) => ['17/11/2026', text, index === 0 ? '500' : '', '400']),
]);
const lookWith = (patterns: readonly string[]) =>
  lookAtRows(DESCRIBED, {
    ...request,
    given: {
      columns: { id: ['Words'], at: ['Day'], credit: ['In'], debit: ['Out'] },
      patterns: { id: patterns },
      dayFirst: true,
      hasNoStatus: true,
      succeeded: [],
      failed: [],
      leftOut: [{ column: 'Words', pattern: 'Desk {skip}' }],
    },
  });

test('a person sees what each pattern finds in the texts, and the first text that none fits', () => {
  const [part] = lookWith(['Paid {skip} ref {value}', 'Sent {skip} AB']).parts;
  assert.deepEqual(part, {
    column: 'id',
    heading: 'Words',
    of: 2,
    missed: { row: 3, text: TEXTS[1] },
    patterns: [
      {
        pattern: 'Paid {skip} ref {value}',
        isPattern: true,
        count: 1,
        found: [{ row: 2, value: 'AB-100001' }],
      },
      { pattern: 'Sent {skip} AB', isPattern: false, count: 0, found: [] },
    ],
  });
  const [left] = lookWith([]).leftOut;
  assert.deepEqual([left?.count, left?.found], [1, [{ row: 4, value: 'Desk fee' }]]);
});

test('a part of a text that a person asks for is proposed by what stands around it', () => {
  const look = lookWith([]);
  assert.deepEqual(look.mapping['patterns'], { id: ['{skip} ref {value}'] });
  assert.equal(look.parts[0]?.missed, null);
});

const PROPOSED: readonly (readonly [string, readonly string[]])[] = [
  ['payment (677000001) of MBARGA', ['payment ({value}) {skip}']],
  ['677000001 MBARGA', ['{value} MBARGA']],
  ['of MBARGA 677 00 00 01', ['of MBARGA {value}']],
];
for (const [text, patterns] of PROPOSED) {
  test(`a number is found again in “${text}”`, () => {
    const found = findWithin('party')(text);
    assert.ok(found !== null);
    assert.deepEqual(proposePatterns([found]), patterns);
  });
}

test('names of people around a value make no patterns of their own', () => {
  const texts = ['ABEGA', 'BELLA', 'CHE', 'DIPOKO'].map((name, at) => `${name} paid 67700000${at}`);
  const found = texts.map((text) => findWithin('party')(text)).filter((one) => one !== null);
  assert.deepEqual(proposePatterns(found), ['{skip} paid {value}']);
});

const DIRECTIONS = [
  ['Transfert reçu', 'in'],
  ['Transfert émis', 'out'],
  ['OUT', 'out'],
  ['International', null],
  ['Retrait, dépôt', null],
] as const;
for (const [words, direction] of DIRECTIONS) {
  test(`“${words}” names ${direction ?? 'no direction'}`, () =>
    assert.equal(directionOf(words), direction));
}

const SIDES = ['Date', 'Id', 'From', 'To', 'Sum'];
const OURS = 'FRI:237670000000/MSISDN';
const sided = (row: number, [from, to]: readonly [string, string], sum: string) => [
  `17/11/2026 0${row}:00`,
  `7700000${row}`,
  from,
  to,
  sum,
];
const paid = (row: number) => sided(row, [OURS, `FRI:23767000010${row}/MSISDN`], '-500');

test('sender and recipient are proposed together where our own number is not in every line', () => {
  const came = sided(1, ['FRI:237670000101/MSISDN', OURS], '900');
  const rows = [SIDES, came, paid(2), sided(3, ['FRI:237670000103/MSISDN', 'Wouri SARL'], '700')];
  const look = lookAtRows(sheetOf(rows), { ...request, known: [] });
  const given = { ...look.mapping, hasNoStatus: true };
  const { columns, directionBy } = look.mapping as { columns: object; directionBy: string };
  assert.partialDeepStrictEqual(columns, { from: ['From'], to: ['To'], amount: ['Sum'] });
  assert.equal(Object.hasOwn(columns, 'party'), false);
  assert.equal(directionBy, 'sign');
  const read = lookAtRows(sheetOf(rows), { ...request, given });
  assert.deepEqual(
    read.lines.map(({ direction, other }) => [direction, other]),
    [
      ['in', '+237670000101'],
      ['out', '+237670000102'],
      ['in', '+237670000103'],
    ],
  );
});

const SIX = [SIDES, ...[1, 2, 3, 4, 5, 6].map(paid)];
const sidesAs = (columns: object) => ({
  columns: { at: ['Date'], id: ['Id'], amount: ['Sum'], ...columns },
  dayFirst: true,
  hasNoStatus: true,
  succeeded: [],
  failed: [],
});
const doubtsOf = (columns: object) =>
  lookAtRows(sheetOf(SIX), { ...request, given: sidesAs(columns) }).doubts;

test('a column that gives one number to most lines of money that left is doubted', () => {
  assert.deepEqual(doubtsOf({ party: ['From'] }), [
    { code: 'statement_party_is_own', params: { percent: 100 } },
  ]);
  assert.deepEqual(doubtsOf({ party: ['To'] }), []);
  assert.deepEqual(doubtsOf({ party: ['From'], to: ['To'] }), [], 'the other one is not ours');
  const repeated = SIX.map((row, index) => (index < 2 ? row : row.with(3, '670000999')));
  const look = lookAtRows(sheetOf(repeated), { ...request, given: sidesAs({ party: ['To'] }) });
  assert.deepEqual(look.doubts, [
    { code: 'statement_party_repeats', params: { percent: 83, text: '+237670000999' } },
  ]);
});

test('two numbers in a line, neither of them ours, stay a statement of another wallet', () => {
  const foreign = SIX.map((row) => row.with(2, row[2] === OURS ? '670000777' : (row[2] ?? '')));
  const given = sidesAs({ from: ['From'], to: ['To'] });
  const look = lookAtRows(sheetOf(foreign), { ...request, given });
  assert.deepEqual(
    [...new Set(look.problems.map(({ problem }) => problem.code))],
    ['row_of_others'],
  );
});

const ORDERS = [
  ['Jour', 'Pièce', 'Message', 'Sens', 'Reste'],
  ['17/11/2026 09:00', 'KM-000001', 'cmd 118 de 4 300 FCFA', 'in', '14300'],
  ['17/11/2026 10:00', 'KM-000002', 'cmd 119 de 700 FCFA', 'out', '13600'],
];
const amountIn = (rows: readonly (readonly string[])[]) => {
  const columns = { at: ['Jour'], id: ['Pièce'], direction: ['Sens'], balance: ['Reste'] };
  const directionWords = { in: ['in'], out: ['out'] };
  const given = {
    columns: { ...columns, amount: ['Message'] },
    patterns: { amount: [] },
    directionWords,
    dayFirst: true,
    hasNoStatus: true,
    succeeded: [],
    failed: [],
  };
  const look = lookAtRows(sheetOf(rows), { ...request, given });
  const { patterns } = look.mapping as { readonly patterns: { readonly amount: string[] } };
  return [patterns.amount, look.lines.map(({ amountCents }) => amountCents / 100)];
};

test('a number within a text is an amount only if it has a currency, or balances agree with it', () => {
  const [withCurrency, amounts] = amountIn(ORDERS);
  assert.deepEqual([withCurrency, amounts], [['cmd {skip} de {value} FCFA'], [4300, 700]]);
  const texts = (...messages: readonly string[]) =>
    ORDERS.map((row, index) => (index === 0 ? row : row.with(2, messages[index - 1] ?? '')));
  const orders = texts('cmd 118', 'cmd 119');
  assert.deepEqual(amountIn(orders), [['cmd 118'], []], 'the text itself, without a value');
  assert.deepEqual(amountIn(texts('vente 4300', 'achat 700'))[1], [4300, 700]);
});

const NUMBERED = [
  ['N°', 'Date', 'Réf.', 'Nature', 'Tiers', 'Crédit', 'Débit', 'Solde'],
  ['1', '17/11/26 09:00', 'PM1117.A1', 'Paiement reçu', '690000001 / ZÉ', '5 000', '-', '15 000'],
  ['2', '17/11/26 10:00', 'DC1117.A2', 'Décaissement', '690000002 / NGO', '-', '4 000', '11 000'],
  ['3', '17/11/26 11:00', 'VB1117.A3', 'Virement', 'AFRILAND 10005', '-', '300', '10 700'],
  ['4', '17/11/26 12:00', 'DC1117.A4', 'Décaissement', '690000002 / NGO', '-', '700', '10 000'],
];

test('a dash is an empty cell, and a count of lines is no money, where columns are proposed', () => {
  const look = lookAtRows(sheetOf(NUMBERED), request);
  const { debit, credit, amount } = look.mapping['columns'] as Record<string, unknown>;
  assert.deepEqual([debit, credit, amount], [['Débit'], ['Crédit'], undefined]);
  assert.deepEqual([look.problems, look.proof], [[], 'balance_chain']);
  const bare = NUMBERED.map((row) => [...row.slice(0, 5), row[5] === '-' ? '0' : '']);
  const { columns } = lookAtRows(sheetOf(bare), request).mapping;
  assert.equal((columns as typeof look.mapping)['amount'], undefined);
});

test('the account of a bank beside its name is no phone number of the other party', () => {
  const { lines } = lookAtRows(sheetOf(NUMBERED), request);
  assert.deepEqual(
    lines.map(({ other }) => other),
    ['+237690000001', '+237690000002', null, '+237690000002'],
  );
  const others = ['FRI:237670000001/MSISDN', '00237670000001', 'Ali +33 6 12 34 56 78', '10005'];
  assert.deepEqual([...others, 'ID:400100/MM', 'AFRILAND 10005'].map(partyOf), [
    '+237670000001',
    '+237670000001',
    '+33612345678',
    '10005',
    '400100',
    null,
  ]);
});

const UNDER_DAYS = [
  ['Relevé du 16 au 17 novembre 2026'],
  ['>> Mardi 17 novembre 2026'],
  ['Heure', 'N° trans.', 'Reçu', 'Envoyé', 'Statut'],
  ['21h20', '14022751314', '25.000', '', 'Validée'],
  ['20h20', '14022739698', '', '30.000', 'Échouée'],
  ['>> Lundi 16 novembre 2026'],
  ['Heure', 'N° trans.', 'Reçu', 'Envoyé', 'Statut'],
  ['07h05', '14021982603', '', '4.000', 'Validée'],
];

test('a day that stands above the lines of the day is the day of each of them', () => {
  const look = lookAtRows(sheetOf(UNDER_DAYS), request);
  assert.deepEqual([look.problems, look.mapping['dateAbove']], [[], true]);
  assert.equal(look.mapping['leftOut'], undefined, 'rows of a day are left out by themselves');
  assert.deepEqual(
    look.lines.map(({ operatorTxId, at, isFailed }) => [operatorTxId, at.toISOString(), isFailed]),
    [
      ['14022751314', '2026-11-17T20:20:00.000Z', false],
      ['14022739698', '2026-11-17T19:20:00.000Z', true],
      ['14021982603', '2026-11-16T06:05:00.000Z', false],
    ],
  );
  const undated = lookAtRows(sheetOf(UNDER_DAYS.toSpliced(1, 1)), {
    ...request,
    given: look.mapping,
  });
  assert.deepEqual(
    undated.problems.map(({ row, problem }) => [row, problem.code]),
    [
      [3, 'row_time_unclear'],
      [4, 'row_time_unclear'],
    ],
  );
});
