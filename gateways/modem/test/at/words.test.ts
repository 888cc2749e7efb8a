import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  readFinal,
  readIccid,
  readList,
  readPinState,
  readRegistration,
  readShown,
  readSignal,
  readStore,
  readUnsolicited,
} from '../../src/at/words.ts';

const PDU = '0791326700000000040BD0';

test('the last line of an answer says how it ended', () => {
  assert.deepEqual(readFinal('OK'), { kind: 'ok' });
  assert.deepEqual(readFinal('+CME ERROR: 16'), { kind: 'error', code: 'cme 16' });
  assert.deepEqual(readFinal('+CMS ERROR: 321'), { kind: 'error', code: 'cms 321' });
  assert.deepEqual(readFinal('ERROR'), { kind: 'error', code: 'error' });
  for (const line of ['OKAY', 'ok', '+CSQ: 1', '']) assert.equal(readFinal(line), null);
});

test('unsolicited lines of a modem are understood', () => {
  const screen = (mode: number, text: string, coding: number | null) => ({
    kind: 'screen',
    screen: { mode, text, coding },
  });
  assert.deepEqual(readUnsolicited('+CMTI: "SM",12'), { kind: 'sms' });
  assert.deepEqual(readUnsolicited('+CUSD: 1,"1. Solde",15'), screen(1, '1. Solde', 15));
  assert.deepEqual(readUnsolicited('+CUSD: 2,"Fin"'), screen(2, 'Fin', null));
  assert.deepEqual(readUnsolicited('+CUSD:0,"Fin",'), screen(0, 'Fin', null));
  assert.deepEqual(readUnsolicited('+CUSD: 5'), screen(5, '', null));
  for (const line of ['+CUSD: 9,"x",15', '+CUSD: 1,x', '+CUSD: ', '+CMTI: 1', 'RING']) {
    assert.equal(readUnsolicited(line), null, line);
  }
});

test('a list of messages is read, and a message without its second line is left out', () => {
  const lines = [
    '+CMGL: 1,0,,24',
    PDU,
    '+CMGL: 2,1,,24',
    '+CMGL: 7,1,"name",30',
    PDU.toLowerCase(),
  ];
  assert.deepEqual(readList(lines), [
    { index: 1, length: 24, pdu: PDU },
    { index: 7, length: 30, pdu: PDU },
  ]);
  assert.deepEqual(readShown(['+CMGR: 1,,24', PDU]), { length: 24, pdu: PDU });
  assert.equal(readShown(['+CMGR: 1,,24']), null);
  assert.equal(readShown(['+CMGR: 1,,24', PDU, PDU]), null);
});

test('the status of modem and SIM is read in several forms', () => {
  const iccid = '8923701000000000015';
  for (const line of [`+CCID: ${iccid}`, iccid, `+ICCID: "${iccid}"`, `^ICCID: ${iccid}F`]) {
    assert.equal(readIccid([line]), iccid, line);
  }
  assert.equal(readIccid(['+CCID: 12']), null);
  assert.deepEqual(readStore(['+CPMS: "SM",3,40,"SM",3,40,"SM",3,40']), { used: 3, size: 40 });
  assert.equal(readStore(['+CPMS: "SM",0,0']), null);
  assert.equal(readRegistration(['+CREG: 0,1']), 'home');
  assert.equal(readRegistration(['+CREG: 2,5,"00A1","0000"']), 'roaming');
  assert.equal(readRegistration([]), 'none');
  assert.equal(readSignal(['+CSQ: 20,99']), 20);
  assert.equal(readSignal(['+CSQ: 99,99']), null);
  assert.equal(readPinState(['+CPIN: SIM PIN']), 'SIM PIN');
});

test('no line ends the program', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((rest) => `+CUSD: 1,"${rest}`),
    fc.string().map((rest) => `+CMGL: ${rest}`),
  );
  const readers = [readIccid, readList, readPinState, readRegistration, readShown, readSignal];
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const read of [...readers, readStore]) read(lines);
      for (const one of lines)
        if (readUnsolicited(one) !== null) assert.equal(readFinal(one), null);
    }),
  );
});
