import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { ifThere } from './file-system.ts';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 10;

export interface ServerLog {
  readonly handle: FileHandle;
  /** The last lines written since the log was opened. */
  tail(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the server's log for appending. We hand the open file over, so any user may write it. */
export async function openServerLog(path: string): Promise<ServerLog> {
  const size = (await ifThere(stat(path)))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const handle = await open(path, 'a+', 0o600);
  const start = (await handle.stat()).size;
  return {
    handle,
    tail: async () => await readTail(handle, start),
    close: async () => await handle.close(),
  };
}

async function readTail(handle: FileHandle, start: number): Promise<string> {
  const end = (await handle.stat()).size;
  const from = Math.max(start, end - TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
  const lines = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n');
  return lines.slice(-TAIL_LINES).join('\n');
}
