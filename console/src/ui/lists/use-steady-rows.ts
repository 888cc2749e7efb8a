import { useEffect, useState } from 'react';
import { type Absorbed, absorb, type Identified, toRows } from './steady-rows.ts';

// Long enough to see what goes, short enough that a decided row is gone within a second.
const FADE_MS = 250;

/** A list that may change at any moment, shown so that nothing moves under the pointer. */
export function useSteadyRows<T extends Identified>(
  items: readonly T[] | undefined,
  listId: string,
) {
  const [state, setState] = useState<Shown<T>>(() => ({
    listId,
    rows: toRows(items ?? []),
    waiting: 0,
  }));
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (items === undefined) return;
    setState((before) =>
      before.listId === listId
        ? { listId, ...absorb(before.rows, items) }
        : { listId, rows: toRows(items), waiting: 0 },
    );
  }, [items, listId]);

  const isAnyLeaving = state.rows.some(({ isLeaving }) => isLeaving);
  useEffect(() => {
    if (!isAnyLeaving || isHeld) return;
    const timer = setTimeout(() => setState(withoutLeaving), FADE_MS);
    return () => clearTimeout(timer);
  }, [isAnyLeaving, isHeld]);

  return {
    rows: state.listId === listId ? state.rows : toRows(items ?? []),
    waiting: state.waiting,
    showWaiting: () => setState({ listId, rows: toRows(items ?? []), waiting: 0 }),
    /** While the pointer is over the list, rows that leave stay where they are. */
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
    },
  };
}

interface Shown<T> extends Absorbed<T> {
  readonly listId: string;
}

function withoutLeaving<T>(state: Shown<T>): Shown<T> {
  return { ...state, rows: state.rows.filter(({ isLeaving }) => !isLeaving) };
}
