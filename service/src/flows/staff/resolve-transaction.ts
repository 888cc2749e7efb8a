import {
  type Decided,
  type Decider,
  type DecisionDeps,
  decideInOne,
  repeatOrConflict,
} from './decision.ts';

/** Decides about a held transaction, deposit or withdrawal. */
export function resolveTransaction(
  deps: DecisionDeps,
  decider: Decider,
  id: string,
  order: { readonly decision: 'confirm' | 'reject'; readonly reason: string },
): Promise<Decided> {
  const trigger = order.decision === 'confirm' ? 'staff_confirmed' : 'staff_rejected';
  return decideInOne(deps, decider, id, async (connection, { transaction }) => {
    if (transaction.state === 'requires_manual_resolution') {
      const action = `transaction.${order.decision}`;
      return { kind: 'move', action, triggers: [trigger], reason: order.reason };
    }
    return repeatOrConflict(connection, decider, transaction, trigger);
  });
}
