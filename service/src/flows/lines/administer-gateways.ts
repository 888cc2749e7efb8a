import { randomBytes } from 'node:crypto';
import type { ChangeRow } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  deleteSim,
  findGateway,
  findOnlySim,
  findSim,
  type Gateway,
  listSimsOf,
  revokeGateway,
  type Sim,
  updateOnlySim,
  upsertGateway,
  upsertSim,
} from '../../db/lines/gateways.ts';
import { isKnownLine, lockLine, updateWithoutBalances } from '../../db/lines/lines.ts';
import { type PinWord, updatePinMeaning } from '../../db/lines/paying-sims.ts';
import { isAsBefore } from '../../domain/access/agreement.ts';
import { isGatewayName, normaliseLine } from '../../domain/lines/line.ts';
import type { Dialect } from '../../domain/lines/sms-dialects.ts';
import { isCameroonNumber, isMerchantCode } from '../../domain/msisdn.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';

interface GatewayDeps {
  readonly database: Database;
}

export type KeyIssued =
  | { readonly kind: 'issued'; readonly secret: string; readonly replaced: boolean }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Gives a gateway a new secret; the old one stops working with the same commit. */
export async function issueGatewayKey(
  { database, vault }: GatewayDeps & { readonly vault: Vault },
  actor: Actor,
  asked: { readonly gatewayId: string; readonly dialect: Dialect },
): Promise<KeyIssued> {
  const { gatewayId: id, dialect } = asked;
  if (!isGatewayName(id)) {
    return {
      kind: 'invalid',
      problems: ['a gateway is named with 1 to 40 small letters, digits and hyphens'],
    };
  }
  const secret = randomBytes(32).toString('base64url');
  return database.atomically(async (connection) => {
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
      reason: null,
    });
    return { kind: 'issued', secret, replaced: found !== null };
  });
}

export type KeyRevoked = { readonly kind: 'revoked' | 'revoked_before' | 'not_found' };

/** From the next request on, the service believes nothing that the gateway sends. */
export function revokeGatewayKey(
  { database }: GatewayDeps,
  actor: Actor,
  gatewayId: string,
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
      reason: null,
    });
    return { kind: 'revoked' };
  });
}

export type SimAssigned =
  | { readonly kind: 'placed'; readonly line: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Says which of our lines a SIM of a gateway is: this decides where money went. */
export async function placeSim(
  { database }: GatewayDeps,
  actor: Actor,
  asked: Sim & { readonly isOnly: boolean },
): Promise<SimAssigned> {
  const { gatewayId, sim, operator, isOnly } = asked;
  const line = normaliseLine(asked.line);
  const problems = [
    ...(/^(?=.*\S).{1,100}$/.test(sim) ? [] : ['the name of a SIM has 1 to 100 characters']),
    ...(isCameroonNumber(line) || isMerchantCode(line)
      ? []
      : ['a line is a number such as +237690000000, or the 4 to 15 digits of a merchant code']),
  ];
  if (problems.length > 0) return { kind: 'invalid', problems };
  return database.atomically(async (connection) => {
    const gateway = await findGateway(connection, gatewayId);
    if (gateway === null) return { kind: 'not_found' };
    const sims = await listSimsOf(connection, gatewayId);
    const declared = await findOnlySim(connection, gatewayId);
    const others = sims.filter((other) => other.sim !== sim && other.line !== line);
    const contradicted = isOnly ? others[0] : others.find((one) => one.sim === declared?.sim);
    if (contradicted !== undefined) {
      return { kind: 'invalid', problems: [onlyProblem(contradicted, isOnly)] };
    }
    const found = sims.find((one) => one.sim === sim) ?? null;
    await lockLine(connection, line);
    await upsertSim(connection, { gatewayId, sim, operator, line });
    if (isOnly || declared?.sim === sim) {
      await updateOnlySim(connection, { gatewayId, sim: isOnly ? sim : null });
    }
    await appendAudit(connection, {
      ...actor,
      action: 'gateway.place_sim',
      subject: `gateway:${gatewayId}`,
      before: found && {
        sim,
        operator: found.operator,
        line: found.line,
        only: declared?.sim === sim,
      },
      after: { sim, operator, line, only: isOnly },
      reason: null,
    });
    return { kind: 'placed', line };
  });
}

function onlyProblem({ sim, line }: Sim, isOnly: boolean): string {
  return isOnly
    ? `the gateway holds another SIM: ${sim} with the line ${line}`
    : `the gateway was declared to hold only ${sim}: place that one again without --only first`;
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

function factsOf({ dialect, revokedAt }: Gateway) {
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
