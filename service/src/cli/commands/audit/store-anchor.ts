import { open } from 'node:fs/promises';
import { type AuditAnchor, formatAnchor } from '../../../domain/access/audit-anchor.ts';

/** A job at night must end, whatever the other side does. */
const DEADLINE_MS = 10_000;

/** Adds the anchor to a file, and returns when it is on disk. */
export async function appendAnchor(file: string, anchor: AuditAnchor): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.writeFile(`${formatAnchor(anchor)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Posts the anchor; returns what went wrong, or null. */
export async function postAnchor(url: URL, anchor: AuditAnchor): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: formatAnchor(anchor),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    if (!(error instanceof Error)) return 'no answer';
    return error.cause instanceof Error ? error.cause.message : error.message;
  }
}
