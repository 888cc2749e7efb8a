/**
 * Takes a new version of a list without moving rows that a person may be pointing at. Rows that are
 * no longer in it stay where they are, marked as leaving. New rows below the last one move nothing
 * and are added; rows that would push others down wait until the person asks for them.
 */
export function absorb<T extends Identified>(
  rows: readonly SteadyRow<T>[],
  items: readonly T[],
): Absorbed<T> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const kept = rows.map(({ item }) => {
    const fresh = byId.get(item.id);
    return fresh === undefined ? { item, isLeaving: true } : { item: fresh, isLeaving: false };
  });
  const shown = new Set(rows.map(({ item }) => item.id));
  const lastShown = items.findLastIndex(({ id }) => shown.has(id));
  const added = items.filter(({ id }, index) => !shown.has(id) && index > lastShown);
  return {
    rows: [...kept, ...toRows(added)],
    waiting: items.length - kept.filter((row) => !row.isLeaving).length - added.length,
  };
}

export function toRows<T>(items: readonly T[]): readonly SteadyRow<T>[] {
  return items.map((item) => ({ item, isLeaving: false }));
}

export interface Identified {
  readonly id: string;
}

export interface SteadyRow<T> {
  readonly item: T;
  readonly isLeaving: boolean;
}

export interface Absorbed<T> {
  readonly rows: readonly SteadyRow<T>[];
  /** How many new rows wait to be shown. */
  readonly waiting: number;
}
