import { least, most, scenario } from '../scenario.ts';

/** What is changed behind the service's back. */
export const ROWS = [
  scenario({
    name: 'tampered-rows',
    id: 'F38',
    what: 'rows and audit lines changed with SQL',
    asked: { not_named: most(0), named_and_not_changed: most(0), changed: least(1) },
    sizes: { changes: [100, 40] },
    minutes: 1,
    run: async ({ size, seed }) => {
      const { tamperEverywhere } = await import('../inject/tampering.ts');
      return tamperEverywhere({ ...size, seed });
    },
  }),
];
