import { nationalDigits, normaliseMsisdn } from '../domain/msisdn.ts';
import type { Order } from './provider.ts';

// Reads the answers of a system. Nothing in them is taken for granted, and nothing here throws.

export type JsonObject = Readonly<Record<string, unknown>>;

export function readObject(value: unknown): JsonObject | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : null;
}

/** The object that a text is as JSON, or `null` if it is none. */
export function readJson(text: string): JsonObject | null {
  try {
    return readObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value of the object's own field, or `null` if there is none. */
export function readField(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}

/** A text or a number, as text, or `null` for anything else. */
export function readText(object: JsonObject | null, name: string): string | null {
  const value = readField(object, name);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** An amount such as "500" or "500.00", or `null` for anything else. */
export function readAmount(object: JsonObject | null, name: string): number | null {
  const text = readText(object, name);
  return text !== null && AMOUNT.test(text) ? Number(text) : null;
}

/** A fee in hundredths; more digits than that are nothing that could be booked, so `null`. */
export function readFeeCents(object: JsonObject | null, name: string): number | null {
  const [, whole = '', part = ''] = FEE.exec(readText(object, name) ?? '') ?? [];
  return whole === '' ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Whether a number that a system names is that of the order, also if the person was erased. */
export function isNumberOf(text: string | null, { msisdn, wasNumber }: Order): boolean {
  if (text === null) return false;
  if ([nationalDigits(msisdn), msisdn.slice(1), msisdn].includes(text)) return true;
  const named = normaliseMsisdn(text);
  return wasNumber !== undefined && named.kind === 'valid' && wasNumber(named.msisdn);
}

/** A system's text for storing and showing: one line, no control characters, not long. */
export function cleanWords(text: string, mostCharacters = 100): string {
  return text
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, mostCharacters)
    .toWellFormed();
}

/** Operators refuse a whole payment for an apostrophe, so only letters, digits and spaces stay. */
export function plainNote(note: string): string {
  const plain = note
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_NOTE_CHARACTERS)
    .trim();
  return plain === '' ? 'Payment' : plain;
}

const MAX_NOTE_CHARACTERS = 160;
const AMOUNT = /^[0-9]{1,15}(\.[0-9]{1,4})?$/;
const FEE = /^([0-9]{1,9})(?:\.([0-9]{1,2})0*)?$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

// Checks of account settings that several adapters share.

/** For values that go into HTTP headers: a space or a line end there is a pasting mistake. */
export function findKeyProblem(value: string): string | null {
  return /^[\x21-\x7e]{0,500}$/.test(value) ? null : 'must be printable ASCII without spaces';
}

export function basicAuthorisation(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`).toString('base64');
}
