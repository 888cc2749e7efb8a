import type { IssueType, Said } from '../api/types.ts';
import { type AuditWords, enAudit } from './access/en-audit.ts';
import { type ChangeWords, enChanges } from './access/en-changes.ts';
import { enFactors, type FactorWords } from './access/en-factors.ts';
import { enRules, type RuleWords } from './access/en-rules.ts';
import { enSignIn, type SignInWords } from './access/en-sign-in.ts';
import { frAudit } from './access/fr-audit.ts';
import { frChanges } from './access/fr-changes.ts';
import { frFactors } from './access/fr-factors.ts';
import { frRules } from './access/fr-rules.ts';
import { frSignIn } from './access/fr-sign-in.ts';
import { en, type ScreenWords } from './en.ts';
import { type ActionWords, enActions } from './en-actions.ts';
import { type ContradictionWords, enContradictions } from './en-contradictions.ts';
import { enSms, type SmsWords } from './en-sms.ts';
import { enFinance, type FinanceWords } from './finance/en-finance.ts';
import { enMapping, type MappingWords } from './finance/en-mapping.ts';
import { frFinance } from './finance/fr-finance.ts';
import { frMapping } from './finance/fr-mapping.ts';
import { enFinding, type FindingWords } from './finding/en-finding.ts';
import { enWebhooks, type WebhookWords } from './finding/en-webhooks.ts';
import { frFinding } from './finding/fr-finding.ts';
import { frWebhooks } from './finding/fr-webhooks.ts';
import { enHome, type HomeWords } from './first-screen/en-home.ts';
import { frHome } from './first-screen/fr-home.ts';
import { fr } from './fr.ts';
import { frActions } from './fr-actions.ts';
import { frContradictions } from './fr-contradictions.ts';
import { frSms } from './fr-sms.ts';
import { withFrenchSpaces } from './french-spaces.ts';
import type { Language } from './language.ts';
import { enFields, enIssues, type FieldWords } from './service/en-fields.ts';
import { frFields, frIssues } from './service/fr-fields.ts';
import { createFrenchSay, sayInEnglish } from './service/say.ts';
import { enStates, type StateWords } from './states/en-states.ts';
import { frStates } from './states/fr-states.ts';

export interface Words
  extends ScreenWords,
    SmsWords,
    ContradictionWords,
    ChangeWords,
    RuleWords,
    SignInWords,
    HomeWords,
    AuditWords,
    FindingWords,
    FactorWords,
    WebhookWords,
    FinanceWords,
    MappingWords,
    StateWords {
  readonly actions: ActionWords;
  /** A sentence of the service: its own English, or the French of its code. */
  readonly said: (sentence: Said | string) => string;
  /** What is wrong with a field of a request. */
  readonly issues: Readonly<Record<IssueType, string>>;
  /** What people call a field of a request. */
  readonly requestFields: FieldWords;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
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
    ...enFinance,
    ...enMapping,
    ...enStates,
    actions: enActions,
    said: sayInEnglish,
    issues: enIssues,
    requestFields: enFields,
  },
  fr: withFrenchSpaces({
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
    ...frFinance,
    ...frMapping,
    ...frStates,
    actions: frActions,
    said: createFrenchSay(fr),
    issues: frIssues,
    requestFields: frFields,
  }),
};
