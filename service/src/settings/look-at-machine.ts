import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdir, stat, statfs } from 'node:fs/promises';
import { connect as connectPlainly, isIP } from 'node:net';
import { connect as connectByTls, type TLSSocket } from 'node:tls';
import type { Folder, LocalService, PublicAddress, TimeZone } from '../domain/installation.ts';
import { type Config, isLoopback, listenHost } from './config.ts';

const PATIENCE_MS = 5_000;
const DAY_MS = 86_400_000;

/** The configured folder, and what this user may do there. */
export async function lookAtFolder(path: string): Promise<Folder> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
    const { bavail, blocks, bsize } = await statfs(path);
    return { path, problem: null, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    return { path, problem: messageOf(error), freeBytes: null, totalBytes: null };
  }
}

/** Those of the files that every user of this machine can read. */
export async function findOpenFiles(files: readonly string[]): Promise<readonly string[]> {
  const modes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return files.filter((_, index) => ((modes[index] ?? 0) & constants.S_IROTH) !== 0);
}

export function findTimeZone(at: Date): TimeZone {
  const aheadIn = (month: number) => -new Date(at.getFullYear(), month, 1).getTimezoneOffset();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { name: timeZone, minutes: [aheadIn(0), aheadIn(6)] };
}

/** Whether the service with these settings answers on this machine, and is ready. */
export async function lookAtService(config: Config): Promise<LocalService> {
  const host = listenHost(config);
  const here = isLoopback(host) || /^[0.:]+$/.test(host) ? 'localhost' : host;
  const url = `http://${here}:${config.port}`;
  // A free port may belong to a worker, where no payment arrives.
  if (config.port === 0) return { url, problem: null, isTaken: false };
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, detail = '' } = (await answer.json()) as ReadyAnswer;
    if (status === 'ok') return { url, problem: null, isTaken: false };
    if (status !== 'unavailable') return { url, ...TAKEN };
    const problem = `the service is not ready ${detail}`.trim();
    return { url, problem, isTaken: false };
  } catch (error) {
    if (await isHeld(error, config.port, here)) return { url, ...TAKEN };
    return { url, problem: 'no service answers on this machine', isTaken: false };
  }
}

interface ReadyAnswer {
  readonly status?: string;
  readonly detail?: string;
}

const TAKEN = { problem: 'another program answers there', isTaken: true } as const;

/** Whether a program listens that does not answer as our service does. */
async function isHeld(error: unknown, port: number, host: string): Promise<boolean> {
  // Ours may only be busy.
  if (error instanceof Error && error.name === 'TimeoutError') return false;
  const socket = connectPlainly({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Connects as an operator would; the certificate must be publicly trusted. */
export async function lookAtPublicUrl(
  publicUrl: string | null,
  at: Date,
): Promise<PublicAddress | null> {
  if (publicUrl === null) return null;
  const { protocol, hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = protocol === 'https:';
  const wanted = { host, port: Number(port || (isTls ? 443 : 80)) };
  const { promise, resolve } = Promise.withResolvers<PublicAddress>();
  const settle = (problem: string | null, certificateDays: number | null = null) =>
    resolve({ url: publicUrl, problem, certificateDays });
  const socket = isTls
    ? connectByTls({ ...wanted, servername: isIP(host) ? '' : host }, () =>
        settle(null, daysLeft(socket, at)),
      )
    : connectPlainly(wanted, () => settle(null));
  socket.setTimeout(PATIENCE_MS, () => settle(`no answer within ${PATIENCE_MS / 1_000} seconds`));
  socket.once('error', (error) => settle(messageOf(error)));
  const found = await promise;
  socket.destroy();
  return found;
}

function daysLeft(socket: object, at: Date): number {
  // Only a TLS connection gets here.
  const { valid_to: end } = (socket as TLSSocket).getPeerCertificate();
  return (Date.parse(end) - at.getTime()) / DAY_MS;
}

/** Node's message contains no secrets, only the address that was asked for. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
