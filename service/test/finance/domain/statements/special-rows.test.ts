import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtRows } from '../../../../src/domain/finance/statements/look-at-rows.ts';
import { loadStatementMappings } from '../../../../src/settings/statement-mappings.ts';
import { sheetOf } from '../../../support/finance/sheet.ts';

const known = loadStatementMappings('orange', null);
const NUMBER = '+237690000000';
const request = { operator: 'orange', number: NUMBER, known, given: null } as const;

type Rows = readonly (readonly string[])[];
const lookAt = (rows: Rows, given: object | null = null) =>
  lookAtRows(sheetOf(rows), { ...request, given: given as typeof request.given });

/** What was read, in francs. */
const linesOf = ({ lines }: ReturnType<typeof lookAtRows>) =>
  lines.map(({ operatorTxId, direction, amountCents, feeCents, balanceCents }) => [
    operatorTxId,
    direction,
    amountCents / 100,
    feeCents / 100,
    balanceCents === null ? null : balanceCents / 100,
  ]);

const HEAD = ['Jour', 'Pièce', 'Service', 'Sorti', 'Entré', 'Solde'];
const WITH_FEES = [
  HEAD,
  ['17/11/2026 09:00', 'PP1117.A1', 'Paiement marchand', '', '5000', '15000'],
  ['17/11/2026 10:00', 'PP1117.A2', 'Paiement de masse', '4000', '', '11000'],
  ['17/11/2026 10:00', 'PP1117.A2', 'Frais', '40', '', '10960'],
  ['17/11/2026 11:00', 'PP1117.A3', 'Paiement de masse', '2000', '', '8960'],
  ['17/11/2026 11:00', 'PP1117.A3', 'Frais', '20', '', '8940'],
  ['17/11/2026 12:00', 'PP1117.A4', 'Frais de service', '100', '', '8840'],
];
const READ = [
  ['PP1117.A1', 'in', 5000, 0, 15000],
  ['PP1117.A2', 'out', 4000, 40, 10960],
  ['PP1117.A3', 'out', 2000, 20, 8940],
  ['PP1117.A4', 'out', 100, 0, 8840],
];

test('rows that have the id of a payment and the word of a fee are proposed as its fee', () => {
  const look = lookAt(WITH_FEES);
  assert.deepEqual(look.mapping['feeRows'], [{ column: 'Service', pattern: 'Frais' }]);
  assert.deepEqual([look.problems, look.proof], [[], 'balance_chain']);
  assert.deepEqual(linesOf(look), READ);
  assert.deepEqual(look.feeRows, [
    {
      pattern: 'Frais',
      isPattern: true,
      count: 2,
      found: [
        { row: 4, value: 'Frais' },
        { row: 6, value: 'Frais' },
      ],
    },
  ]);
});

test('fees are joined to their payments also where the newest line is the first', () => {
  const [head = [], ...rows] = WITH_FEES;
  const look = lookAt([head, ...rows.toReversed()]);
  assert.deepEqual([look.problems, look.proof], [[], 'balance_chain']);
  assert.deepEqual(linesOf(look), READ.toReversed());
});

test('an id that two payments share is no reason to call one of them a fee', () => {
  const rows = WITH_FEES.map((row) => row.with(2, row[2] === 'Frais' ? 'Autre' : (row[2] ?? '')));
  const look = lookAt(rows);
  assert.equal(look.mapping['feeRows'], undefined);
  assert.ok(look.missing.includes('id'));
});

const MESSAGES = [
  ['Jour', 'Pièce', 'Message', 'Somme'],
  ['17/11/2026 10:00', '770000001', 'Wages', '-4000'],
  ['17/11/2026 10:00', '770000002', 'Fee for 770000001', '-40'],
];
const given = {
  columns: { at: ['Jour'], id: ['Pièce'], amount: ['Somme'] },
  directionBy: 'sign',
  dayFirst: true,
  hasNoStatus: true,
  succeeded: [],
  failed: [],
  feeRows: [{ column: 'Message', pattern: 'Fee for {value}' }],
};

test('a row with an id of its own is the fee of the payment that its text names', () => {
  assert.deepEqual(linesOf(lookAt(MESSAGES, given)), [['770000001', 'out', 4000, 40, null]]);
});

