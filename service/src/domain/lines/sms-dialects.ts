import { fieldsOf, listOf } from '../json.ts';
/** The formats in which gateways deliver messages. */
export const DIALECTS = ['android', 'kannel', 'signed'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** A request of a gateway, without the proof that it comes from that gateway. */
export interface GatewayRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** The body as text, and as JSON if it is JSON. */
  readonly text: string;
  readonly json: unknown;
}

export type GatewayMessage =
  | {
      readonly kind: 'sms';
      /** Names that may identify the SIM, the most exact first. */
      readonly sims: readonly string[];
      readonly sender: string;
      readonly text: string;
      readonly sentAt: Date | null;
    }
  /** A sign of life, with how full the SIM's store is if the gateway knows it. */
  | {
      readonly kind: 'alive';
      readonly stores: readonly {
        readonly sim: string;
        readonly used: number;
        readonly size: number;
      }[];
    }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Reads a gateway's request. Nothing is guessed: without a sender or a text it is refused. */
export function readGatewayRequest(dialect: Dialect, request: GatewayRequest): GatewayMessage {
  return READERS[dialect](request);
}

const READERS: Readonly<Record<Dialect, (request: GatewayRequest) => GatewayMessage>> = {
  android: readAndroid,
  kannel: readKannel,
  signed: readSigned,
};

/** android-sms-gateway: events with a payload; older builds name the sender `phoneNumber`. */
function readAndroid({ json }: GatewayRequest): GatewayMessage {
  const { event, payload } = fieldsOf(json);
  if (typeof event !== 'string') return invalid('an event is missing');
  if (event !== 'sms:received') return { kind: 'alive', stores: [] };
  const { message, sender, phoneNumber, recipient, simNumber, receivedAt } = fieldsOf(payload);
  return sms({
    sims: [textOf(recipient), typeof simNumber !== 'number' ? null : `sim${String(simNumber)}`],
    sender: textOf(sender) ?? textOf(phoneNumber),
    text: textOf(message),
    sentAt: receivedAt,
  });
}

/** Kannel posts the text itself; everything else is in the address that we give it. */
function readKannel({ query, text, json }: GatewayRequest): GatewayMessage {
  if (query['ping'] !== undefined) return { kind: 'alive', stores: [] };
  const body = typeof json === 'string' ? json : text;
  return sms({
    sims: [textOf(query['smsc']), textOf(query['to'])],
    sender: textOf(query['from']),
    text: textOf(query['text']) ?? textOf(body),
    sentAt: query['ts'],
  });
}

/** Our own format: for the gammu script, the gateway agent and gateways that others write. */
function readSigned({ json }: GatewayRequest): GatewayMessage {
  const { type, sim, sender, text, received_at: receivedAt, stores } = fieldsOf(json);
  if (type === 'ping') return { kind: 'alive', stores: readStores(stores) };
  if (type !== undefined && type !== 'sms') return invalid('type must be sms or ping');
  return sms({
    sims: [textOf(sim)],
    sender: textOf(sender),
    text: textOf(text),
    sentAt: receivedAt,
  });
}

function sms(found: {
  readonly sims: readonly (string | null)[];
  readonly sender: string | null;
  readonly text: string | null;
  readonly sentAt: unknown;
}): GatewayMessage {
  if (found.sender === null) return invalid('the sender is missing');
  if (found.text === null) return invalid('the text is missing');
  const sims = found.sims.map((sim) => nameOf(sim ?? '')).filter((sim) => sim !== '');
  return {
    kind: 'sms',
    sims,
    sender: found.sender,
    text: found.text,
    sentAt: timeOf(found.sentAt),
  };
}

function readStores(value: unknown) {
  return listOf(value)
    .slice(0, MAX_SIMS)
    .flatMap((one) => {
      const { sim: reported, used, size } = fieldsOf(one);
      const sim = nameOf(textOf(reported) ?? '');
      const isRead = sim !== '' && isCount(used) && isCount(size) && size > 0;
      return isRead ? [{ sim, used, size }] : [];
    });
}

/** No gateway box has more. */
const MAX_SIMS = 64;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Longer than any name of a SIM, in characters. */
const LONGEST_NAME = 100;

function nameOf(sim: string): string {
  return storable(sim).slice(0, LONGEST_NAME);
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const FIRST_MS = Date.UTC(2000, 0);
const LAST_MS = Date.UTC(2100, 0);

/**
 * ISO 8601, or the seconds that Kannel and some scripts give. `null` for an impossible time: the
 * message is still accepted, with only its time of arrival.
 */
function timeOf(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const ms = /^[0-9]{9,11}$/.test(value) ? Number(value) * 1_000 : Date.parse(value);
  return ms >= FIRST_MS && ms < LAST_MS ? new Date(ms) : null;
}

function invalid(problem: string): GatewayMessage {
  return { kind: 'invalid', problem };
}
