/** Applications of the service itself: they are no platforms, so nobody has a key of theirs. */
export const OWN_APPLICATIONS = {
  /** Has the payments by which staff try a provider. */
  trials: { id: '00000000-0000-7000-8000-000000000001', name: 'provider trials' },
  /** Has the withdrawals that give back payments of no platform. */
  returns: { id: '00000000-0000-7000-8000-000000000002', name: 'returned payments' },
  /** Has the withdrawals that give back what was paid above a deposit's amount. */
  overpayments: { id: '00000000-0000-7000-8000-000000000003', name: 'returned overpayments' },
  /** Has the withdrawals that pay platforms what they are owed; their player is the platform. */
  settlements: { id: '00000000-0000-7000-8000-000000000004', name: 'settlements' },
} as const satisfies Readonly<Record<string, Own>>;

export interface Own {
  readonly id: string;
  readonly name: string;
}

export const OWN_APPLICATION_IDS: readonly string[] = Object.values(OWN_APPLICATIONS).map(
  ({ id }) => id,
);

/** Whether an id or a name is that of an application of our own. */
export function isOwnApplication(idOrName: string): boolean {
  return Object.values(OWN_APPLICATIONS).some(
    ({ id, name }) => id === idOrName || name === idOrName,
  );
}
