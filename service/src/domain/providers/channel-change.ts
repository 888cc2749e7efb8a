import type { Channel } from './channel.ts';

type Payee = Pick<Channel, 'enabled' | 'merchantNumber' | 'ussdTemplate'>;

/**
 * Whether a change of a channel decides who gets the money of players: another merchant number or
 * dial code, or switching it on. Switching off only stops money.
 */
export function movesMoney(before: Payee, after: Payee): boolean {
  return (
    after.merchantNumber !== before.merchantNumber ||
    after.ussdTemplate !== before.ussdTemplate ||
    (after.enabled && !before.enabled)
  );
}
