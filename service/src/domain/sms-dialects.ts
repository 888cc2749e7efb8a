/** The ways in which gateways hand over messages. */
export const DIALECTS = ['android', 'kannel', 'signed'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** A request of a gateway, apart from what proves that it is one. */
export interface GatewayRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** The body as text, and as JSON where it is. */
  readonly text: string;
  readonly json: unknown;
}

export type GatewayWord =
  | {
      readonly kind: 'sms';
      /** Names of the SIM by which it may be known, the most exact first. */
      readonly sims: readonly string[];
      readonly sender: string;
      readonly text: string;
      readonly sentAt: Date | null;
    }
  /** A sign of life, with how full the SIM's store is where the gateway knows it. */
  | {
      readonly kind: 'alive';
      readonly stores: readonly {
        readonly sim: string;
        readonly used: number;
        readonly size: number;
      }[];
    }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Reads a gateway's request. Nothing is guessed: what lacks a sender or a text is refused. */
export function readGatewayRequest(dialect: Dialect, request: GatewayRequest): GatewayWord {
  return READERS[dialect](request);
}

const READERS: Readonly<Record<Dialect, (request: GatewayRequest) => GatewayWord>> = {
  android: readAndroid,
  kannel: readKannel,
  signed: readSigned,
};

/** android-sms-gateway: events with a payload; older builds name the sender `phoneNumber`. */
function readAndroid({ json }: GatewayRequest): GatewayWord {
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

/** Kannel posts the text itself; everything else is in the address that we tell it to use. */
function readKannel({ query, text, json }: GatewayRequest): GatewayWord {
  if (query['ping'] !== undefined) return { kind: 'alive', stores: [] };
  const body = typeof json === 'string' ? json : text;
  return sms({
    sims: [textOf(query['smsc']), textOf(query['to'])],
    sender: textOf(query['from']),
    text: textOf(query['text']) ?? textOf(body),
    sentAt: query['ts'],
  });
}

/** Our own form, of the gammu script, of a gateway agent and of whoever writes their own. */
function readSigned({ json }: GatewayRequest): GatewayWord {
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
}): GatewayWord {
  if (found.sender === null) return invalid('the sender is missing');
  if (found.text === null) return invalid('the text is missing');
  const sims = found.sims.filter((sim) => sim !== null);
  return {
    kind: 'sms',
    sims,
    sender: found.sender,
    text: found.text,
    sentAt: timeOf(found.sentAt),
  };
}

function readStores(value: unknown) {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_SIMS).flatMap((one) => {
    const { sim, used, size } = fieldsOf(one);
    const isRead =
      typeof sim === 'string' && isCount(used) && isCount(size) && size > 0 && sim !== '';
    return isRead ? [{ sim, used, size }] : [];
  });
}

/** No gateway box has more. */
const MOST_SIMS = 64;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** ISO 8601, or the seconds that Kannel and some scripts give. */
function timeOf(value: unknown): Date | null {
  const isSeconds = typeof value === 'string' && /^[0-9]{9,11}$/.test(value);
  const ms = isSeconds ? Number(value) * 1_000 : Date.parse(String(value));
  return Number.isFinite(ms) ? new Date(ms) : null;
}

function invalid(problem: string): GatewayWord {
  return { kind: 'invalid', problem };
}
