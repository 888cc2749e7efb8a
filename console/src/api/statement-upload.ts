import { ApiError, callApi, sendRaw } from './client.ts';
import { type ApiPath, apiPath } from './path.ts';
import type { ImportLine, StatementPreview } from './types.ts';

/** Sends a file in parts; returns the id of the upload. */
export async function uploadStatement(
  { wallet, file }: { readonly wallet: string; readonly file: File },
  onProgress: (share: number) => void,
): Promise<string> {
  const begun = { wallet, file_name: file.name, bytes: file.size };
  const { id, part_bytes: size } = await callApi<{
    readonly id: string;
    readonly part_bytes: number;
  }>('POST', apiPath`/statements/uploads`, begun);
  for (let part = 0; part * size < file.size; part += 1) {
    const piece = file.slice(part * size, (part + 1) * size);
    await sendPart(apiPath`/statements/uploads/${id}/parts/${part}`, piece);
    onProgress(Math.min(1, ((part + 1) * size) / file.size));
  }
  return id;
}

/** What is in an uploaded file, and what importing it would give. */
export function previewUpload(id: string): Promise<StatementPreview> {
  return callApi<StatementPreview>('POST', apiPath`/statements/uploads/${id}/preview`);
}

/** A part that did not get through is sent again: twice changes nothing. */
async function sendPart(path: ApiPath, piece: Blob, left = 3): Promise<void> {
  try {
    await sendRaw('PUT', path, piece);
  } catch (error) {
    const isLost = error instanceof ApiError && (error.status === 0 || error.status === 408);
    if (!isLost || left === 1) throw error;
    await sendPart(path, piece, left - 1);
  }
}

/** Imports what was uploaded. The answer comes line by line; the last one says what came of it. */
export async function importUpload(
  id: string,
  onProgress: (share: number) => void,
): Promise<Exclude<ImportLine, { readonly kind: 'progress' }>> {
  const response = await sendRaw('POST', apiPath`/statements/uploads/${id}/import`, null);
  if (response.body === null) throw new TypeError('an answer without a body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new TypeError('the answer ended early');
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = JSON.parse(text) as ImportLine;
      if (line.kind !== 'progress') return line;
      onProgress(line.written / line.of);
    }
  }
}
