import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { listSeenPrefixes } from '../../db/finance/figures.ts';
import {
  type ComparedPrefix,
  comparePrefixes,
  proposeTable,
} from '../../domain/finance/number-evidence.ts';
import type { PrefixTable } from '../../domain/msisdn.ts';
import { formatPrefixTable } from '../../domain/prefix-table.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';

export interface NumbersReport {
  readonly prefixes: readonly ComparedPrefix[];
  /** The value that the setting should have, or `null` if nothing contradicts the present one. */
  readonly proposal: string | null;
}

const DAY_MS = 86_400_000;

/** What the last days say of the table of prefixes. Nothing is changed by it. */
export async function reportNumbers(
  { database, table }: { readonly database: Queryable; readonly table: PrefixTable },
  { days }: { readonly days: number },
): Promise<NumbersReport> {
  const since = new Date((await findClock(database)).getTime() - days * DAY_MS);
  const seen = await listSeenPrefixes(database, { firstId: firstIdAt(since) });
  const prefixes = comparePrefixes(table, seen);
  const proposed = proposeTable(table, prefixes);
  return { prefixes, proposal: proposed === null ? null : formatPrefixTable(proposed) };
}
