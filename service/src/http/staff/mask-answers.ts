import type { FastifyRequest } from 'fastify';
import { toMessageBody } from '../../contract/message.ts';
import { listRevealedLines } from '../../db/access/audit.ts';
import type { Queryable } from '../../db/client.ts';
import { SEES_BALANCES, SEES_NUMBERS, type StaffRole } from '../../domain/access/staff-role.ts';
import { hideBalances, hideNamed } from '../../domain/lines/hidden-balance.ts';
import { maskNumbersIn, namesNumber } from '../../domain/msisdn.ts';
import type { App } from '../app.ts';
import { RequestRefused } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers with a balance that the person has given a reason or a click for. */
    showsBalances?: true;
  }
}

/**
 * No route answers with more than the person's role sees: a viewer gets no player's whole phone
 * number, and only finance and administrators the balance of a line or wallet, be it in a field, an
 * operator's text or a provider's answer. It is hidden here and not in the routes, so that none can
 * forget it; streams call `maskText` themselves. Viewers cannot search for numbers either: a
 * program could try the hundred thousand that a masked one may be.
 */
export function maskAnswers(staff: App, deps: { readonly database: Queryable }): void {
  staff.addHook('onRequest', async ({ query }) => {
    // Addresses are logged by proxies and kept by browsers.
    if (hasSearch(query)) throw new RequestRefused({ code: 'search_by_post' });
  });
  staff.addHook('preHandler', async (request) => {
    const q = hasSearch(request.body) ? request.body.q : null;
    const isRefused = typeof q === 'string' && !UUID.test(q) && namesNumber(q);
    const role = roleOf(request);
    if (isRefused && role !== null && !SEES_NUMBERS[role]) {
      throw new RequestRefused({ code: 'numbers_hidden' });
    }
  });
  staff.addHook('preSerialization', async (request, _reply, payload) => {
    const role = roleOf(request);
    if (role === null) return payload;
    const shown = request.routeOptions.config.showsBalances
      ? payload
      : await withoutBalances(deps, request, payload);
    return SEES_NUMBERS[role] ? shown : maskNumbers(shown);
  });
}

function hasSearch(asked: unknown): asked is { readonly q: unknown } {
  return typeof asked === 'object' && asked !== null && 'q' in asked;
}

function roleOf({ staff }: FastifyRequest): StaffRole | null {
  // Before sign-in there is no `staff`.
  return (staff as typeof staff | undefined)?.role ?? null;
}

async function withoutBalances(
  { database }: { readonly database: Queryable },
  { staff }: FastifyRequest,
  payload: unknown,
): Promise<unknown> {
  const sees = SEES_BALANCES[staff.role];
  if (sees === 'always') return payload;
  const lines = new Set<string>();
  const onHidden = (line: string) => lines.add(line);
  const writeMessage = toMessageBody;
  const hiding = { seesPlatforms: sees !== 'never', writeMessage, onHidden };
  const hidden = hideBalances(payload, { ...hiding, revealed: NOTHING });
  if (sees === 'never' || lines.size === 0) return hidden;
  const revealed = new Set(await listRevealedLines(database, staff.id));
  if (lines.isDisjointFrom(revealed)) return hidden;
  return hideBalances(payload, { ...hiding, revealed });
}

const NOTHING: ReadonlySet<string> = new Set();

/** One text as a role may see it. */
export function maskText(text: string, role: StaffRole): string {
  const shown = SEES_BALANCES[role] === 'always' ? text : hideNamed(text);
  return SEES_NUMBERS[role] ? shown : maskNumber(shown);
}

function maskNumber(text: string): string {
  return UUID.test(text) ? text : maskNumbersIn(text);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fields that hold our own numbers, or digits that are no phone number. */
const KEPT = new Set([
  'credit',
  'debit',
  'ip',
  'line',
  'merchant_number',
  'operator_tx_id',
  'provider_tx_id',
  'sample_number',
]);

function maskNumbers(value: unknown): unknown {
  if (typeof value === 'string') return maskNumber(value);
  if (Array.isArray(value)) return value.map(maskNumbers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, of]) => [key, KEPT.has(key) ? of : maskNumbers(of)]),
  );
}
