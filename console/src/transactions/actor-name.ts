import type { Words } from '../words/words.tsx';

/** Who made a move: a person by name, anything else in words. */
export function actorName(
  actor: string,
  { actors }: Pick<Words, 'actors'>,
  providerName: (providerId: string) => string,
): string {
  if (/^api(:|$)/.test(actor)) return actors.api;
  if (actor === 'clock' || actor === 'sandbox') return actors[actor];
  if (actor.startsWith('provider:')) {
    return actors.provider(providerName(actor.slice('provider:'.length)));
  }
  return actor.startsWith('receipt:') ? actors.receipt : actor;
}
