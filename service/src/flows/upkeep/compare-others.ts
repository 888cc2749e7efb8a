import { hash } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import {
  listBodies,
  listFacts,
  listMoved,
  streamDelivered,
  streamPaidPayouts,
} from '../../db/upkeep/others.ts';
import type { Findings, ProofOfOthers } from '../../domain/upkeep/finding.ts';
import {
  type Acknowledged,
  judgeAcknowledged,
  judgeMove,
  type OperatorMove,
} from '../../domain/upkeep/others.ts';

/** Records of other systems; what is not given is not compared. */
export interface Others {
  readonly clients?: Lines<Acknowledged>;
  /** The raw bodies that receivers got. */
  readonly receivers?: Lines<string>;
  readonly operators?: Lines<OperatorMove>;
  readonly logs?: Lines<string>;
}

export type Lines<T> = Iterable<T> | AsyncIterable<T>;

interface OthersDeps {
  readonly connection: Queryable;
  readonly findings: Findings;
  /** Removes what a log line must not contain. */
  readonly scrub: (line: string) => string;
}

const BATCH = 2_000;

/** Compares the database with the records of other systems. */
export async function compareOthers(deps: OthersDeps, others: Others): Promise<void> {
  if (others.clients !== undefined) await compareClients(deps, others.clients);
  if (others.receivers !== undefined) await compareReceivers(deps, others.receivers);
  if (others.operators !== undefined) await compareOperators(deps, others.operators);
  if (others.logs !== undefined) await searchLogs(deps, others.logs);
}

async function compareClients(deps: OthersDeps, lines: Lines<Acknowledged>): Promise<void> {
  const blame = blamer(deps, 'clients_agree');
  for await (const batch of inBatches(lines)) {
    const rows = await listFacts(
      deps.connection,
      batch.map(({ service_tx_id: id }) => id),
    );
    const stored = new Map(rows.map((row) => [row.service_tx_id, row]));
    for (const reported of batch) {
      const id = reported.service_tx_id;
      blame(`transaction:${id}`, judgeAcknowledged(reported, stored.get(id) ?? null));
    }
  }
}

async function compareReceivers(deps: OthersDeps, lines: Lines<string>): Promise<void> {
  const blame = blamer(deps, 'receivers_agree');
  const got = new Set<string>();
  for await (const batch of inBatches(lines)) {
    const ids = batch.map(transactionOf).filter((id) => id !== null);
    const rows = await listBodies(deps.connection, ids);
    const ours = new Set(rows.map(({ body }) => body));
    for (const body of batch) {
      got.add(digestOf(body));
      const subject = `transaction:${transactionOf(body) ?? 'unknown'}`;
      blame(subject, ours.has(body) ? null : 'a receiver got what we never wrote');
    }
  }
  for await (const rows of streamDelivered(deps.connection)) {
    for (const { id, body } of rows) {
      const problem = got.has(digestOf(body)) ? null : 'it counts as delivered and never arrived';
      blame(`webhook:${id}`, problem);
    }
  }
}

/** Short, since memory has one for each webhook. */
function digestOf(body: string): string {
  return hash('sha256', body, 'base64').slice(0, 16);
}

function transactionOf(body: string): string | null {
  return /"service_tx_id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? null;
}

async function compareOperators(deps: OthersDeps, lines: Lines<OperatorMove>): Promise<void> {
  const blame = blamer(deps, 'operators_agree');
  const moved = new Map<string, number>();
  for await (const batch of inBatches(lines)) {
    const rows = await listMoved(
      deps.connection,
      batch.map(({ reference }) => reference),
    );
    const byName = new Map(
      rows.flatMap((row) => [
        [row.reference, row],
        [row.handle ?? row.reference, row],
      ]),
    );
    for (const move of batch) {
      const found = byName.get(move.reference) ?? null;
      const times = (moved.get(found?.id ?? '') ?? 0) + 1;
      if (found !== null) moved.set(found.id, times);
      const subject = found === null ? `move:${move.reference}` : `transaction:${found.id}`;
      blame(subject, judgeMove(move, found, times));
    }
  }
  for await (const rows of streamPaidPayouts(deps.connection)) {
    for (const { id } of rows) {
      blame(`transaction:${id}`, moved.has(id) ? null : 'it succeeded, and no operator paid it');
    }
  }
}

/** A log line with a secret is named by its number, so that the secret is not written once more. */
async function searchLogs(deps: OthersDeps, lines: Lines<string>): Promise<void> {
  const blame = blamer(deps, 'logs_keep_secrets');
  let lineNumber = 0;
  for await (const line of lines) {
    lineNumber += 1;
    const problem = deps.scrub(line) === line ? null : 'it has a key, a secret or a full number';
    blame(`log line:${lineNumber}`, problem);
  }
}

function blamer({ findings }: OthersDeps, proof: ProofOfOthers) {
  findings.looked(proof);
  return (subject: string, problem: string | null) => {
    if (problem !== null) findings.add({ proof, subject, problem });
  };
}

async function* inBatches<T>(lines: Lines<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
