const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const JSON_TYPE = 'application/json';

export type Bytes = Uint8Array<ArrayBuffer>;

export function bytesOf(data: string | ArrayBuffer | Uint8Array): Bytes {
  return typeof data === 'string' ? encoder.encode(data) : new Uint8Array(data as Uint8Array);
}

export function textOf(bytes: Bytes): string {
  return decoder.decode(bytes);
}

export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

export function fromBase64Url(text: string): Bytes {
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}

export function toBase64Url(bytes: Bytes): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function sha256Hex(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function concat(first: Bytes, second: Bytes): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** `null` unless it is an object. */
export function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
