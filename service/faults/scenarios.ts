import type { Scenario } from './scenario.ts';
import { MOMENTS } from './scenarios/moments.ts';
import { PROCESSES } from './scenarios/processes.ts';
import { PROVIDERS } from './scenarios/providers.ts';
import { REQUESTS } from './scenarios/requests.ts';
import { ROWS } from './scenarios/rows.ts';
import { TEXTS } from './scenarios/texts.ts';
import { WEBHOOKS } from './scenarios/webhooks.ts';

/** Every fault that the service is held to, in the order of docs/reliability.md. */
export const SCENARIOS: readonly Scenario[] = [
  ...PROCESSES,
  ...PROVIDERS,
  ...TEXTS,
  ...WEBHOOKS,
  ...MOMENTS,
  ...REQUESTS,
  ...ROWS,
];
