import { randomBytes } from 'node:crypto';
import type { ChangeRow } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  findGateway,
  findOnlySim,
  listSimsOf,
  type Sim,
  updateOnlySim,
  upsertGateway,
  upsertSim,
} from '../../db/lines/gateways.ts';
import { lockLine } from '../../db/lines/lines.ts';
import { type ChangedValues, isAsBefore } from '../../domain/access/changed-values.ts';
import { isGatewayName, normaliseLine } from '../../domain/lines/line.ts';
import { DIALECTS, type Dialect } from '../../domain/lines/sms-dialects.ts';
import type { Message } from '../../domain/messages/message.ts';
import { isCameroonNumber, isMerchantCode } from '../../domain/msisdn.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import { factsOf } from './administer-gateways.ts';

/**
 * A person who has the secret of a gateway can send texts in the operator's name, and where its
 * SIMs are decides where money went: in live an administrator asks, and another one approves.
 */
export interface ChangeGatewayDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
}

export interface GatewayKeyDeps extends ChangeGatewayDeps {
  /** Seals the secret. */
  readonly vault: Vault;
}

interface KeyAsked {
  readonly gatewayId: string;
  readonly dialect: Dialect;
}

export type KeyIssued =
  | { readonly kind: 'issued'; readonly secret: string; readonly replaced: boolean }
  | { readonly kind: 'invalid'; readonly problems: readonly Message[] }
  | Waiting;

/** Gives a gateway a new secret; the old one stops working with the same commit. */
export async function issueGatewayKey(
  { database, policy, vault }: GatewayKeyDeps,
  actor: Actor,
  { reason, ...asked }: KeyAsked & { readonly reason: string | null },
): Promise<KeyIssued> {
  const { gatewayId, dialect } = asked;
  if (!isGatewayName(gatewayId)) {
    return { kind: 'invalid', problems: [{ code: 'gateway_name' }] };
  }
  return database.atomically(async (connection) => {
    const before = await keyOf(connection, gatewayId);
    const after = { dialect, gatewayKey: 'new' };
    const change = { kind: 'gateway', subjectId: gatewayId, before, after, reason } as const;
    const waiting = await askForChange(connection, policy, actor, { ...change, isSensitive: true });
    if (waiting !== null) return waiting;
    const secret = await writeKey(connection, vault, actor, { ...asked, reason });
    return { kind: 'issued', secret, replaced: before.gatewayKey !== 'none' };
  });
}

async function keyOf(connection: Queryable, id: string) {
  const found = await findGateway(connection, id);
  if (found === null) return { dialect: null, gatewayKey: 'none' };
  return { dialect: found.dialect, gatewayKey: found.revokedAt === null ? 'in_use' : 'revoked' };
}

async function writeKey(
  connection: Queryable,
  vault: Vault,
  actor: Actor,
  { gatewayId: id, dialect, reason }: KeyAsked & { readonly reason: string | null },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const found = await findGateway(connection, id);
  await upsertGateway(connection, {
    id,
    dialect,
    secret: vault.seal(secret, SECRET_PLACES.gatewaySecret(id)),
  });
  await appendAudit(connection, {
    ...actor,
    action: 'gateway.issue_key',
    subject: `gateway:${id}`,
    before: found && factsOf(found),
    after: { dialect, revoked: false },
    reason,
  });
  return secret;
}

export type SimAssigned =
  | { readonly kind: 'placed'; readonly line: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly problems: readonly Message[] }
  | Waiting;

interface SimAsked extends Sim {
  readonly isOnly: boolean;
}

