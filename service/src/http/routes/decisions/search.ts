import type { Static } from 'typebox';
import { searchEverythingSchema } from '../../../contract/decisions/search-api.ts';
import type { TransactionItem } from '../../../contract/transactions/staff-transactions-api.ts';
import { listStaff } from '../../../db/access/staff.ts';
import type { Queryable } from '../../../db/client.ts';
import { listSimHealth } from '../../../db/lines/gateways.ts';
import { listLines } from '../../../db/lines/lines.ts';
import { listTextsBySearch } from '../../../db/receipts/sms.ts';
import { listReceiptsBySearch } from '../../../db/receipts/staff-receipts.ts';
import { listFoundTransactions } from '../../../db/transactions/transaction-search.ts';
import { includesRole, SEES_NUMBERS, type StaffRole } from '../../../domain/access/staff-role.ts';
import {
  type FoundBy,
  readSearch,
  type SearchKeys,
} from '../../../domain/transactions/search/search-text.ts';
import type { App } from '../../app.ts';
import { toReceiptRow } from '../receipts/receipts.ts';
import { toSmsRow } from '../receipts/staff-sms.ts';
import { type RowDeps, toTransactionRows } from '../transactions/listed-transaction.ts';

interface SearchDeps extends Pick<RowDeps, 'policy'> {
  /** May be a standby: no decision depends on what is found. */
  readonly replica: Queryable;
}

/** At most this many of each kind; the screens of their own have the rest. */
const MOST = 5;
const ANY = { direction: null, operator: null, states: null, from: null, to: null } as const;

export function searchRoute(app: App, { replica, policy }: SearchDeps): void {
  app.post(
    '/internal/v1/search',
    { schema: searchEverythingSchema, config: { role: 'viewer', isSearch: true } },
    async ({ body, staff }) => {
      const search = readSearch(body.q, { seeNumbers: SEES_NUMBERS[staff.role] });
      const page = { search, sort: 'newest', after: null, limit: MOST } as const;
      const [found, receipts, lines, people] = await Promise.all([
        listFoundTransactions(replica, ANY, page),
        listReceiptsBySearch(replica, search, MOST),
        findLines(replica, search),
        findStaff(replica, search, staff.role),
      ]);
      const receiptIds = receipts.map(({ id }) => id);
      const [transactions, texts] = await Promise.all([
        toTransactionRows({ database: replica, policy }, staff, found),
        listTextsBySearch(replica, search, { receiptIds, limit: MOST }),
      ]);
      return {
        number: search.msisdn,
        transactions,
        players: playersOf(transactions),
        receipts: receipts.map(toReceiptRow),
        texts: texts.map(toSmsRow),
        lines,
        staff: people,
      };
    },
  );
}

/** What names a player and not only one payment. */
const NAMES_PLAYER: ReadonlySet<FoundBy | undefined> = new Set([
  'player',
  'number',
  'payer_name',
  'digits_and_amount',
  'last_digits',
]);

function playersOf(transactions: readonly Static<typeof TransactionItem>[]) {
  const named = transactions.filter(({ found_by }) => NAMES_PLAYER.has(found_by));
  const players = new Map(named.map((row) => [row.player_id, row.msisdn_masked]));
  return Array.from(players, ([player_id, msisdn_masked]) => ({ player_id, msisdn_masked }));
}

/** Our own numbers, which every role sees whole. */
async function findLines(replica: Queryable, { msisdn, text }: SearchKeys) {
  const digits = (msisdn ?? text).replaceAll(/[\s+]/g, '');
  if (!/^\d{3,}$/.test(digits)) return [];
  const [lines, sims] = await Promise.all([listLines(replica), listSimHealth(replica)]);
  return lines
    .filter(({ line }) => line.replace('+', '').endsWith(digits))
    .slice(0, MOST)
    .map(({ line }) => ({
      line,
      operator: sims.find((sim) => sim.line === line)?.operator ?? null,
    }));
}

async function findStaff(replica: Queryable, { text }: SearchKeys, role: StaffRole) {
  if (!includesRole(role, 'admin')) return [];
  const wanted = plain(text);
  const people = await listStaff(replica);
  return people
    .filter(({ name, email }) => plain(name).includes(wanted) || email.includes(wanted))
    .slice(0, MOST)
    .map(({ id, name, email, role: held }) => ({ id, name, email, role: held }));
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
