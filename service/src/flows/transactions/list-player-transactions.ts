import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  countPlayerTransactions,
  type LandmarkRow,
  listFromLandmark,
  listLandmarks,
  listNewest,
  listNewestWithTotal,
  type PlayerFilter,
  type TransactionSummaryRow,
} from '../../db/transactions/player-transactions.ts';

export interface PlayerPage {
  readonly total: number;
  readonly rows: readonly TransactionSummaryRow[];
}

export type PlayerList = (
  filter: PlayerFilter,
  page: { readonly number: number; readonly limit: number },
) => Promise<PlayerPage>;

/** A player with more transactions than this is remembered. */
const MANY = 10_000;
const LANDMARK_EVERY = 10_000;
const MOST_REMEMBERED = 500;
/** Far longer than any statement may take: what is older has been committed, or never will be. */
const SETTLED_MS = 60_000;

/**
 * The part of a long list that never changes: how many are older than a moment, and where some of
 * them are.
 */
interface Survey {
  readonly before: Date;
  readonly count: number;
  readonly landmarks: readonly LandmarkRow[];
}

/**
 * Pages through a player's transactions. For most players one statement counts and reads. A long
 * list only grows at its new end, so the old part is counted once and landmarks are set in it: the
 * total is then that count plus the newer ones, and any page is near an end or near a landmark.
 */
export function createPlayerList(database: Queryable): PlayerList {
  const surveys = new Map<string, Promise<Survey>>();

  return async (filter, { number, limit }) => {
    const offset = (number - 1) * limit;
    const known = filter.status === null ? surveys.get(keyOf(filter)) : undefined;
    if (known === undefined) {
      const page = await listNewestWithTotal(database, filter, { offset, limit });
      if (page.total > MANY && filter.status === null) remember(filter);
      return page;
    }
    const survey = await known;
    const since = { from: survey.before, before: null };
    const total = survey.count + (await countPlayerTransactions(database, filter, since));
    return { total, rows: await readPage(filter, survey, { total, offset, limit }) };
  };

  function readPage(
    filter: PlayerFilter,
    survey: Survey,
    page: { readonly total: number; readonly offset: number; readonly limit: number },
  ): Promise<readonly TransactionSummaryRow[]> {
    const limit = Math.min(page.limit, page.total - page.offset);
    if (limit <= 0) return Promise.resolve([]);
    if (page.offset <= LANDMARK_EVERY) return listNewest(database, filter, { ...page, limit });
    // How many are older than the page's oldest.
    const older = page.total - page.offset - limit;
    const landmark = survey.landmarks.findLast(({ position }) => position <= older) ?? null;
    const offset = older - (landmark?.position ?? 0);
    return listFromLandmark(database, filter, { landmark, offset, limit });
  }

  function remember(filter: PlayerFilter): void {
    const key = keyOf(filter);
    if (surveys.has(key)) return;
    if (surveys.size >= MOST_REMEMBERED) surveys.clear();
    const surveying = survey(filter);
    surveys.set(key, surveying);
    surveying.catch(() => surveys.delete(key));
  }

  async function survey(filter: PlayerFilter): Promise<Survey> {
    const before = new Date((await findClock(database)).getTime() - SETTLED_MS);
    const [count, landmarks] = await Promise.all([
      countPlayerTransactions(database, filter, { from: null, before }),
      listLandmarks(database, filter, { before, every: LANDMARK_EVERY }),
    ]);
    return { before, count, landmarks };
  }
}

function keyOf({ applicationId, playerId, direction }: PlayerFilter): string {
  return `${applicationId} ${playerId} ${direction}`;
}
