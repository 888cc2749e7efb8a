import type { IssueType, Said } from '../../api/types.ts';
import type { AuditWords } from '../access/en-audit.ts';
import type { ChangeWords } from '../access/en-changes.ts';
import type { FactorWords } from '../access/en-factors.ts';
import type { RuleWords } from '../access/en-rules.ts';
import type { SignInWords } from '../access/en-sign-in.ts';
import type { LinkWords } from '../checkouts/en-links.ts';
import type { ScreenWords } from '../en.ts';
import type { ActionWords } from '../en-actions.ts';
import type { ContradictionWords } from '../en-contradictions.ts';
import type { SmsWords } from '../en-sms.ts';
import type { FinanceWords } from '../finance/en-finance.ts';
import type { MappingWords } from '../finance/en-mapping.ts';
import type { FindingWords } from '../finding/en-finding.ts';
import type { WebhookWords } from '../finding/en-webhooks.ts';
import type { HomeWords } from '../first-screen/en-home.ts';
import type { FieldWords } from '../service/en-fields.ts';
import type { StateWords } from '../states/en-states.ts';

/** Everything that a language says. */
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
    LinkWords,
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
