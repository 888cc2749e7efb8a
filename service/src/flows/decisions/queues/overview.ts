import type { Queryable } from '../../../db/client.ts';
import { findClock } from '../../../db/clock.ts';
import {
  findUnderWay,
  listQueues,
  listVolumes,
  type PayoutsUnderWay,
  type QueueRow,
  type VolumeRow,
} from '../../../db/decisions/overview.ts';
import { findQuarantine } from '../../../db/quarantine.ts';
import type { Quarantine } from '../../../domain/installation.ts';
import { cappedSumXaf } from '../../../domain/money.ts';
import { OPERATORS, type Operator } from '../../../domain/operators/operator.ts';
import { DIRECTIONS, type Direction } from '../../../domain/payment-kinds.ts';
import { isSwitchedOff } from '../../../domain/providers/channel.ts';
import { firstIdAt } from '../../../domain/uuid-time.ts';
import type { CatalogueEntry, CatalogueSource } from '../../providers/catalogue.ts';

export interface Volume {
  readonly count: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly expired: number;
  readonly rejected: number;
  readonly amountSucceededXaf: number;
}

export interface Overview {
  readonly at: Date;
  readonly queues: readonly QueueRow[];
  readonly today: Readonly<Record<Direction, Volume>>;
  readonly operators: readonly {
    readonly operator: Operator;
    readonly direction: Direction;
    readonly volume: Volume;
    readonly isSwitchedOff: boolean;
  }[];
  readonly hours: readonly {
    readonly hour: Date;
    readonly depositXaf: number;
    readonly withdrawalXaf: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly expired: number;
  }[];
  readonly underWay: PayoutsUnderWay;
  readonly providers: readonly CatalogueEntry[];
  readonly quarantine: Quarantine | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Africa/Douala has no summer time. */
const DOUALA_OFFSET_MS = HOUR_MS;

interface OverviewDeps {
  readonly database: Queryable;
  readonly catalogue: CatalogueSource;
}

/** Everything on the first screen of the person who reads it. */
export async function loadOverview(deps: OverviewDeps, readerId: string): Promise<Overview> {
  const { database } = deps;
  const at = await findClock(database);
  const firstHour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
  const midnight =
    Math.floor((at.getTime() + DOUALA_OFFSET_MS) / DAY_MS) * DAY_MS - DOUALA_OFFSET_MS;
  const since = new Date(Math.min(firstHour, midnight));
  const [queues, underWay, rows, catalogue, quarantine] = await Promise.all([
    listQueues(database, readerId),
    findUnderWay(database),
    listVolumes(database, { firstId: firstIdAt(since) }),
    deps.catalogue.now(),
    findQuarantine(database),
  ]);
  const providers = catalogue.providers.map(({ provider }) => provider);
  const ways = { providers, channels: catalogue.channels };
  const today = rows.filter(({ hour }) => hour.getTime() >= midnight);
  return {
    at,
    queues,
    underWay,
    today: {
      deposit: volumeOf(today.filter(({ direction }) => direction === 'deposit')),
      withdrawal: volumeOf(today.filter(({ direction }) => direction === 'withdrawal')),
    },
    operators: OPERATORS.flatMap((operator) =>
      DIRECTIONS.map((direction) => ({
        operator,
        direction,
        volume: volumeOf(
          today.filter((row) => row.operator === operator && row.direction === direction),
        ),
        isSwitchedOff: isSwitchedOff({ ...ways, operator, direction }),
      })),
    ),
    hours: Array.from({ length: 24 }, (_, index) =>
      hourOf(rows, new Date(firstHour + index * HOUR_MS)),
    ),
    providers: catalogue.providers,
    quarantine,
  };
}

function volumeOf(rows: readonly VolumeRow[]): Volume {
  const count = (state: VolumeRow['state'] | null) =>
    rows.reduce((sum, row) => sum + (state === null || row.state === state ? row.count : 0), 0);
  return {
    count: count(null),
    succeeded: count('succeeded'),
    failed: count('failed'),
    expired: count('expired'),
    rejected: count('rejected'),
    amountSucceededXaf: amountOf(rows),
  };
}

function hourOf(rows: readonly VolumeRow[], hour: Date): Overview['hours'][number] {
  const inHour = rows.filter((row) => row.hour.getTime() === hour.getTime());
  const { succeeded, failed, expired } = volumeOf(inHour);
  return {
    hour,
    succeeded,
    failed,
    expired,
    depositXaf: amountOf(inHour.filter(({ direction }) => direction === 'deposit')),
    withdrawalXaf: amountOf(inHour.filter(({ direction }) => direction === 'withdrawal')),
  };
}

function amountOf(rows: readonly VolumeRow[]): number {
  const succeeded = rows.filter(({ state }) => state === 'succeeded');
  return cappedSumXaf(succeeded.map(({ amount_xaf }) => amount_xaf));
}
