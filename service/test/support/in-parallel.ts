/** Does `work` for 0 to count - 1, in order, at most so many at a time. */
export async function inParallel(
  count: number,
  hands: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const hand = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
}
