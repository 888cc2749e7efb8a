import assert from 'node:assert/strict';
import { type Reply, runCommand } from '../../../../service/emulators/modem/at-commands.ts';
import type { ModemState } from '../../../../service/emulators/modem/modem-state.ts';
import { writePdus } from '../../../../service/emulators/modem/write-pdu.ts';
import { createDialog, type Port } from '../../src/at/dialog.ts';
import { deleteMessage, readMessages, readStatus } from '../../src/modem/modem.ts';

const MESSAGES = 20;

/** The share of the modem's lines. */
const GARBLED = 0.05;

/**
 * Reads and deletes messages through a noisy line, until so many lines were garbled. Every accepted
 * message must be one that the SIM has. Returns how often all were read.
 */
export async function readThroughNoise(mostGarbled: number, seed: number): Promise<number> {
  const random = randomFrom(seed);
  let garbled = 0;
  let rounds = 0;
  let state = newState(rounds);
  while (garbled < mostGarbled) {
    const port = createPort((command) =>
      linesOf(runCommand(state, command, () => null)).map((line) => {
        if (random() >= GARBLED) return line;
        garbled += 1;
        return spoil(line, random);
      }),
    );
    const dialog = createDialog(port);
    const held = new Map(Array.from(state.store, ([index, { hex }]) => [index, hex]));
    for (const { index, pdu } of await readMessages(dialog)) {
      assert.equal(pdu, held.get(index), 'a message that the SIM does not have');
      await deleteMessage(dialog, index);
    }
    const status = await readStatus(dialog);
    const used = status?.store?.used ?? 0;
    assert.ok(used >= 0 && Number.isInteger(used));
    dialog.end();
    if (state.store.size === 0) {
      rounds += 1;
      state = newState(rounds);
    }
  }
  return rounds;
}

function linesOf(reply: Reply): readonly string[] {
  return 'error' in reply ? [reply.error] : [...reply.lines, 'OK'];
}

/** A line whose far end answers at once. One without an end is closed, as by a deadline. */
function createPort(answer: (command: string) => readonly string[]): Port {
  let onData: (piece: string) => void = () => {};
  let onGone: () => void = () => {};
  let commands = 0;
  return {
    write: (text) => {
      commands += 1;
      const own = commands;
      const lines = answer(text.trim());
      queueMicrotask(() => {
        for (const line of lines) onData(`\r\n${line}\r\n`);
        // Nothing more comes: an open question gets no answer.
        setImmediate(() => own === commands && onGone());
      });
    },
    onData: (listener) => {
      onData = listener;
    },
    onGone: (listener) => {
      onGone = listener;
    },
    close: () => {},
  };
}

const NOISE = '0123456789ABCDEF+,:"OKER \u0000ÿ\n';

function spoil(line: string, random: () => number): string {
  const at = Math.floor(random() * (line.length + 1));
  const put = NOISE[Math.floor(random() * NOISE.length)] ?? '';
  return [
    line.slice(0, at) + put + line.slice(at + 1),
    line.slice(0, at) + put + line.slice(at),
    line.slice(0, at),
    line.slice(at),
    `${line.slice(0, at)}\r\n${line.slice(at)}`,
    '',
  ][Math.floor(random() * 6)] as string;
}

function newState(round: number): ModemState {
  const pdus = Array.from({ length: MESSAGES }, (_, n) => {
    const text = `Montant: ${round * 100 + n} FCFA`;
    return writePdus({ sender: 'OrangeMoney', text, at: new Date(0), reference: n });
  });
  const stored = pdus.flat().map((pdu, n) => [n + 1, { ...pdu, isRead: false }] as const);
  return {
    iccid: '8923701000000000015',
    storeSize: 40,
    store: new Map(stored),
    simPin: null,
    pinTriesLeft: 3,
    isUnlocked: true,
    registration: 1,
    signal: 20,
    isEchoing: false,
    session: null,
    codeForm: 'plain',
  };
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
