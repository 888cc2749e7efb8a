import { EventEmitter } from 'node:events';
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { autoDetect, DarwinPortBinding, LinuxPortBinding } from '@serialport/bindings-cpp';
import { unixRead } from '@serialport/bindings-cpp/dist/unix-read.js';
import { SerialPortStream } from '@serialport/stream';
import type { Port } from '../at/dialog.ts';

export interface PortOptions {
  readonly path: string;
  readonly baud: number;
}

/** Opens a serial line and discards old input. */
export async function openPort({ path, baud }: PortOptions): Promise<Port> {
  const stream = new SerialPortStream({
    binding: autoDetect(),
    path,
    baudRate: baud,
    autoOpen: false,
    // Two programs that use one modem would take each other's answers.
    lock: true,
  });
  await new Promise<void>((resolve, reject) => {
    stream.open((error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
  keepAwake(stream.port);
  noticeHangUp(stream.port);
  await new Promise<void>((resolve) => {
    stream.flush(() => resolve());
  });
  const gone = new Set<() => void>();
  let isGone = false;
  const leave = () => {
    if (isGone) return;
    isGone = true;
    for (const listener of gone) listener();
  };
  stream.on('close', leave);
  stream.on('error', leave);
  return {
    write: (text) => void stream.write(Buffer.from(text, 'latin1')),
    onData: (listener) => {
      stream.on('data', (bytes: Buffer) => listener(bytes.toString('latin1')));
    },
    onGone: (listener) => {
      if (isGone) listener();
      else gone.add(listener);
    },
    close: () => {
      if (stream.isOpen) stream.close();
    },
  };
}

/**
 * Since Node 26.4, callbacks of the package's native part wait until something else happens, such
 * as a timer (serialport/node-serialport#3148): answers came a second late. So each native event
 * also triggers something else.
 */
function keepAwake(port: object | undefined): void {
  const poller = port !== undefined && 'poller' in port ? port.poller : undefined;
  if (!(poller instanceof EventEmitter)) return;
  for (const event of ['readable', 'writable', 'disconnect']) {
    poller.on(event, () => setImmediate(() => {}));
  }
}

const readAsync = promisify(read);

/**
 * A line whose modem was pulled out returns empty reads at once. The package then reads again
 * without end, which fills the memory until something is written; here the line counts as gone.
 */
function noticeHangUp(port: unknown): void {
  if (!(port instanceof LinuxPortBinding || port instanceof DarwinPortBinding)) return;
  const fsReadAsync = async (...args: Parameters<typeof readAsync>) => {
    const answer = await readAsync(...args);
    if (answer.bytesRead === 0) throw new Error('the modem was pulled out');
    return answer;
  };
  port.read = (buffer, offset, length) =>
    unixRead({
      binding: port,
      buffer,
      offset,
      length,
      fsReadAsync,
    });
}