test('a fee of no payment that happened, or larger than its payment, refuses the file', () => {
  const codesOf = (rows: Rows) =>
    lookAt(rows, given).problems.map(({ row, problem }) => [row, problem.code]);
  assert.deepEqual(codesOf(MESSAGES.toSpliced(1, 1)), [[2, 'row_fee_of_none']]);
  const failed = MESSAGES.map((row, index) => (index === 1 ? row.with(2, 'REJETE') : row));
  const failedRows = [{ column: 'Message', pattern: 'REJETE' }];
  const { problems } = lookAt(failed, { ...given, failed: ['REJETE'], failedRows });
  assert.deepEqual(
    problems.map(({ row, problem }) => [row, problem.code]),
    [[3, 'row_fee_of_none']],
    'the fee left the wallet all the same',
  );
  const large = MESSAGES.map((row, index) => (index === 2 ? row.with(3, '-4001') : row));
  assert.deepEqual(codesOf(large), [[3, 'row_fee_too_large']]);
});

test('money that came is no fee, whatever its payer wrote', () => {
  const came = MESSAGES.map((row, index) => (index === 2 ? row.with(3, '40') : row));
  assert.deepEqual(linesOf(lookAt(came, given)), [
    ['770000001', 'out', 4000, 0, null],
    ['770000002', 'in', 40, 0, null],
  ]);
});

test('a fee is that of what left, not of what took it back, however far from it', () => {
  const rows = [
    MESSAGES[0] ?? [],
    ['17/11/2026 12:00', '770000001', 'Wages back', '4000'],
    ['17/11/2026 11:00', '770000002', 'Fee for 770000001', '-40'],
    ['17/11/2026 10:00', '770000001', 'Wages', '-4000'],
  ];
  assert.deepEqual(linesOf(lookAt(rows, given)), [
    ['770000001', 'in', 4000, 0, null],
    ['770000001', 'out', 4000, 40, null],
  ]);
});

test('without a column that a mapping names for failed rows a file is not of its form', () => {
  const failedRows = [{ column: 'Message', pattern: 'REJETE{skip}' }];
  const mapping = { ...given, failed: ['Annulé'], failedRows };
  const renamed = MESSAGES.with(0, ['Jour', 'Pièce', 'Texte', 'Somme']);
  const codesOf = (rows: Rows) => lookAt(rows, mapping).problems.map(({ problem }) => problem.code);
  assert.deepEqual(codesOf(renamed), ['statement_of_no_form']);
  const other = MESSAGES.map((row, index) => (index === 1 ? row.with(2, 'ANNULÉ: Wages') : row));
  assert.deepEqual(codesOf(other.slice(0, 2)), ['row_status_unclear'], 'no pattern knows it');
});

const NARRATED = [
  ['Jour', 'Récit', 'Sens', 'Somme', 'Solde'],
  ['16/11/2026', 'Solde initial', '', '', '10000'],
  ['17/11/2026 09:00', 'Paiement de 690000001 ref MP1117.A1', 'C', '5000', '15000'],
  ['17/11/2026 10:00', 'Transfert vers 690000002 ref TR1117.A2', 'D', '4000', '11000'],
  [
    '17/11/2026 11:00',
    'REJETÉ (plafond) Transfert vers 690000003 ref TR1117.A3',
    'D',
    '900',
    '11000',
  ],
  [
    '17/11/2026 12:00',
    'Annulation de TR1117.A2 vers 690000002 ref AN1117.A4',
    'C',
    '4000',
    '15000',
  ],
  ['17/11/2026', 'Solde final', '', '', '15000'],
];

test('words that mark failure, balances between payments and C and D are found by the balances', () => {
  const look = lookAt(NARRATED);
  assert.deepEqual(
    [look.problems, look.proof],
    [[], 'balance_chain'],
    JSON.stringify(look.mapping),
  );
  assert.deepEqual(
    look.lines.map(({ operatorTxId, direction, isFailed }) => [operatorTxId, direction, isFailed]),
    [
      ['MP1117.A1', 'in', false],
      ['TR1117.A2', 'out', false],
      ['TR1117.A3', 'out', true],
      ['AN1117.A4', 'in', false],
    ],
  );
  assert.deepEqual(look.mapping['leftOut'], [
    { column: 'Récit', pattern: 'Solde initial' },
    { column: 'Récit', pattern: 'Solde final' },
  ]);
  assert.deepEqual(look.mapping['failedRows'], [{ column: 'Récit', pattern: 'REJETÉ{skip}' }]);
});

