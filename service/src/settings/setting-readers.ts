import { BlockList } from 'node:net';
import { availableParallelism } from 'node:os';
import { nodeUrls } from './database-url.ts';

// How the texts of single settings become values. Each throws an Error whose message names the
// problem, without repeating a secret.

export function readDatabaseUrl(text: string): string | null {
  if (text === '') return null;
  nodeUrls(text);
  return text;
}

export function readApiKey(text: string): string | null {
  if (text === '') return null;
  if (/[^\x21-\x7e]/.test(text)) throw new Error('must be printable ASCII without spaces');
  return text;
}

export function readHttpUrl(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error('must be an http or https address');
  }
  return text.replace(/\/+$/, '');
}

/** With three connections each, they fit into the hundred that PostgreSQL has by default. */
export const MAX_PROCESSES = 24;

export function readProcesses(text: string): number {
  if (text === 'auto') return Math.min(MAX_PROCESSES, availableParallelism());
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_PROCESSES) return number;
  throw new Error(`must be auto or a whole number from 1 to ${MAX_PROCESSES}`);
}

export function readSecretsKey(text: string): Buffer | null {
  if (text === '') return null;
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('must be 32 bytes, as 64 hexadecimal digits or base64');
  return key;
}

/** As a list, so that no caller has to check for `null`. */
export function readOtherSecretsKey(text: string): readonly Buffer[] {
  const key = readSecretsKey(text);
  return key === null ? [] : [key];
}

export function readSchemes(text: string): readonly string[] {
  const schemes = text.split(',').map((scheme) => scheme.trim());
  if (schemes.some((scheme) => scheme !== 'http' && scheme !== 'https')) {
    throw new Error('must be https, http or both');
  }
  return schemes;
}

export function readPorts(text: string): readonly number[] {
  if (text === '') return [];
  const ports = text.split(',').map(Number);
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) {
    throw new Error('must be port numbers separated by commas');
  }
  return ports;
}

/** Addresses and networks, such as 10.0.0.0/8, that are trusted to name the client. */
export function readProxies(text: string): readonly string[] {
  if (text === '') return [];
  const proxies = text.split(',').map((part) => part.trim());
  for (const proxy of proxies) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(proxy) ?? [];
    const [family, most] = address.includes(':')
      ? (['ipv6', 128] as const)
      : (['ipv4', 32] as const);
    try {
      new BlockList().addSubnet(address, Number(bits ?? most), family);
    } catch {
      throw new Error('must be IP addresses or networks separated by commas');
    }
  }
  return proxies;
}

/** What a company may accept by name, and what it then lives with. */
export const RISKS = {
  'open-api': 'every machine that reaches the service may use the API, without a key',
  'plain-database':
    'the way to the database is not encrypted: a third party there reads and changes payments',
  'http-webhooks': 'webhooks may go to http addresses, where a third party reads them on the way',
  'embedded-postgres': 'live keeps its data in the embedded PostgreSQL, on this machine alone',
  testing: 'live starts without what protects real money, and webhooks may go to any address',
} as const;

export type Risk = keyof typeof RISKS;

export function readRisks(text: string): ReadonlySet<Risk> {
  if (text === '') return new Set();
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isRisk)) return new Set(names);
  throw new Error(`must be names out of ${Object.keys(RISKS).join(', ')}, with commas between`);
}

function isRisk(name: string): name is Risk {
  return Object.hasOwn(RISKS, name);
}

/** Where and how a process is to fail, once: for tests only. */
export interface Failpoint {
  /** A query by its name, or a call outside: `prepare`, `send`, `ask` or `post`. */
  readonly point: string;
  /** `committed`: after the database transaction in which the query ran. */
  readonly side: 'before' | 'after' | 'committed';
  /** Counted from 1. */
  readonly nth: number;
  /** `hang`: the whole process stops until it is resumed. */
  readonly action: 'kill' | 'hang' | 'error';
}

const FORM = /^([a-z-]+):(before|after|committed):([1-9]\d{0,5}):(kill|hang|error)$/;

export function readFailpoint(text: string): Failpoint | null {
  if (text === '') return null;
  const [, point = '', side, nth, action] = FORM.exec(text) ?? [];
  if (point === '') {
    throw new Error('must be <point>:<before|after|committed>:<nth>:<kill|hang|error>');
  }
  return {
    point,
    side: side as Failpoint['side'],
    nth: Number(nth),
    action: action as Failpoint['action'],
  };
}
