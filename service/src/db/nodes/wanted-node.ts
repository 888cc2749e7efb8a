import { type NodeFacts, WrongNode } from './greet.ts';

/** Where statements belong: `standby` for what may be read there, `writable` for all else. */
export type WantedNode = 'writable' | 'standby';

/** Throws WrongNode for what is not wanted. */
export type CheckNode = (facts: NodeFacts) => void;

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
    if (isReadOnly) throw new WrongNode('the node is read-only');
    if (timeline < newestTimeline) {
      throw new WrongNode(
        `the node is of a history before a failover (timeline ${timeline} of ${newestTimeline})`,
      );
    }
    newestTimeline = timeline;
  };
}
