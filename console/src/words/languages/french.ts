import { frAudit } from '../access/fr-audit.ts';
import { frChanges } from '../access/fr-changes.ts';
import { frFactors } from '../access/fr-factors.ts';
import { frRules } from '../access/fr-rules.ts';
import { frSignIn } from '../access/fr-sign-in.ts';
import { frLinks } from '../checkouts/fr-links.ts';
import { frFinance } from '../finance/fr-finance.ts';
import { frMapping } from '../finance/fr-mapping.ts';
import { frFinding } from '../finding/fr-finding.ts';
import { frWebhooks } from '../finding/fr-webhooks.ts';
import { frHome } from '../first-screen/fr-home.ts';
import { fr } from '../fr.ts';
import { frActions } from '../fr-actions.ts';
import { frContradictions } from '../fr-contradictions.ts';
import { frSms } from '../fr-sms.ts';
import { withFrenchSpaces } from '../french-spaces.ts';
import { frFields, frIssues } from '../service/fr-fields.ts';
import { createFrenchSay } from '../service/say-in-french.ts';
import { frStates } from '../states/fr-states.ts';
import type { Words } from './words.ts';

export const french: Words = withFrenchSpaces({
  ...fr,
  ...frSms,
  ...frContradictions,
  ...frChanges,
  ...frRules,
  ...frSignIn,
  ...frHome,
  ...frAudit,
  ...frFinding,
  ...frFactors,
  ...frWebhooks,
  ...frLinks,
  ...frFinance,
  ...frMapping,
  ...frStates,
  actions: frActions,
  said: createFrenchSay(fr),
  issues: frIssues,
  requestFields: frFields,
});
