/** A stored row is not as the service wrote it, so nothing is said or decided by it. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}
