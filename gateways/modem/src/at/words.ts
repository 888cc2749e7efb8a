/** How a command ended, by the last line of its answer. */
export type Final =
  | { readonly kind: 'ok' }
  /** Such as `cme 13` or `cms 321`; without a number if the modem gives none. */
  | { readonly kind: 'error'; readonly code: string };

export function readFinal(line: string): Final | null {
  if (line === 'OK') return { kind: 'ok' };
  if (line === 'ERROR' || line === 'NO CARRIER' || line === 'COMMAND NOT SUPPORT') {
    return { kind: 'error', code: 'error' };
  }
  const [, family = '', code = ''] = /^\+(CM[ES]) ERROR: *(.*)$/.exec(line) ?? [];
  return family === '' ? null : { kind: 'error', code: `${family.toLowerCase()} ${code.trim()}` };
}

export type Unsolicited =
  | { readonly kind: 'sms' }
  | { readonly kind: 'screen'; readonly screen: RawScreen };

export interface RawScreen {
  /** 0 the last, 1 waits for an answer, 2 ended by the network, 4 not supported, 5 timed out. */
  readonly mode: number;
  readonly text: string;
  readonly coding: number | null;
}

/** The unsolicited line of a modem that we act on, or `null` for any other line. */
export function readUnsolicited(line: string): Unsolicited | null {
  if (/^\+CMTI: *"\w{2}" *, *\d+$/.test(line)) return { kind: 'sms' };
  const found = /^\+CUSD: *([0-5])(?: *, *"([^]*)" *(?:, *(\d{1,3})?)?)?$/.exec(line);
  if (found === null) return null;
  const [, mode, text = '', coding] = found;
  const reported = {
    mode: Number(mode),
    text,
    coding: coding === undefined ? null : Number(coding),
  };
  return { kind: 'screen', screen: reported };
}

export interface Listed {
  readonly index: number;
  readonly length: number;
  readonly pdu: string;
}

/** Each message of `AT+CMGL` has two lines; one without its second line is left out. */
export function readList(lines: readonly string[]): readonly Listed[] {
  return lines.flatMap((line, at) => {
    const [, index, length] = /^\+CMGL: *(\d{1,5}) *,.*, *(\d{1,3})$/.exec(line) ?? [];
    const pdu = lines[at + 1];
    if (length === undefined || pdu === undefined || !isHex(pdu)) return [];
    return [{ index: Number(index), length: Number(length), pdu: pdu.toUpperCase() }];
  });
}

/** The message that `AT+CMGR` shows. */
export function readShown(lines: readonly string[]): Omit<Listed, 'index'> | null {
  const [head = '', pdu = ''] = lines;
  const [, length] = /^\+CMGR: *.*, *(\d{1,3})$/.exec(head) ?? [];
  return length === undefined || !isHex(pdu) || lines.length !== 2
    ? null
    : { length: Number(length), pdu: pdu.toUpperCase() };
}

function isHex(line: string): boolean {
  return /^[0-9A-Fa-f]{20,}$/.test(line);
}

export interface Store {
  readonly used: number;
  readonly size: number;
}

/** How full the store is from which messages are read: the first of up to three. */
export function readStore(lines: readonly string[]): Store | null {
  const [, used, size] =
    /^\+CPMS: *"\w{2}" *, *(\d{1,5}) *, *(\d{1,5})\b/.exec(lines[0] ?? '') ?? [];
  return size === undefined || Number(size) === 0
    ? null
    : { used: Number(used), size: Number(size) };
}

/** The number of the card; modems name the answer in several ways, or not at all. */
export function readIccid(lines: readonly string[]): string | null {
  const found = lines.map((line) => /^(?:[+^][A-Z]+: *)?"?(89\d{16,18})F?"?$/i.exec(line)?.[1]);
  return found.find((iccid) => iccid !== undefined) ?? null;
}

export const REGISTRATIONS = ['home', 'roaming', 'searching', 'denied', 'none'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

const REGISTRATION_OF: Readonly<Record<string, Registration>> = {
  '0': 'none',
  '1': 'home',
  '2': 'searching',
  '3': 'denied',
  '5': 'roaming',
};

export function readRegistration(lines: readonly string[]): Registration {
  const [, state = ''] = /^\+CREG: *\d *, *(\d)\b/.exec(lines[0] ?? '') ?? [];
  return REGISTRATION_OF[state] ?? 'none';
}

/** From 0 to 31, or `null` if the modem does not know. */
export function readSignal(lines: readonly string[]): number | null {
  const [, level] = /^\+CSQ: *(\d{1,2})\b/.exec(lines[0] ?? '') ?? [];
  return level === undefined || Number(level) > 31 ? null : Number(level);
}

/** `READY`, `SIM PIN`, `SIM PUK` …, or `null` if the modem does not answer. */
export function readPinState(lines: readonly string[]): string | null {
  return /^\+CPIN: *([A-Z0-9 -]+)$/.exec(lines[0] ?? '')?.[1] ?? null;
}
