/**
 * What one of several equal processes may use of something that is limited for all of them. Each
 * gets at least `least`, without which it could not work.
 */
export function shareOf(total: number, processes: number, least = 1): number {
  return Math.max(least, Math.floor(total / processes));
}
