import { createHash } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { createLane } from '../../db/lane.ts';
import {
  findGateway,
  findOnlySim,
  findSim,
  type Gateway,
  type Sim,
  touchGateway,
  updateStore,
} from '../../db/lines/gateways.ts';
import { countRepeat, insertSms, type NewSms, type SmsStored } from '../../db/receipts/sms.ts';
import { hasSqlstate, SQLSTATE } from '../../db/sqlstate.ts';
import { parseJson } from '../../domain/json.ts';
import { isGatewayName } from '../../domain/lines/line.ts';
import {
  type GatewayMessage,
  readGatewayRequest,
  storable,
} from '../../domain/lines/sms-dialects.ts';
import type { SmsState } from '../../domain/receipts/sms-state.ts';
import type { SmsTrust } from '../../domain/receipts/sms-trust.ts';
import type { SignatureVerdict } from '../../signing/gateway-signature.ts';
import type { Throttle } from '../access/limits/throttle.ts';
import { type GatewayProof, type JudgeDeps, judgeGateway } from '../lines/judge-gateway.ts';
import { type ReadSmsDeps, readTexts } from './read-sms.ts';

export interface ReceiveSmsDeps extends ReadSmsDeps, JudgeDeps {
  readonly database: Database;
  readonly lanes: SmsLanes;
  /** Senders without the secret may fill a part of the disk, not all of it. */
  readonly forgeries: Throttle;
}

/** A raw request of a gateway. */
export interface SmsRequest extends GatewayProof {
  readonly gatewayId: string;
  readonly contentType: string | null;
}

export type SmsReceived =
  | { readonly kind: 'unknown_gateway' }
  /** Stored as evidence, as far as there is room, and never credited. */
  | { readonly kind: 'forged' }
  /** Refused: the gateway is to sign it again with the right time. */
  | { readonly kind: 'clock_wrong'; readonly now: Date }
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'alive' }
  | { readonly kind: 'stored'; readonly id: string; readonly isRepeat: boolean };

/** Longer than any operator's text, in characters. */
const LONGEST_KEPT = 4_000;

/**
 * Takes a message of a gateway: stored and committed first, then read. Whatever happens after the
 * commit, the message is not lost: a worker reads what was left unread.
 */
export async function receiveSms(deps: ReceiveSmsDeps, request: SmsRequest): Promise<SmsReceived> {
  const { database } = deps;
  // An address can contain characters that the database does not accept in a query.
  if (!isGatewayName(request.gatewayId)) return { kind: 'unknown_gateway' };
  const gateway = await findGateway(deps.strangers, request.gatewayId);
  if (gateway === null) return { kind: 'unknown_gateway' };
  const verdict = await judgeGateway(deps, gateway, request);
  const message = readGatewayRequest(gateway.dialect, {
    query: request.query,
    text: textOf(request),
    json: parseJson(request.raw.toString('utf8')),
  });
  if (verdict === 'forged') return keepForgery(deps, gateway, message);
  if (verdict === 'early' || (verdict === 'late' && signsEachTime(gateway))) {
    return { kind: 'clock_wrong', now: await deps.clock.now() };
  }
  // A replayed request does not prove that the gateway is alive.
  const isFresh = verdict === 'trusted';
  if (isFresh && gateway.isUnseen) await touchGateway(database, gateway.id);
  if (message.kind === 'invalid') return message;
  if (message.kind === 'alive') {
    if (!isFresh) return { kind: 'alive' };
    for (const store of message.stores) {
      await updateStore(database, { gatewayId: gateway.id, ...store });
    }
    return { kind: 'alive' };
  }
  const sim = await simOf(database, gateway.id, message.sims);
  const { id, isRepeat, state } = await deps.lanes.store(
    newSms(gateway, message, { verdict, sim }),
  );
  if (state === 'stored') await deps.lanes.read(id);
  return { kind: 'stored', id, isRepeat };
}

/** A phone may send a text again with its first signature: refused, the text would be lost. */
function signsEachTime({ dialect }: Gateway): boolean {
  return dialect === 'signed';
}