/** Says which of our lines a SIM of a gateway is: this decides where money went. */
export async function placeSim(
  { database, policy }: ChangeGatewayDeps,
  actor: Actor,
  { reason, ...wanted }: SimAsked & { readonly reason: string | null },
): Promise<SimAssigned> {
  const asked = { ...wanted, line: normaliseLine(wanted.line) };
  const { gatewayId, sim, operator, line, isOnly } = asked;
  const isLine = isCameroonNumber(line) || isMerchantCode(line);
  const problems: readonly Message[] = [
    ...(/^(?=.*\S).{1,100}$/.test(sim) ? [] : [{ code: 'sim_name' } as const]),
    ...(isLine ? [] : [{ code: 'line_name' } as const]),
  ];
  if (problems.length > 0) return { kind: 'invalid', problems };
  return database.atomically(async (connection) => {
    if ((await findGateway(connection, gatewayId)) === null) return { kind: 'not_found' };
    const contradicted = await findContradicted(connection, asked);
    if (contradicted !== null) return { kind: 'invalid', problems: [contradicted] };
    const before = await placeOf(connection, asked);
    const after = { sim, operator, line, onlySim: isOnly };
    const change = { kind: 'gateway', subjectId: gatewayId, before, after, reason } as const;
    const waiting = await askForChange(connection, policy, actor, { ...change, isSensitive: true });
    if (waiting !== null) return waiting;
    await writeSim(connection, actor, { ...asked, reason });
    return { kind: 'placed', line };
  });
}

/** What the gateway was declared to hold and cannot hold with this SIM. */
async function findContradicted(
  connection: Queryable,
  { gatewayId, sim, line, isOnly }: SimAsked,
): Promise<Message | null> {
  const sims = await listSimsOf(connection, gatewayId);
  const declared = await findOnlySim(connection, gatewayId);
  const others = sims.filter((other) => other.sim !== sim && other.line !== line);
  const contradicted = isOnly ? others[0] : others.find((one) => one.sim === declared?.sim);
  if (contradicted === undefined) return null;
  const params = { text: contradicted.sim };
  return { code: isOnly ? 'sim_is_not_only' : 'sim_is_only', params };
}

async function placeOf(connection: Queryable, { gatewayId, sim }: Pick<Sim, 'gatewayId' | 'sim'>) {
  const sims = await listSimsOf(connection, gatewayId);
  const found = sims.find((one) => one.sim === sim);
  if (found === undefined) return { sim: null, operator: null, line: null, onlySim: false };
  const only = await findOnlySim(connection, gatewayId);
  return { sim, operator: found.operator, line: found.line, onlySim: only?.sim === sim };
}

async function writeSim(
  connection: Queryable,
  actor: Actor,
  { gatewayId, sim, operator, line, isOnly, reason }: SimAsked & { readonly reason: string | null },
): Promise<void> {
  const before = await placeOf(connection, { gatewayId, sim });
  await lockLine(connection, line);
  await upsertSim(connection, { gatewayId, sim, operator, line });
  if (isOnly || before.onlySim) {
    await updateOnlySim(connection, { gatewayId, sim: isOnly ? sim : null });
  }
  await appendAudit(connection, {
    ...actor,
    action: 'gateway.place_sim',
    subject: `gateway:${gatewayId}`,
    before:
      before.sim === null
        ? null
        : { sim, operator: before.operator, line: before.line, only: before.onlySim },
    after: { sim, operator, line, only: isOnly },
    reason,
  });
}

export type GatewayChanged = 'applied' | 'overtaken' | { readonly secret: string };

/** Makes the change that another administrator has asked for; a new secret is for this one. */
export async function applyGatewayChange(
  connection: Queryable,
  vault: Vault,
  actor: Actor,
  { subject_id: gatewayId, before, after, reason }: ChangeRow,
): Promise<GatewayChanged> {
  const sim = after['sim'];
  if (typeof sim === 'string') {
    const asked = { ...readSim(gatewayId, sim, after), reason };
    const now = await placeOf(connection, asked);
    if (!isAsBefore(before, now)) return 'overtaken';
    if ((await findContradicted(connection, asked)) !== null) return 'overtaken';
    await writeSim(connection, actor, asked);
    return 'applied';
  }
  if (!isAsBefore(before, await keyOf(connection, gatewayId))) return 'overtaken';
  const dialect = DIALECTS.find((one) => one === after['dialect']);
  if (dialect === undefined) return 'overtaken';
  return { secret: await writeKey(connection, vault, actor, { gatewayId, dialect, reason }) };
}

function readSim(gatewayId: string, sim: string, after: ChangedValues): SimAsked {
  const operator = OPERATORS.find((one) => one === after['operator']);
  if (operator === undefined) throw new Error(`a SIM of no operator: ${after['operator']}`);
  return {
    gatewayId,
    sim,
    operator,
    line: String(after['line']),
    isOnly: after['onlySim'] === true,
  };
}
