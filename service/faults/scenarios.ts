import type { Scenario } from './scenario.ts';
import { LINES } from './scenarios/lines.ts';
import { MEASURES } from './scenarios/measures.ts';
import { MOMENTS } from './scenarios/moments.ts';
import { PROCESSES } from './scenarios/processes.ts';
import { PROVIDERS } from './scenarios/providers.ts';
import { REQUESTS } from './scenarios/requests.ts';
import { ROWS } from './scenarios/rows.ts';
import { TEXTS } from './scenarios/texts.ts';
import { WALKS } from './scenarios/walks.ts';
import { WEBHOOKS } from './scenarios/webhooks.ts';

/**
 * Everything that takes minutes to try, in the order of docs/reliability.md. An entry loads what it
 * runs when it runs: all of it takes two seconds and 200 MB, for which others would be blamed.
 */
export const SCENARIOS: readonly Scenario[] = [
  ...PROCESSES,
  ...PROVIDERS,
  ...TEXTS,
  ...WEBHOOKS,
  ...MOMENTS,
  ...REQUESTS,
  ...ROWS,
  ...LINES,
  ...WALKS,
  ...MEASURES,
];
