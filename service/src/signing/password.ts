import { argon2, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { shareOf } from '../domain/share.ts';

/** Passwords are kept as argon2id in the PHC string form, which carries its own parameters. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, stored: string): Promise<boolean>;
  /** Takes as long as `verify`, for an account that does not exist. */
  verifyNobody(password: string): Promise<false>;
  /** The same for the same salt, so that one of several secrets is found by what it derives to. */
  digest(secret: string, salt: string): Promise<Buffer>;
  /** Too many are waiting: a new request should be tried again later. */
  isBusy(from: 'known browser' | 'stranger'): boolean;
}

/**
 * Each check takes 19 MiB and about 50 ms of one of the four threads that DNS, files and the
 * signatures of webhooks share: half of them stay free, however many strangers try to sign in.
 */
const MAX_AT_ONCE = 2;
/** The most that may wait; the last one's turn comes after about half a second. */
const MAX_IN_ALL = 16;
/** For one process, however many share them. */
const LEAST_IN_ALL = 4;
/** Strangers leave some places to browsers in which the person has signed in before. */
const STRANGERS_SHARE = 0.75;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

export function createPasswords(processes = 1, cost: Cost = COST): Passwords {
  // No password derives to random bytes.
  const unmatchable = toPhc(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  const queue = createQueue(shareOf(MAX_AT_ONCE, processes));
  const mostInAll = shareOf(MAX_IN_ALL, processes, LEAST_IN_ALL);
  return {
    hash: (password) => queue.run(() => hashPassword(password, cost)),
    verify: (password, stored) => queue.run(() => verifyPassword(password, stored)),
    verifyNobody: async (password) => {
      await queue.run(() => verifyPassword(password, unmatchable));
      return false;
    },
    digest: (secret, salt) =>
      queue.run(() =>
        derive(secret, { ...cost, salt: hash('sha256', salt, 'buffer'), tagLength: TAG_BYTES }),
      ),
    isBusy: (from) => queue.length() >= mostInAll * (from === 'stranger' ? STRANGERS_SHARE : 1),
  };
}

/** Runs a few tasks at once and the others in the order in which they came. */
function createQueue(mostAtOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      // A finished task passes its slot to the next one, so that no new task overtakes the queue.
      if (running < mostAtOnce) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    length: () => running + waiting.length,
  };
}

/** Letters and digits that are not mistaken for each other: 99 bits, good for one sign-in. */
const ONE_TIME_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export function createOneTimePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => ONE_TIME_ALPHABET[randomInt(ONE_TIME_ALPHABET.length)]).join(
      '',
    );
  return [group(), group(), group(), group()].join('-');
}

async function hashPassword(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return toPhc(cost, salt, await derive(password, { ...cost, salt, tagLength: TAG_BYTES }));
}

async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const { tag, ...parameters } = parsePhc(stored);
  const derived = await derive(password, { ...parameters, tagLength: tag.length });
  return timingSafeEqual(derived, tag);
}

interface Parameters extends Cost {
  readonly salt: Buffer;
}

/** The callback form runs on another thread; the event loop continues to serve. */
function derive(
  password: string,
  { salt, ...cost }: Parameters & { readonly tagLength: number },
): Promise<Buffer> {
  // The same letters typed on two keyboards may be composed differently.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...cost, message, nonce: salt }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

function toPhc({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(stored: string): Parameters & { readonly tag: Buffer } {
  const parts = PHC.exec(stored);
  // The message must not repeat what is stored.
  if (parts === null) throw new Error('a stored password hash has a form that is not known');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
