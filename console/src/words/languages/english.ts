import type { Said } from '../../api/types.ts';
import { enAudit } from '../access/en-audit.ts';
import { enChanges } from '../access/en-changes.ts';
import { enFactors } from '../access/en-factors.ts';
import { enRules } from '../access/en-rules.ts';
import { enSignIn } from '../access/en-sign-in.ts';
import { enLinks } from '../checkouts/en-links.ts';
import { en } from '../en.ts';
import { enActions } from '../en-actions.ts';
import { enContradictions } from '../en-contradictions.ts';
import { enSms } from '../en-sms.ts';
import { enFinance } from '../finance/en-finance.ts';
import { enMapping } from '../finance/en-mapping.ts';
import { enFinding } from '../finding/en-finding.ts';
import { enWebhooks } from '../finding/en-webhooks.ts';
import { enHome } from '../first-screen/en-home.ts';
import { enFields, enIssues } from '../service/en-fields.ts';
import { enStates } from '../states/en-states.ts';
import type { Words } from './words.ts';

export const english: Words = {
  ...en,
  ...enSms,
  ...enContradictions,
  ...enChanges,
  ...enRules,
  ...enSignIn,
  ...enHome,
  ...enAudit,
  ...enFinding,
  ...enFactors,
  ...enWebhooks,
  ...enLinks,
  ...enFinance,
  ...enMapping,
  ...enStates,
  actions: enActions,
  said: sayInEnglish,
  issues: enIssues,
  requestFields: enFields,
};

/** The service writes English itself; its amounts get the narrow spaces that screens have. */
function sayInEnglish(said: Said | string): string {
  const text = typeof said === 'string' ? said : said.text;
  return text.replaceAll(/(?<=\d)\u00a0(?=\d{3})/g, '\u202f');
}
