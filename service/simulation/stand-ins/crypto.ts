// Random values come from the seed; ids carry the simulation's time.
import { createDice, type Dice } from '../seeded.ts';
import { now, turns } from '../virtual-time.ts';

export {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPair,
  hash,
  timingSafeEqual,
} from 'node:crypto';

/** For work outside any turn. */
let dice: Dice = createDice(0, 'ids');

export function seedIds(seed: number): void {
  dice = createDice(seed, 'ids');
}

export function randomBytes(size: number): Buffer {
  const own = turns.getStore()?.ids ?? dice;
  return Buffer.from(Array.from({ length: size }, () => own.below(256)));
}

export function randomInt(min: number, max?: number): number {
  const own = turns.getStore()?.ids ?? dice;
  return max === undefined ? own.below(min) : min + own.below(max - min);
}

export function randomUUID(): string {
  return uuid(randomBytes(16), 4);
}

export function randomUUIDv7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now(), 0, 6);
  return uuid(bytes, 7);
}

function uuid(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((at, n) => hex.slice(at, [8, 12, 16, 20, 32][n])).join('-');
}
