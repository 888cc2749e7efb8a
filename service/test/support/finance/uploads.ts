import assert from 'node:assert/strict';
import { type Person, scriptHeaders } from '../access/staff.ts';
import type { Answer } from '../call.ts';
import type { TestService } from '../harness.ts';
import { bodyOf, type Json } from '../transactions/payments.ts';

export const UPLOADS = '/internal/v1/statements/uploads';

/** Calls the service as a person; a text is sent as it is, as a part of a file. */
export async function callAs(
  service: Pick<TestService, 'database' | 'call'>,
  who: Person,
  method: string,
  path: string,
  sent: Json | string = {},
): Promise<Answer> {
  const headers = await scriptHeaders(service.database, who);
  return typeof sent === 'string'
    ? service.call(method, path, {
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: sent,
      })
    : service.call(method, path, method === 'GET' ? { headers } : { headers, json: sent });
}

interface UploadedFile {
  readonly text: string;
  readonly wallet: string;
  readonly name?: string;
  /** How many characters a part has. */
  readonly part?: number;
}

/** Sends a file in parts; returns the address of the upload. */
export async function uploadAs(
  service: Pick<TestService, 'database' | 'call'>,
  who: Person,
  { text, wallet, name = 'mars.csv', part = 500 }: UploadedFile,
): Promise<string> {
  const begin = { wallet, file_name: name, bytes: Buffer.byteLength(text) };
  const begun = await callAs(service, who, 'POST', UPLOADS, begin);
  assert.equal(begun.status, 200, begun.text);
  const path = `${UPLOADS}/${bodyOf(begun)['id']}`;
  for (let first = 0; first < text.length; first += part) {
    const piece = text.slice(first, first + part);
    const kept = await callAs(service, who, 'PUT', `${path}/parts/${first / part}`, piece);
    assert.equal(kept.status, 200, kept.text);
  }
  return path;
}
