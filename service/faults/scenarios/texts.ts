import { OPERATORS } from '../../src/domain/operators/operator.ts';
import { least, most, mostMs, scenario } from '../scenario.ts';

/** Payments reported by SMS, and by the statements of operators. */
export const TEXTS = [
  scenario({
    name: 'sms-copies',
    id: 'F16',
    what: 'texts of one payment two to ten times, with new ids',
    asked: { texts: least(1) },
    holds: 'each payment is credited once; momo audit all',
    sizes: { payments: [5_000, 25] },
    minutes: 8,
    run: async ({ size }) => {
      const { copySms } = await import('../../test/support/receipts/copy-sms.ts');
      const { reported: texts, ...report } = await copySms(size);
      return { texts, ...report };
    },
  }),
  scenario({
    name: 'sms-forgeries',
    id: 'F17',
    what: 'forged texts',
    asked: { credited: most(0) },
    holds: 'each is kept with a reason; momo audit all',
    sizes: { forgeries: [20_000, 102] },
    minutes: 6,
    run: async ({ size }) => {
      const { forgeSms } = await import('../../test/support/receipts/forge-sms.ts');
      const { credited, perSecond } = await forgeSms(size);
      return { credited, perSecond };
    },
  }),
  scenario({
    name: 'sms-fuzz',
    id: 'F18',
    what: 'mutated texts, French and English',
    asked: { wrong: most(0), slowest_text_ms: mostMs(5), average_text_ms: mostMs(1) },
    sizes: { texts: [1_000_000, 8_000] },
    minutes: 6,
    run: async ({ size, seed }) => {
      const { loadSmsTemplates } = await import('../../src/settings/sms-templates.ts');
      const { fuzzSms } = await import('../../test/support/receipts/sms-mutations.ts');
      const report = fuzzSms(loadSmsTemplates(null), { ...size, seed });
      const { wrong, slowestMs, averageMs, kinds } = report;
      for (const text of wrong.slice(0, 20)) console.log(text);
      return {
        wrong: wrong.length,
        slowest_text_ms: slowestMs,
        average_text_ms: averageMs,
        kinds,
      };
    },
  }),
  scenario({
    name: 'ambiguous-payments',
    id: 'F19',
    what: 'a payment that may be of either of two players',
    asked: { credits: most(0), held: least(1) },
    sizes: { payments: [50_000, 2_000] },
    minutes: 2,
    unlike: 'the rule itself, without a database',
    run: async ({ size, seed }) => {
      const { matchAmbiguous } = await import('../inject/matching.ts');
      return matchAmbiguous({ ...size, seed });
    },
  }),
  scenario({
    name: 'statement-fuzz',
    what: 'damaged statements of operators',
    asked: { read: least(100), refused: least(100) },
    holds: 'no payment is read that does not stand in the file',
    sizes: { statements: [200_000, 2_000] },
    minutes: 2,
    run: async ({ size, seed }) => {
      const { loadStatementMappings } = await import('../../src/settings/statement-mappings.ts');
      const { fuzzStatements } = await import('../../test/support/fuzz/fuzz-statements.ts');
      const mappings = OPERATORS.flatMap((operator) => loadStatementMappings(operator, null));
      return fuzzStatements(mappings, { ...size, seed });
    },
  }),
];
