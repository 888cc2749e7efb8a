import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writePdus } from '../../../../service/emulators/modem/write-pdu.ts';
import { readPdu } from '../../src/gsm/pdu.ts';

const AT = new Date('2026-11-15T20:30:07.000Z');

test('a message that a real phone received is read', () => {
  const hex = '07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07';
  assert.deepEqual(readPdu(hex, hex.length / 2 - 8), {
    kind: 'sms',
    sender: '+31641600986',
    sentAt: '2002-08-26T19:37:41.000Z',
    text: 'How are you?',
    part: null,
  });
});

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['plain letters', 'Transfert de 699000001 reussi.'],
  ['accents of the seven-bit alphabet', 'Réglé à la caisse où ? è ù ò ì Ç £ ¥ @ _ §'],
  ['letters that only UCS-2 has', 'Votre dépôt a été effectué, « côté » œuvre ê â 5 €'],
  ['signs outside of the first plane', 'Merci 😀 𝄞'],
  ['line breaks', 'Orange Money\nPaiement'],
];

for (const [name, text] of TEXTS) {
  test(`${name} come as they were sent`, () => {
    const [pdu, ...more] = writePdus({ sender: 'OrangeMoney', text, at: AT, reference: 1 });
    assert.deepEqual(more, []);
    assert.deepEqual(readPdu(pdu?.hex ?? '', pdu?.length ?? 0), {
      kind: 'sms',
      sender: 'OrangeMoney',
      sentAt: AT.toISOString(),
      text,
      part: null,
    });
  });
}

for (const sender of ['MobileMoney', 'OM', '+237670000001', '8130', 'A']) {
  test(`the sender ${sender} is read`, () => {
    const [pdu] = writePdus({ sender, text: 'a', at: AT, reference: 1 });
    const read = readPdu(pdu?.hex ?? '', pdu?.length ?? 0);
    assert.equal(read.kind === 'sms' && read.sender, sender);
  });
}

test('any text, in parts or not, is read as it was sent', () => {
  const letters = fc.constantFrom(...'abcXYZ 0159.,:éèàùêœ€\n');
  const long = fc.array(letters, { minLength: 1, maxLength: 400 }).map((some) => some.join(''));
  fc.assert(
    fc.property(long, fc.nat(255), (text, reference) => {
      const parts = writePdus({ sender: 'OrangeMoney', text, at: AT, reference });
      const read = parts.map(({ hex, length }) => readPdu(hex, length));
      assert.equal(read.map((one) => (one.kind === 'sms' ? one.text : '')).join(''), text);
      for (const [index, one] of read.entries()) {
        const part = parts.length === 1 ? null : { reference, number: index + 1, of: parts.length };
        assert.deepEqual(one.kind === 'sms' && one.part, part);
      }
    }),
    { numRuns: 200 },
  );
});

test('a message that is too short or too long is never read', () => {
  const [pdu] = writePdus({ sender: 'OrangeMoney', text: 'Montant: 500', at: AT, reference: 1 });
  const { hex, length } = pdu ?? assert.fail('a message');
  for (let end = 0; end < hex.length; end += 1) {
    assert.equal(readPdu(hex.slice(0, end), length).kind, 'broken', `cut after ${end}`);
  }
  assert.equal(readPdu(`${hex}00`, length).kind, 'broken');
});

test('noise in the form of a message throws nothing', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(bytes, (noise) => {
      const centre = (noise[0] ?? 0) % 12;
      const hex = Buffer.from([centre, ...noise.subarray(1)]).toString('hex');
      const read = readPdu(hex, Math.max(0, noise.length - 1 - centre));
      assert.ok(['sms', 'other', 'broken'].includes(read.kind));
    }),
    { numRuns: 2_000 },
  );
});

test('a delivery report is no text', () => {
  const [pdu] = writePdus({ sender: '8130', text: 'a', at: AT, reference: 1 });
  const { hex, length } = pdu ?? assert.fail('a message');
  assert.equal(readPdu(`${hex.slice(0, 16)}06${hex.slice(18)}`, length).kind, 'other');
});
