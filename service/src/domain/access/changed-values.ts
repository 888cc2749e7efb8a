/** What a change has before and after, by the names that the second person sees. */
export type ChangedValues = Readonly<Record<string, string | number | boolean | null>>;

/** Whether everything that a change is about is still as it was when it was requested. */
export function isAsBefore(before: ChangedValues, now: ChangedValues): boolean {
  return Object.entries(before).every(([name, value]) => value === now[name]);
}

/**
 * Whether what would be done now is exactly what the second person saw. What is done by facts that
 * are read again needs this: `after` is all that two people agreed to.
 */
export function isAsAsked(after: ChangedValues, now: ChangedValues): boolean {
  return isAsBefore(after, now) && isAsBefore(now, after);
}
