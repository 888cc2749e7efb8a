import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLineReader } from '../../src/at/lines.ts';

function linesIn(...pieces: readonly string[]): readonly string[] {
  const { read } = createLineReader();
  return pieces.flatMap(read).map((event) => (event.kind === 'line' ? event.line : event.kind));
}

const CASES: readonly (readonly [
  name: string,
  pieces: readonly string[],
  is: readonly string[],
])[] = [
  ['an answer', ['\r\n+CSQ: 20,99\r\n\r\nOK\r\n'], ['+CSQ: 20,99', 'OK']],
  ['pieces of any size', ['\r', '\nO', 'K', '\r\n'], ['OK']],
  ['a prompt', ['\r\n> '], ['prompt']],
  [
    'a screen over several lines',
    ['+CUSD: 1,"Menu\r\n1. Solde\n2. OK",15\r\nOK\r\n'],
    ['+CUSD: 1,"Menu\n1. Solde\n2. OK",15', 'OK'],
  ],
  [
    'a screen that says OK',
    ['+CUSD: 0,"Solde\r\nOK\r\nMerci"\r\n'],
    ['+CUSD: 0,"Solde\nOK\nMerci"'],
  ],
  [
    'a message that arrives in the middle of a screen',
    ['+CUSD: 1,"Menu\r\n+CMTI: "SM",3\r\n1. Solde",15\r\n'],
    ['+CMTI: "SM",3', '+CUSD: 1,"Menu\n1. Solde",15'],
  ],
  ['a screen that was cut', ['+CUSD: 1,"Menu\r\n+CUSD: 0,"Fin",15\r\n'], ['+CUSD: 0,"Fin",15']],
  ['a screen with quotes', ['+CUSD: 1,"Tape "1" ici",15\r\n'], ['+CUSD: 1,"Tape "1" ici",15']],
  ['noise without an end', ['x'.repeat(3_000), '\r\nOK\r\n'], ['noise', 'OK']],
];

for (const [name, pieces, is] of CASES) {
  test(`${name}: its lines are found`, () => {
    assert.deepEqual(linesIn(...pieces), is);
  });
}

test('however the bytes are cut, the lines are the same', () => {
  const text =
    '\r\n+CMGL: 1,0,,30\r\n0791ABCD\r\n\r\n+CMTI: "SM",2\r\n\r\nOK\r\n+CUSD: 1,"a\nb",15\r\n';
  const whole = linesIn(text);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const ends = [...cuts, text.length].sort((a, b) => a - b);
      const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
      assert.deepEqual(linesIn(...pieces), whole);
    }),
  );
});

test('noise never ends the reader, and it keeps at most a line', () => {
  const { read } = createLineReader();
  const noise = fc.string({ unit: 'binary', maxLength: 400 });
  fc.assert(
    fc.property(noise, (piece) => {
      read(piece);
      // Whatever came before: of two screens in a row, the second one is found.
      const events = read('\r\n+CUSD: 0,"x"\r\n');
      assert.ok(events.length > 0);
    }),
    { numRuns: 1_000 },
  );
});
