/** The name that was probably meant, the first of equally near ones, or `null` if none is near. */
export function nearestOf(
  name: string,
  known: readonly string[],
  mostSteps = Math.ceil(name.length / 4),
): string | null {
  const [best] = known
    // A step changes the length by one at most; comparing long words costs their product.
    .filter((one) => Math.abs(one.length - name.length) <= mostSteps)
    .map((one) => ({ one, steps: stepsBetween(name, one) }))
    .toSorted((a, b) => a.steps - b.steps);
  return best !== undefined && best.steps <= mostSteps ? best.one : null;
}

/** How many letters are changed, left out, added, or exchanged with their neighbour. */
function stepsBetween(a: string, b: string): number {
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
