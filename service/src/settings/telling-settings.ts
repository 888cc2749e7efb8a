import { HOME } from './checkout.ts';
import { integer, optionalPath } from './setting-kinds.ts';

/** Of those who tell what operators did: gateways, SIMs, texts and statements. */
export const TELLING_SETTINGS = {
  gatewaySilentSeconds: integer(
    'GATEWAY_SILENT_SECONDS',
    { min: 10, max: 86_400 },
    {
      description:
        'A SIM line is unavailable when its SMS gateway has not been heard of for this long.',
      fallback: '900',
    },
  ),
  simBalanceMinutes: integer(
    'SIM_BALANCE_MINUTES',
    { min: 5, max: 1_440 },
    {
      description:
        'How often a SIM that pays is asked for its balance by USSD; in a gap it is asked after 5 minutes.',
      fallback: '60',
    },
  ),
  smsTemplatesDir: optionalPath('SMS_TEMPLATES_DIR', {
    description:
      'Folder with SMS templates of your own, on top of those that come with the service.',
    base: HOME,
  }),
  statementMappings: optionalPath('STATEMENT_MAPPINGS', {
    description:
      'File with mappings of your own for statements of operators, tried before those that come with the service.',
    base: HOME,
  }),
} as const;
