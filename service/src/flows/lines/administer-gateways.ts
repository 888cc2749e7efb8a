import type { ChangeRow } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  deleteSim,
  findGateway,
  findSim,
  type Gateway,
  revokeGateway,
  type Sim,
} from '../../db/lines/gateways.ts';
import { isKnownLine, lockLine, updateWithoutBalances } from '../../db/lines/lines.ts';
import { type PinWord, updatePinMeaning } from '../../db/lines/paying-sims.ts';
import { isAsBefore } from '../../domain/access/changed-values.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';

interface GatewayDeps {
  readonly database: Database;
}

export type KeyRevoked = { readonly kind: 'revoked' | 'revoked_before' | 'not_found' };

/** From the next request on, the service believes nothing that the gateway sends. */
export function revokeGatewayKey(
  { database }: GatewayDeps,
  actor: Actor,
  { gatewayId, reason }: { readonly gatewayId: string; readonly reason: string | null },
): Promise<KeyRevoked> {
  return database.atomically(async (connection) => {
    const found = await findGateway(connection, gatewayId);
    if (found === null) return { kind: 'not_found' };
    if (!(await revokeGateway(connection, gatewayId))) return { kind: 'revoked_before' };
    await appendAudit(connection, {
      ...actor,
      action: 'gateway.revoke_key',
      subject: `gateway:${gatewayId}`,
      before: factsOf(found),
      after: { dialect: found.dialect, revoked: true },
      reason,
    });
    return { kind: 'revoked' };
  });
}

/** Removes a SIM; `false` if the gateway has none of that name. */
export function forgetSim(
  { database }: GatewayDeps,
  actor: Actor,
  { gatewayId, sim }: Pick<Sim, 'gatewayId' | 'sim'>,
): Promise<boolean> {
  return database.atomically(async (connection) => {
    const found = await findSim(connection, { gatewayId, names: [sim] });
    if (found === null || !(await deleteSim(connection, { gatewayId, sim }))) return false;
    await appendAudit(connection, {
      ...actor,
      action: 'gateway.forget_sim',
      subject: `gateway:${gatewayId}`,
      before: { sim, operator: found.operator, line: found.line },
      after: null,
      reason: null,
    });
    return true;
  });
}

/**
 * Records that a person is about to send a text in the name of a gateway. It can complete a
 * deposit, so it must not pass for an operator's text. `null` if there is no such gateway.
 */
export function noteSentSms(
  { database }: GatewayDeps,
  actor: Actor,
  asked: { readonly gatewayId: string; readonly sim: string; readonly sender: string },
): Promise<Gateway | null> {
  const { gatewayId, sim, sender } = asked;
  return database.atomically(async (connection) => {
    const gateway = await findGateway(connection, gatewayId);
    if (gateway === null) return null;
    await appendAudit(connection, {
      ...actor,
      action: 'gateway.send_sms',
      subject: `gateway:${gatewayId}`,
      before: null,
      after: { sim, sender },
      reason: null,
    });
    return gateway;
  });
}

export function factsOf({ dialect, revokedAt }: Gateway) {
  return { dialect, revoked: revokedAt !== null };
}

/**
 * A person who has looked at the screen after a PIN says what it meant; the modem agent is the one
 * that uses it. False if the PIN is not in doubt any more.
 */
export function sayPinMeaning(
  { database }: GatewayDeps,
  actor: Actor,
  { reason, ...word }: PinWord & { readonly reason: string },
): Promise<boolean> {
  return database.atomically(async (connection) => {
    if (!(await updatePinMeaning(connection, word))) return false;
    await appendAudit(connection, {
      ...actor,
      action: 'line.say_pin_meaning',
      subject: `line:${word.line}`,
      before: null,
      after: { meant: word.meant },
      reason,
    });
    return true;
  });
}

export type Declared = 'declared' | 'not_found' | Waiting;

/**
 * Declares that the texts of a line name no balance that can be compared, and opens it. From then
 * on anyone who can send a text in the operator's name can get a deposit credited, so it takes two
 * people. What waited is not credited by this; a balance typed later cancels the declaration.
 */
export function declareWithoutBalances(
  { database, policy }: GatewayDeps & { readonly policy: Pick<PolicySource, 'within'> },
  actor: Actor,
  { line, reason }: { readonly line: string; readonly reason: string },
): Promise<Declared> {
  return database.atomically(async (connection) => {
    if (!(await isKnownLine(connection, line))) return 'not_found';
    const before = { tellsBalances: (await lockLine(connection, line)).tellsBalances };
    const after = { tellsBalances: false };
    const change = { kind: 'line', subjectId: line, before, after, reason } as const;
    const waiting = await askForChange(connection, policy, actor, { ...change, isSensitive: true });
    if (waiting !== null) return waiting;
    await writeWithoutBalances(connection, actor, { line, reason });
    return 'declared';
  });
}

/** Makes the declaration that another person has asked for. */
export async function applyLineChange(
  connection: Queryable,
  actor: Actor,
  { subject_id: line, before, reason }: ChangeRow,
): Promise<'applied' | 'overtaken'> {
  const { tellsBalances } = await lockLine(connection, line);
  if (!isAsBefore(before, { tellsBalances })) return 'overtaken';
  await writeWithoutBalances(connection, actor, { line, reason });
  return 'applied';
}

async function writeWithoutBalances(
  connection: Queryable,
  actor: Actor,
  { line, reason }: { readonly line: string; readonly reason: string | null },
): Promise<void> {
  const { openedAt, tellsBalances } = await lockLine(connection, line);
  await updateWithoutBalances(connection, line);
  await appendAudit(connection, {
    ...actor,
    action: 'line.declare_without_balances',
    subject: `line:${line}`,
    before: { opened: openedAt !== null, tells_balances: tellsBalances },
    after: { opened: true, tells_balances: false },
    reason,
  });
}