/** A text that names no SIM is only believed from a gateway declared to hold just one. */
function simOf(
  database: Database,
  gatewayId: string,
  names: readonly string[],
): Promise<Sim | null> {
  return names.length === 0
    ? findOnlySim(database, gatewayId)
    : findSim(database, { gatewayId, names });
}

/** A message from a sender without the secret may be needed as evidence one day. */
async function keepForgery(
  { lanes, forgeries }: ReceiveSmsDeps,
  gateway: Gateway,
  message: GatewayMessage,
): Promise<SmsReceived> {
  if (message.kind === 'sms' && (await forgeries.take(gateway.id)) === 0) {
    const sms = newSms(gateway, message, { verdict: 'forged', sim: null });
    const code = gateway.revokedAt === null ? 'not_signed' : 'gateway_key_revoked';
    await lanes.store({ ...sms, state: 'refused', reason: { code } });
  }
  return { kind: 'forged' };
}

type SmsVerdict = Exclude<SignatureVerdict, 'early'>;

function newSms(
  gateway: Gateway,
  message: GatewayMessage & { readonly kind: 'sms' },
  { verdict, sim }: { readonly verdict: SmsVerdict; readonly sim: Sim | null },
): NewSms {
  const trust: SmsTrust = verdict === 'trusted' && sim === null ? 'unknown_sim' : verdict;
  const sms = {
    gatewayId: gateway.id,
    sim: sim?.sim ?? message.sims[0] ?? null,
    operator: sim?.operator ?? null,
    line: sim?.line ?? null,
    sender: storable(message.sender).slice(0, 100),
    body: storable(message.text).slice(0, LONGEST_KEPT),
    sentAt: message.sentAt,
    trust,
    state: 'stored',
    reason: null,
  } as const;
  return { ...sms, digest: digestOf(sms) };
}

/**
 * The same text on the same SIM is the same message, whatever the gateway calls it the second time.
 * The level of trust is part of the digest: a forged copy cannot keep the true message out.
 */
function digestOf(sms: Omit<NewSms, 'digest'>): Buffer {
  // A gateway may add or drop spaces when it sends a text again; it is still the same text.
  const text = sms.body.trim().replaceAll(/\s+/g, ' ');
  const parts = [sms.gatewayId, sms.sim, sms.line, sms.sender, text, sms.trust];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Kannel posts a text with letters outside of the GSM alphabet, such as ê, in UTF-16. */
function textOf({ raw, contentType }: SmsRequest): string {
  const isUtf16 = /charset="?utf-16be\b/i.test(contentType ?? '');
  return isUtf16 ? new TextDecoder('utf-16be').decode(raw) : raw.toString('utf8');
}

/** Texts that arrive at once are stored and read in one batch. */
export interface SmsLanes {
  readonly store: (sms: NewSms) => Promise<SmsStored>;
  readonly read: (id: string) => Promise<void>;
}

/** Enough for all lines of a large business at once; a batch holds their locks. */
const MAX_AT_ONCE = 64;

export function createSmsLanes(deps: ReadSmsDeps): SmsLanes {
  const { database } = deps;
  const insert = createLane({ run: (batch: readonly NewSms[]) => insertSms(database, batch) });
  const readInBatch = createLane({
    run: (ids: readonly string[]) => readOrLeave(deps, ids),
    maxBatch: MAX_AT_ONCE,
  });
  return {
    store: async (sms) => (await insert(sms)) ?? (await countRepeat(database, sms)),
    read: async (id) => {
      if ((await readInBatch(id)) === null) await readOrLeave(deps, [id]);
    },
  };
}

/** A batch that lost a race is read one by one; a single text that lost one, by the worker. */
async function readOrLeave(
  deps: ReadSmsDeps,
  ids: readonly string[],
): Promise<readonly (SmsState | null)[]> {
  try {
    return await readTexts(deps, ids);
  } catch (error) {
    if (!isRace(error)) throw error;
    return ids.map(() => null);
  }
}

/** Another process was faster with one of them, or has locked what it is about. */
function isRace(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return (
    hasSqlstate(error, SQLSTATE.uniqueViolation, SQLSTATE.deadlockDetected) ||
    hasSqlstate(cause, SQLSTATE.lockNotAvailable)
  );
}
