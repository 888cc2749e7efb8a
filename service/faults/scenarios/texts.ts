import { loadSmsTemplates } from '../../src/settings/sms-templates.ts';
import { copySms } from '../../test/support/receipts/copy-sms.ts';
import { forgeSms } from '../../test/support/receipts/forge-sms.ts';
import { fuzzSms } from '../../test/support/receipts/sms-mutations.ts';
import { matchAmbiguous } from '../faults/matching.ts';
import { least, most, mostMs, scenario } from '../scenario.ts';

/** Payments told by SMS. */
export const TEXTS = [
  scenario({
    name: 'F16',
    fault: 'texts of one payment two to ten times, with new ids',
    asked: { told: least(1) },
    holds: 'each payment is credited once; momo audit all',
    sizes: { payments: [5_000, 60] },
    minutes: 8,
    run: async ({ size }) => ({ ...(await copySms(size)) }),
  }),
  scenario({
    name: 'F17',
    fault: 'forged texts',
    asked: { credited: most(0) },
    holds: 'each is kept with a reason; momo audit all',
    sizes: { forgeries: [20_000, 400] },
    minutes: 6,
    run: async ({ size }) => {
      const { credited, perSecond } = await forgeSms(size);
      return { credited, perSecond };
    },
  }),
  scenario({
    name: 'F18',
    fault: 'mutated texts, French and English',
    asked: { wrong: most(0), slowest_text_ms: mostMs(5) },
    sizes: { texts: [1_000_000, 5_000] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { wrong, slowestMs, averageMs } = fuzzSms(loadSmsTemplates(null), { ...size, seed });
      for (const text of wrong.slice(0, 20)) console.log(text);
      return { wrong: wrong.length, slowest_text_ms: slowestMs, averageMs };
    },
  }),
  scenario({
    name: 'F19',
    fault: 'a payment that may be of either of two players',
    asked: { credits: most(0), held: least(1) },
    sizes: { payments: [50_000, 2_000] },
    minutes: 2,
    unlike: 'the rule itself, without a database',
    run: async ({ size, seed }) => matchAmbiguous({ ...size, seed }),
  }),
];