test('a file with a word of failure is never proposed as one in which every line happened', () => {
  const each = [
    ['Jour', 'Pièce', 'Note', 'Somme'],
    ['17/11/2026 09:00', 'KA-770001', 'échec ou non', '5000'],
    ['17/11/2026 10:00', 'KA-770002', 'échec ou non', '-400'],
  ];
  const look = lookAt(each);
  assert.deepEqual(
    [look.mapping['hasNoStatus'], look.mapping['failedRows']],
    [undefined, undefined],
  );
  assert.deepEqual(look.problems[0]?.problem, { code: 'statement_without_status' });
  const without = lookAt(each.map((row) => row.with(2, 'non')));
  assert.equal(without.mapping['hasNoStatus'], true);
});

test('a status that no mapping knows is proposed where the balances say what it means', () => {
  const rows = (status: string, balances: readonly string[]) => [
    ['Jour', 'Pièce', 'Statut', 'Somme', 'Solde'],
    ['17/11/2026 09:00', 'KA-770001', 'Completed', '5000', '15000'],
    ['17/11/2026 10:00', 'KA-770002', status, '700', balances[0] ?? ''],
    ['17/11/2026 11:00', 'KA-770003', 'Completed', '-200', balances[1] ?? ''],
  ];
  const wordsOf = (found: Rows) => lookAt(found).words.map(({ word, means }) => [word, means]);
  const reversed = rows('Reversed', ['15700', '15500']);
  assert.deepEqual(wordsOf(reversed)[1], ['Reversed', 'succeeded']);
  assert.deepEqual(wordsOf(rows('Pending', ['15000', '14800']))[1], ['Pending', 'failed']);
  const bare = reversed.map((row) => row.slice(0, 4));
  assert.deepEqual(wordsOf(bare)[1], ['Reversed', null], 'no balance says it');
});

test('a word that a person types stands for the texts that have it', () => {
  const { mapping } = lookAt(NARRATED);
  const typed = [{ column: 'Récit', pattern: 'plafond' }];
  const look = lookAt(NARRATED, { ...mapping, failedRows: typed });
  assert.deepEqual(look.mapping['failedRows'], [
    { column: 'Récit', pattern: '{skip}plafond{skip}' },
  ]);
  assert.deepEqual(
    look.failedRows.map(({ count }) => count),
    [1],
  );
  assert.equal(look.proof, 'balance_chain');
});

test('a balance that does not follow is proposed as a balance all the same', () => {
  const rows = NARRATED.map((row) => row.with(1, (row[1] ?? '').replace('REJETÉ', 'Autre')));
  const look = lookAt(rows);
  assert.deepEqual((look.mapping['columns'] as { readonly balance?: unknown }).balance, ['Solde']);
  assert.deepEqual(
    look.problems.map(({ problem }) => problem.code),
    ['row_balance_breaks'],
  );
});

const NET = [
  ['Ref', 'Date', 'Tiers', 'Montant net', 'dont frais', 'Statut'],
  ['KN-000001', '17/11/2026 09:00', '690000001', '+9850', '150', 'Succès'],
  ['KN-000002', '17/11/2026 10:00', '690000002', '-4040', '40', 'Succès'],
  ['KN-000003', '17/11/2026 11:00', '690000003', '-7070', '70', 'Échoué'],
];
const FOOT = [
  ['Total débits', '4040', '', '', '', ''],
  ['Total crédits', '9850', '', '', '', ''],
  ["Solde d'ouverture", '20000', '', '', '', ''],
  ['Solde de clôture', '25810', '', '', '', ''],
];

test('an amount that is net of its fee is proposed where the names say so, and read without it', () => {
  const look = lookAt(NET);
  assert.equal(look.mapping['amountHasFee'], true);
  assert.deepEqual(linesOf(look), [
    ['KN-000001', 'in', 10000, 150, null],
    ['KN-000002', 'out', 4000, 40, null],
    ['KN-000003', 'out', 7000, 70, null],
  ]);
  const plain = lookAt(NET.with(0, ['Ref', 'Date', 'Tiers', 'Montant', 'Frais', 'Statut']));
  assert.equal(plain.mapping['amountHasFee'], undefined);
  assert.deepEqual(linesOf(plain)[0], ['KN-000001', 'in', 9850, 150, null]);
});

