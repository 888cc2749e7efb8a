import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The modem's end of a serial line whose other end is a device file. */
export interface SerialLine {
  readonly write: (text: string) => void;
  /** Pulls the plug: the device is gone for programs that have it open. */
  readonly end: () => Promise<void>;
}

const OPEN_TRIES = 200;

/** Makes a pseudo terminal at `path` with socat and talks through it. */
export async function openSerialLine(
  path: string,
  onData: (piece: string) => void,
): Promise<SerialLine> {
  const socat = spawn('socat', ['-', `PTY,link=${path},raw,echo=0`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  socat.stdout.setEncoding('latin1').on('data', onData);
  // Unplugging ends it while data is on its way.
  socat.stdin.on('error', () => {});
  for (let left = OPEN_TRIES; !existsSync(path); left -= 1) {
    if (left === 0 || socat.exitCode !== null) throw new Error('socat makes no terminal');
    await pause(10);
  }
  // socat ends when no program has the terminal open, so we keep it open.
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  return {
    write: (text) => void socat.stdin.write(Buffer.from(text, 'latin1')),
    end: async () => {
      closeSync(descriptor);
      await endProcess(socat);
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
