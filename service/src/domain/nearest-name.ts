/** The name that was probably meant, or `null` if none is near. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((one) => ({ one, steps: stepsBetween(name, one) }))
    .toSorted((a, b) => a.steps - b.steps);
  const [best] = ranked;
  return best !== undefined && best.steps <= Math.ceil(name.length / 4) ? best.one : null;
}

/** How many letters are changed, left out, added, or exchanged with their neighbour. */
export function stepsBetween(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (isSame ? 0 : 1)];
      if (i > 1 && j > 1 && isSwapped) steps.push(at(before, j - 2) + 1);
      next.push(Math.min(...steps));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
