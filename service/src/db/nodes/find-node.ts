import pg from 'pg';
import { isUnavailable } from '../sqlstate.ts';
import { identifyNode, type NodeFacts, WrongNode } from './identify-node.ts';

/** One address of a cluster, as the driver takes it. */
export type Node = pg.ClientConfig;

const PROBE_TIMEOUT_MS = 1_500;
/** How long the others may still answer once one node would do: another may be newer. */
const GRACE_MS = 250;

interface Found {
  readonly node: Node;
  readonly facts: NodeFacts;
}

/**
 * Asks all nodes at once, so that one that is gone costs no time, and returns the wanted one; of
 * two writable ones, the one with the newer history.
 */
export async function findNode(nodes: readonly Node[], check: CheckNode): Promise<Node> {
  const found: Found[] = [];
  const failures: unknown[] = [];
  const graceIsOver = Promise.withResolvers<void>();
  const probes = nodes.map(async (node) => {
    try {
      found.push({ node, facts: await probe(node, check) });
      setTimeout(graceIsOver.resolve, GRACE_MS).unref();
    } catch (error) {
      failures.push(error);
    }
  });
  await Promise.race([Promise.all(probes), graceIsOver.promise]);
  const [first, ...others] = found;
  if (first === undefined) throw noneOf(failures);
  const best = others.reduce((a, b) => (b.facts.timeline > a.facts.timeline ? b : a), first);
  check(best.facts);
  return best.node;
}

async function probe(node: Node, check: CheckNode): Promise<NodeFacts> {
  const client = new pg.Client({ ...node, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const facts = await identifyNode(client, {});
    check(facts);
    return facts;
  } finally {
    void client.end().catch(() => {});
  }
}

/** A password that is wrong everywhere stays wrong; other failures may pass. */
function noneOf(failures: readonly unknown[]): unknown {
  const [first] = failures;
  if (failures.every((failure) => !isUnavailable(failure))) return first;
  const reasons = failures.map((failure) =>
    failure instanceof Error ? failure.message : String(failure),
  );
  return new WrongNode(`no node can be used: ${reasons.join('; ')}`);
}

/** What a standby is, and a primary that was made so. */
export const READ_ONLY = 'the node is read-only';

/** Where queries belong: `standby` for reads that may run there, `writable` for all else. */
export type WantedNode = 'writable' | 'standby';

/** Throws WrongNode for an unwanted node. */
type CheckNode = (facts: NodeFacts) => void;

/**
 * One rule for the life of a pool. It remembers the newest history that it has met: a node that was
 * the writable one before a failover, and comes back as if nothing had happened, is refused.
 */
export function createNodeCheck(wanted: WantedNode): CheckNode {
  let newestTimeline = 0;
  return ({ isReadOnly, isStandby, timeline }) => {
    if (wanted === 'standby') {
      if (!isStandby) throw new WrongNode('the node is not a standby');
      return;
    }
    if (isReadOnly) throw new WrongNode(READ_ONLY);
    if (timeline < newestTimeline) {
      throw new WrongNode(
        `the node is of a history before a failover (timeline ${timeline} of ${newestTimeline})`,
      );
    }
    newestTimeline = timeline;
  };
}
