/** Tokens and signatures are refused when clocks differ by minutes; half of one is no accident. */
const FAR_OFF_MS = 30_000;

/** For whoever runs the machine; null while its clock is right, or nobody knows. */
export function describeDifference(aheadMs: number): string | null {
  if (!(Math.abs(aheadMs) >= FAR_OFF_MS)) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${seconds} seconds ${side} the database`;
}