test('a fee that is larger than the amount it is in refuses the file', () => {
  const { mapping } = lookAt(NET);
  const rows = NET.map((row, index) => (index === 2 ? row.with(4, '4040') : row));
  const codes = lookAt(rows, mapping).problems.map(({ row, problem }) => [row, problem.code]);
  assert.deepEqual(codes, [[3, 'row_fee_unclear']]);
});

test('sums of debits and of credits at the foot prove a reading, unless its balances say no', () => {
  const whole = lookAt([...NET, ...FOOT]);
  assert.deepEqual([whole.problems, whole.proof], [[], 'control_sum']);
  assert.equal(lookAt([...NET, ...FOOT.slice(0, 2)]).proof, 'control_sum');
  const proofOf = (change: object) =>
    lookAt([...NET, ...FOOT], { ...whole.mapping, ...change }).proof;
  assert.equal(proofOf({ amountHasFee: false }), null, 'the balances differ by the fees');
  const wrong = (place: number, cents: string) =>
    lookAt([...NET, ...FOOT.map((row, index) => (index === place ? row.with(1, cents) : row))])
      .proof;
  assert.deepEqual([wrong(0, '4041'), wrong(1, '9851'), wrong(3, '25811')], [null, null, null]);
  const turned = [FOOT[0]?.with(1, '9850') ?? [], FOOT[1]?.with(1, '4040') ?? []];
  assert.equal(lookAt([...NET, ...turned]).proof, null, 'the other way round');
});

const FEE_IDS = WITH_FEES.map((row) =>
  row[2] === 'Frais' ? row.with(1, `${row[1]}/C`).with(2, `Commission sur ${row[0]}`) : row,
);

test('rows of a fee whose id is a payment’s id and something constant are proposed as its fee', () => {
  const look = lookAt(FEE_IDS);
  assert.deepEqual(look.mapping['feeRows'], [{ column: 'Pièce', pattern: '{value}/C' }]);
  assert.deepEqual([look.problems, look.proof], [[], 'balance_chain']);
  assert.deepEqual(linesOf(look), READ);
  const unnamed = FEE_IDS.map((row) => row.with(2, 'Paiement'));
  assert.equal(lookAt(unnamed).mapping['feeRows'], undefined, 'no word of a fee');
  const longer = FEE_IDS.map((row) => row.with(1, (row[1] ?? '').replace('/', '')));
  assert.equal(lookAt(longer).mapping['feeRows'], undefined, 'only a longer id');
});

const REVERSED = [
  ['Jour', 'Pièce', 'Récit', 'Sorti', 'Entré', 'Solde'],
  ['17/11/2026 09:00', 'PP1117.A1', 'Paiement de masse', '4000', '', '11000'],
  ['17/11/2026 10:00', 'MP1117.A2', 'Paiement reçu', '', '2000', '13000'],
  ['17/11/2026 11:00', 'AN1117.A3', 'Annulation opération PP1117.A1', '', '4000', '17000'],
  ['17/11/2026 12:00', 'AN1117.A4', 'Annulation opération PP1101.Z9', '', '300', '17300'],
];

test('a row that says what it takes back is proposed as a reversal, under the id of that payment', () => {
  const look = lookAt(REVERSED);
  const pattern = 'Annulation opération {value}';
  assert.deepEqual(look.mapping['reversalRows'], [{ column: 'Récit', pattern }]);
  assert.deepEqual([look.problems, look.proof, look.doubts], [[], 'balance_chain', []]);
  assert.deepEqual(
    linesOf(look).map(([id, direction]) => [id, direction]),
    [
      ['PP1117.A1', 'out'],
      ['MP1117.A2', 'in'],
      ['PP1117.A1', 'in'],
      ['PP1101.Z9', 'in'],
    ],
  );
});

test('a reversal that counts as a payment of its own is a doubt', () => {
  const { reversalRows: _none, ...mapping } = lookAt(REVERSED).mapping;
  const { doubts } = lookAt(REVERSED, mapping);
  assert.deepEqual(doubts, [{ code: 'statement_reversals_as_payments', params: { text: '4, 5' } }]);
});

const AGGREGATED = [
  ['Date', 'N° opération', 'Réf. Orange', 'Sens', 'Statut', 'Client', 'Montant'],
  ['17/11/2026 09:00', 'AGR-00000A1', 'MP1117.A1', 'Entrée', 'Succès', '690000001', '500'],
  ['17/11/2026 10:00', 'AGR-00000A2', 'PP1117.A2', 'Sortie', 'Succès', '690000002', '300'],
  ['17/11/2026 11:00', 'AGR-00000A3', '', 'Sortie', 'Échoué', '690000003', '200'],
];

