/**
 * What one of several equal processes may use of a shared limit. Each gets at least `least`,
 * without which it could not work.
 */
export function shareOf(total: number, processes: number, least = 1): number {
  return Math.max(least, Math.floor(total / processes));
}
