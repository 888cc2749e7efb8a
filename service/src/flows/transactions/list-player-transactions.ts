import { setTimeout as pause } from 'node:timers/promises';
import { type Database, DatabaseUnavailable, type Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { createLane, type Lane } from '../../db/lane.ts';
import {
  countPlayerTransactions,
  type LandmarkRow,
  listFromLandmark,
  listLandmarks,
  listNewest,
  listNewestOfPlayers,
  listNewestWithTotal,
  type NewestAsked,
  type PlayerFilter,
  type PlayerPage,
  type TransactionSummaryRow,
} from '../../db/transactions/player-transactions.ts';

export type PlayerList = (
  filter: PlayerFilter,
  page: { readonly number: number; readonly limit: number },
) => Promise<PlayerPage>;

/** A player with more transactions than this is remembered. */
const MANY = 10_000;
/** All rows up to the end of such a page are read. */
const NEAR = 200;
const LANDMARK_EVERY = 10_000;
const MAX_REMEMBERED = 500;
const SURVEY_PATIENCE_MS = 3_000;
/** Far longer than any query may take: what is older has been committed, or never will be. */
const SETTLED_MS = 60_000;

export type NewestLane = Lane<NewestAsked, PlayerPage>;

export function createNewestLane(database: Queryable): NewestLane {
  return createLane({ run: (batch) => listNewestOfPlayers(database, batch, MANY + 1) });
}

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
 * Pages through a player's transactions. The usual request, the newest of a player with a few, is
 * answered in batches. A long list only grows at its new end, so the old part is counted once and
 * landmarks are set in it: the total is then that count plus the newer ones, and any page is near
 * an end or near a landmark.
 */
export function createPlayerList(
  database: Pick<Database, 'query' | 'withConnection'>,
  newest: NewestLane,
): PlayerList {
  const surveys = new Map<string, Promise<Survey>>();
  let lastSurvey: Promise<unknown> = Promise.resolve();

  return async (filter, { number, limit }) => {
    const offset = (number - 1) * limit;
    if (filter.status !== null) {
      return listNewestWithTotal(database, filter, { offset, limit });
    }
    let known = surveys.get(keyOf(filter));
    if (known === undefined) {
      const isNear = offset + limit <= NEAR;
      const { total, rows } = await newest({ filter, offset, limit: isNear ? limit : 0 });
      if (total <= MANY) {
        return {
          total,
          rows: isNear ? rows : await listNewest(database, filter, { offset, limit }),
        };
      }
      known = remember(filter);
    }
    const survey = await soon(known);
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

  function remember(filter: PlayerFilter): Promise<Survey> {
    const key = keyOf(filter);
    const known = surveys.get(key);
    if (known !== undefined) return known;
    if (surveys.size >= MAX_REMEMBERED) surveys.clear();
    const surveying = survey(filter);
    surveys.set(key, surveying);
    surveying.catch(() => surveys.delete(key));
    return surveying;
  }

  /** Millions take longer than a query may; one at a time, so that other requests do not wait. */
  function survey(filter: PlayerFilter): Promise<Survey> {
    const surveying = lastSurvey.then(() =>
      database.withConnection(async (connection) => {
        const before = new Date((await findClock(connection)).getTime() - SETTLED_MS);
        const count = await countPlayerTransactions(connection, filter, { from: null, before });
        const landmarks = await listLandmarks(connection, filter, {
          before,
          every: LANDMARK_EVERY,
        });
        return { before, count, landmarks };
      }),
    );
    lastSurvey = surveying.catch(() => {});
    return surveying;
  }
}

/** A caller that asks meanwhile is asked to come again, and finds it done. */
async function soon(survey: Promise<Survey>): Promise<Survey> {
  const patience = new AbortController();
  const late = pause(SURVEY_PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new DatabaseUnavailable('a long list is being counted');
  });
  try {
    return await Promise.race([survey, late]);
  } finally {
    patience.abort();
    late.catch(() => {});
  }
}

function keyOf({ applicationId, playerId, direction }: PlayerFilter): string {
  return `${applicationId} ${playerId} ${direction}`;
}