test('the operator’s own id is proposed although a failed payment has none, and that is left out', () => {
  const look = lookAt(AGGREGATED);
  assert.deepEqual((look.mapping['columns'] as { readonly id: unknown }).id, ['Réf. Orange']);
  assert.deepEqual(look.problems, []);
  assert.deepEqual(
    linesOf(look).map(([id]) => id),
    ['MP1117.A1', 'PP1117.A2'],
  );
  const open = AGGREGATED.with(3, AGGREGATED[3]?.with(4, 'En attente') ?? []);
  const { problems } = lookAt(open, look.mapping);
  assert.deepEqual(
    problems.map(({ problem }) => problem),
    [{ code: 'row_status_unclear', params: { text: 'En attente' } }],
  );
});

test('the account above the table is kept in the mapping, and another one is a doubt, then refused', () => {
  const above = (number: string) => [['Compte n° :', number, '', '', '', ''], ...REVERSED];
  const own = lookAt(above('690 00 00 00'));
  assert.deepEqual(
    [own.mapping['expectedAbove'], own.problems, own.doubts],
    [['{number}'], [], []],
  );
  const other = lookAt(above('695 00 22 22'));
  assert.equal(other.mapping['expectedAbove'], undefined);
  assert.deepEqual(other.doubts, [
    { code: 'statement_of_other_number', params: { text: '+237695002222' } },
  ]);
  const { problems } = lookAt(above('695 00 22 22'), own.mapping);
  assert.deepEqual(
    problems.map(({ problem }) => problem.code),
    ['statement_not_expected'],
  );
});

test('many fees that count as payments of their own are a doubt', () => {
  const [head = []] = WITH_FEES;
  const hours = ['10', '11', '12', '13', '14'];
  const rows = hours.flatMap((hour) => [
    [`17/11/2026 ${hour}:00`, `PP${hour}.A1`, 'Paiement de masse', '500', '', ''],
    [`17/11/2026 ${hour}:00`, `KX${hour}.B1`, 'Commission', '5', '', ''],
  ]);
  const look = lookAt([head, ...rows], { ...lookAt(WITH_FEES).mapping, feeRows: [] });
  assert.deepEqual([look.problems, look.lines.length], [[], 10]);
  assert.deepEqual(look.doubts, [{ code: 'statement_fees_as_payments', params: { percent: 50 } }]);
  const few = [head, ...rows.slice(0, 8), ...WITH_FEES.slice(1, 2)];
  assert.deepEqual(lookAt(few, look.mapping).doubts, []);
});

test('rows without letters and digits are no payments, and a pattern for them breaks nothing', () => {
  const ruler = ['+-----+-----+-----+', '', '', '', '', ''];
  const [head = [], ...rows] = WITH_FEES;
  const ruled = [ruler, head, ruler, ...rows.flatMap((row) => [row, ruler])];
  const look = lookAt(ruled);
  assert.deepEqual([look.problems, look.proof], [[], 'balance_chain']);
  assert.deepEqual(linesOf(look), READ);
  assert.equal(look.mapping['leftOut'], undefined);
  const typed = lookAt(ruled, { ...look.mapping, leftOut: [{ pattern: '+---' }] });
  assert.deepEqual([typed.problems, typed.mapping['leftOut']], [[], []]);
});

test('a wording of rows to leave out is proposed only as it fits such a row', () => {
  const ends = ['Solde en fin de journée (17-11-26) : 8.840', '', '', '', '', ''];
  const look = lookAt([...WITH_FEES, ends]);
  assert.deepEqual(
    look.leftOut.map(({ pattern, count }) => [pattern, count]),
    [['Solde en fin de journée {skip}', 1]],
  );
  assert.deepEqual(look.problems, []);
});

test('where no row is known as a payment, neither ids nor "no status" are proposed', () => {
  const { mapping } = lookAt([
    ['Heure', 'Opération', 'Somme', 'Etat'],
    ['21h20', 'Paiement', '5000', 'Validée'],
    ['20h20', 'Transfert', '700', 'Échouée'],
  ]);
  assert.deepEqual([mapping['columns'], mapping['hasNoStatus']], [{}, undefined]);
});
