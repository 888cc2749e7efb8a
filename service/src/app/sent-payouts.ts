import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { SentPayout } from '../db/provider-requests/lost-sends.ts';
import { fieldsOf, parseJson } from '../domain/json.ts';
import type { SentPayouts } from '../flows/provider-requests/leased-request.ts';
import { syncFolder } from '../postgres/file-system.ts';

/** Older days are deleted. A restore that goes further back is noticed by the days that are left. */
const KEPT_DAYS = 31;
const DAY_MS = 86_400_000;
/** More than are sent at the same time by one process, so that a lost moment shows among them. */
const RECENT = 100;

/**
 * The payouts that the processes of this machine have sent, in files outside the database: one line
 * each, on disk before the provider is called, one file a day. All processes append to the same
 * file; a line is one write, which systems with one disk do not mix with another.
 */
export function createSentPayouts(folder: string): SentPayouts {
  const recent = new Set<string>();
  let today = { day: '', begun: Promise.resolve() };
  return {
    note: async (send) => {
      await append({ kind: 'sent', ...send, at: send.at.toISOString() });
      recent.add(send.reference);
      const [oldest] = recent;
      if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest);
    },
    markNotSent: async (reference) => {
      recent.delete(reference);
      await append({ kind: 'not_taken', reference });
    },
    recent: () => [...recent],
    list: () => readSends(folder),
    prepare: async () => {
      await begin(dayOf(new Date()));
      await access(folder, constants.W_OK);
    },
  };

  /** Once a day; concurrent callers wait for it, and after a failure the next one tries again. */
  async function begin(day: string): Promise<void> {
    if (day !== today.day) today = { day, begun: beginDay(folder, day) };
    const { begun } = today;
    try {
      await begun;
    } catch (error) {
      if (today.begun === begun) today = { ...today, day: '' };
      throw error;
    }
  }

  async function append(line: object): Promise<void> {
    const day = dayOf(new Date());
    await begin(day);
    const file = await openDay(folder, day);
    try {
      // Begins with a new line, so that an earlier truncated line spoils only itself.
      await file.write(`\n${JSON.stringify(line)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The folder of an installation's payouts; other installations have other folders. */
export function sentPayoutsFolder(dataDir: string, installationId: string): string {
  return join(resolve(dataDir), 'sent-payouts', installationId);
}

function openDay(folder: string, day: string): Promise<FileHandle> {
  return open(join(folder, `${day}.jsonl`), 'a', 0o600);
}

/** A file whose name is not on disk is gone after a power cut, however well its lines were written. */
async function beginDay(folder: string, day: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const oldest = new Date(Date.parse(day) - KEPT_DAYS * DAY_MS).toISOString();
  const days = await listDays(folder);
  await Promise.all(
    days.filter((name) => name < oldest).map((name) => rm(join(folder, name), { force: true })),
  );
  await (await openDay(folder, day)).close();
  const top = made === undefined ? folder : dirname(made);
  for (let path = folder; ; path = dirname(path)) {
    await syncFolder(path);
    if (path === top || path === dirname(path)) return;
  }
}

/** The payouts that were sent and not marked as not taken; skips unreadable lines. */
async function readSends(folder: string): Promise<readonly SentPayout[]> {
  const sent = new Map<string, SentPayout>();
  for (const day of await listDays(folder)) {
    const text = await readFile(join(folder, day), 'utf8');
    for (const line of text.split('\n')) {
      const read = readLine(line);
      if (read === null) continue;
      if (read.kind === 'sent') sent.set(read.send.reference, read.send);
      else sent.delete(read.reference);
    }
  }
  return [...sent.values()];
}

async function listDays(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name)).toSorted();
}

type Line =
  | { readonly kind: 'sent'; readonly send: SentPayout }
  | { readonly kind: 'not_taken'; readonly reference: string };

function readLine(line: string): Line | null {
  const fields = fieldsOf(parseJson(line));
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const reference = text('reference');
  if (reference === '') return null;
  if (fields['kind'] === 'not_taken') return { kind: 'not_taken', reference };
  const send = {
    reference,
    transactionId: text('transactionId'),
    providerId: text('providerId'),
    channelId: text('channelId'),
    handle: text('handle'),
    at: new Date(text('at')),
  };
  const isWhole = Object.values(send).every((value) => value !== '');
  const { amountXaf } = fields;
  const refund = {
    refundOf: text('refundOf') === '' ? null : text('refundOf'),
    amountXaf: typeof amountXaf === 'number' ? amountXaf : null,
  };
  if (fields['kind'] !== 'sent' || !isWhole || Number.isNaN(send.at.getTime())) return null;
  return { kind: 'sent', send: { ...send, ...refund } };
}
