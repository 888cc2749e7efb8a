import type { FastifyRequest } from 'fastify';
import { SEES_NUMBERS } from '../../domain/access/staff-role.ts';
import { maskNumbersIn, namesNumber } from '../../domain/msisdn.ts';
import type { App } from '../app.ts';
import { RequestRefused } from '../errors.ts';

/**
 * A viewer gets no player's whole phone number from any route, be it in a field, an operator's text
 * or a provider's answer. It is masked here and not in the routes, so that none can forget it;
 * streams call `maskForViewer` themselves. Viewers cannot search for numbers either: a program
 * could try the hundred thousand that a masked one may be.
 */
export function maskForViewers(staff: App): void {
  staff.addHook('preHandler', async (request) => {
    const { q } = request.query as { readonly q?: unknown };
    const isRefused = typeof q === 'string' && !UUID.test(q) && namesNumber(q);
    if (isRefused && isViewer(request)) throw new RequestRefused({ code: 'numbers_hidden' });
  });
  staff.addHook('preSerialization', async (request, _reply, payload) =>
    isViewer(request) ? mask(payload) : payload,
  );
}

function isViewer({ staff }: FastifyRequest): boolean {
  // Before sign-in there is no `staff`.
  const role = (staff as typeof staff | undefined)?.role;
  return role !== undefined && !SEES_NUMBERS[role];
}

/** One text as a viewer may see it. */
export function maskForViewer(text: string): string {
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

function mask(value: unknown): unknown {
  if (typeof value === 'string') return maskForViewer(value);
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, of]) => [key, KEPT.has(key) ? of : mask(of)]));
}
