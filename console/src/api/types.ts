import type { Static, TSchema } from 'typebox';
import type {
  listApplicationsSchema,
  WaitingChange as WaitingChangeSchema,
} from '../../../service/src/contract/access/admin-api.ts';
import type { About, listAuditSchema } from '../../../service/src/contract/access/audit-api.ts';
import type {
  listSessionsSchema,
  readFactorsSchema,
} from '../../../service/src/contract/access/factors-api.ts';
import type { readPolicySchema } from '../../../service/src/contract/access/policy-api.ts';
import type {
  Role as RoleSchema,
  Session as SessionSchema,
  StaffMember as StaffMemberSchema,
} from '../../../service/src/contract/access/session-api.ts';
import type {
  listApplicationMoneySchema,
  listReportAccountsSchema,
} from '../../../service/src/contract/books/books-api.ts';
import type { listLinksSchema } from '../../../service/src/contract/checkouts/links-api.ts';
import type {
  bulkApproveSchema,
  dismissReceiptSchema,
} from '../../../service/src/contract/decisions/actions-api.ts';
import type {
  approveChangeSchema,
  listChangesSchema,
} from '../../../service/src/contract/decisions/changes-api.ts';
import type {
  readDetailSchema,
  TransactionDetail as TransactionDetailSchema,
} from '../../../service/src/contract/decisions/detail-api.ts';
import type { listOverpaymentsSchema } from '../../../service/src/contract/decisions/overpayments-api.ts';
import type { overviewSchema } from '../../../service/src/contract/decisions/overview-api.ts';
import type { searchEverythingSchema } from '../../../service/src/contract/decisions/search-api.ts';
import type {
  previewLineSchema,
  trustBalanceSchema,
} from '../../../service/src/contract/decisions/trust-balance-api.ts';
import type { listDifferencesSchema } from '../../../service/src/contract/finance/differences-api.ts';
import type {
  figuresSchema,
  numbersSchema,
} from '../../../service/src/contract/finance/figures-api.ts';
import type {
  ImportLine as ImportLineSchema,
  keepMappingSchema,
  listStatementLinesSchema,
  listStatementsSchema,
  lookAtUploadSchema,
  previewUploadSchema,
} from '../../../service/src/contract/finance/statements-api.ts';
import type {
  dayReportSchema,
  listClosingsSchema,
  listMoneyByDaySchema,
  listWalletsSchema,
} from '../../../service/src/contract/finance/wallets-api.ts';
import type {
  issueGatewayKeySchema,
  listGatewaysSchema,
} from '../../../service/src/contract/lines/gateways-api.ts';
import type {
  listLinesSchema,
  revealBalanceSchema,
} from '../../../service/src/contract/lines/lines-api.ts';
import type { MessageBody } from '../../../service/src/contract/message.ts';
import type { ProblemCode as Problems } from '../../../service/src/contract/problems.ts';
import type { listProviderSetupSchema } from '../../../service/src/contract/providers/provider-setup-api.ts';
import type {
  listReceiptsSchema,
  ReceiptRow as ReceiptLineSchema,
} from '../../../service/src/contract/receipts/receipts-api.ts';
import type {
  listSendersSchema,
  listSmsSchema,
} from '../../../service/src/contract/receipts/sms-api.ts';
import type { listContradictionsSchema } from '../../../service/src/contract/transactions/contradictions-api.ts';
import type {
  readPlayerSchema,
  sumTransactionsSchema,
  TransactionItem as TransactionLineSchema,
} from '../../../service/src/contract/transactions/staff-transactions-api.ts';
import type { listAlertsSchema } from '../../../service/src/contract/upkeep/alerts-api.ts';
import type { IssueType as Issues } from '../../../service/src/contract/validation/issue.ts';
import type {
  readResentSchema,
  readSentWebhookSchema,
  resendWebhooksSchema,
  WebhookRow as WebhookLineSchema,
} from '../../../service/src/contract/webhooks/staff-webhooks-api.ts';
import type {
  AuditAction as Actions,
  AuditKind as Kinds,
} from '../../../service/src/domain/access/audit-action.ts';
import type { PolicyName as PolicyNames } from '../../../service/src/domain/access/policy.ts';
import type { MessageCode as Code } from '../../../service/src/domain/messages/message.ts';
import type { GapValues as Gaps } from '../../../service/src/domain/messages/sentence.ts';
import type {
  NothingReason as NothingReasonCode,
  ReviewReason as ReviewReasonCode,
} from '../../../service/src/domain/receipts/sms/reading.ts';

// Names for what the service and this console exchange. The types come from the service's own
// schemas, so the two cannot differ.

type Answer<S extends { readonly response: { readonly 200: TSchema } }> = Static<
  S['response'][200]
>;

/** A sentence of the service: its code and values, and the English text. */
export type Message = Static<typeof MessageBody>;
/** The same, or why the service refused a request. */
export type Said = Pick<Message, 'code' | 'params' | 'text'>;
export type MessageCode = Code;
export type ProblemCode = Problems;
export type IssueType = Issues;
export type GapValues = Gaps;

export type Role = Static<typeof RoleSchema>;
export type Session = Static<typeof SessionSchema>;
export type StaffMember = Static<typeof StaffMemberSchema>;
export type SecondFactors = Answer<typeof readFactorsSchema>;
export type OwnSession = Answer<typeof listSessionsSchema>['items'][number];

/** Nothing is changed yet: a second person has to approve it. */
export type WaitingChange = Static<typeof WaitingChangeSchema>;
export type PendingChanges = Answer<typeof listChangesSchema>;
export type PendingChange = PendingChanges['items'][number];
/** What something is about, with its name instead of its id. */
export type Subject = Static<typeof About>;
export type ChangedField = PendingChange['differences'][number]['field'];
export type PolicyName = PolicyNames;
export type { OpenField } from '../../../service/src/domain/receipts/open-payment.ts';
export type { ReversalRuling } from '../../../service/src/domain/transactions/contradiction.ts';
export type Rules = Answer<typeof readPolicySchema>;
export type Rule = Rules['values'][number];

export type Overview = Answer<typeof overviewSchema>;
export type Alerts = Answer<typeof listAlertsSchema>;
export type Alert = Alerts['open'][number];
/** A few of everything that a search finds. */
export type Found = Answer<typeof searchEverythingSchema>;
export type QueueName = Overview['queues'][number]['name'];
export type Figures = Answer<typeof figuresSchema>;
export type Figure = Figures['today'];
export type Volume = Overview['today']['deposit'];
export type ProviderHealth = Overview['providers'][number];

export type TransactionRow = Static<typeof TransactionLineSchema>;
export type State = TransactionRow['state'];
export type Direction = TransactionRow['direction'];
export type Operator = TransactionRow['operator'];
export type TransactionPage = {
  readonly items: readonly TransactionRow[];
  readonly next_cursor: string | null;
};
export type FoundBy = NonNullable<TransactionRow['found_by']>;
export type Totals = Answer<typeof sumTransactionsSchema>;
export type TransactionDetail = Static<typeof TransactionDetailSchema>;
export type PayoutSign = NonNullable<TransactionDetail['signs']>[number]['sign'];
export type HeldAdvice = NonNullable<TransactionDetail['advice']>;
export type Action = TransactionDetail['allowed_actions'][number];
export type DetailAnswer = Answer<typeof readDetailSchema>;
export type HistoryRow = DetailAnswer['history'][number];
export type ProviderRequest = NonNullable<DetailAnswer['submission']>;
export type EvidenceRow = DetailAnswer['evidence'][number];
export type PayoutReport = NonNullable<DetailAnswer['reports']>[number];
export type EntryRow = NonNullable<DetailAnswer['entries']>[number];

/** What a person says that a dismissed payment was. */
export type Dismissal = Static<typeof dismissReceiptSchema.body>;
export type DismissalMeaning = Dismissal['was'];
export type ReceiptRow = Static<typeof ReceiptLineSchema>;
export type ReceiptPage = Answer<typeof listReceiptsSchema>;
export type ReceiptWithCandidates = ReceiptPage['items'][number];

export type ContradictionPage = Answer<typeof listContradictionsSchema>;
export type ContradictionRow = ContradictionPage['items'][number];

export type Numbers = Answer<typeof numbersSchema>;
export type ComparedPrefix = Numbers['prefixes'][number];
export type Senders = Answer<typeof listSendersSchema>;
export type UnknownSender = Senders['unknown'][number];
export type AcceptedSender = Senders['accepted'][number];
export type SmsPage = Answer<typeof listSmsSchema>;
export type SmsRow = SmsPage['items'][number];
export type SmsState = SmsRow['state'];
export type SmsTrust = SmsRow['trust'];
export type ReviewReason = ReviewReasonCode;
export type NothingReason = NothingReasonCode;
export type Wallets = Answer<typeof listWalletsSchema>;
export type Wallet = Wallets['items'][number];
export type StatementDifference = Answer<typeof listDifferencesSchema>['items'][number];
export type DayReport = Answer<typeof dayReportSchema>;
export type MoneyByDay = Answer<typeof listMoneyByDaySchema>;
export type Closings = Answer<typeof listClosingsSchema>;
export type Closing = Closings['items'][number];
export type ImportedStatement = Answer<typeof listStatementsSchema>['items'][number];
export type { ShownLine } from '../../../service/src/domain/finance/shown-line.ts';
export type StatementPage = Answer<typeof listStatementLinesSchema>;
export type StatementLine = StatementPage['items'][number];
export type { BookFault } from '../../../service/src/domain/books/mending.ts';
export type {
  Column as StatementColumn,
  StatementMapping,
} from '../../../service/src/domain/finance/statements/mapping.ts';
export type StatementLook = Answer<typeof lookAtUploadSchema>;
export type FoundWord = StatementLook['words'][number];
export type TriedPattern = StatementLook['left_out'][number];
export type KeptMapping = Answer<typeof keepMappingSchema>;
export type StatementPreview = Answer<typeof previewUploadSchema>;
export type ImportLine = Static<typeof ImportLineSchema>;
export type ApplicationMoneys = Answer<typeof listApplicationMoneySchema>;
export type ApplicationMoney = ApplicationMoneys['items'][number];
export type OverpaymentPage = Answer<typeof listOverpaymentsSchema>;
export type OwedOverpayment = OverpaymentPage['items'][number];
export type ReportAccounts = Answer<typeof listReportAccountsSchema>;
export type SimLine = Answer<typeof listLinesSchema>['items'][number];
export type Gateway = Answer<typeof listGatewaysSchema>['items'][number];
export type GatewayKey = Answer<typeof issueGatewayKeySchema>;
export type ApprovedChange = Answer<typeof approveChangeSchema>;
export type RevealedBalance = Answer<typeof revealBalanceSchema>;
export type TrustedBalance = Answer<typeof trustBalanceSchema>;
export type LinePreviewAnswer = Answer<typeof previewLineSchema>;
export type PaymentPreview = LinePreviewAnswer['payments'][number];
export type LooseText = SimLine['loose'][number];

export type WebhookRow = Static<typeof WebhookLineSchema>;
export type WebhookState = WebhookRow['state'];
export type SentWebhook = Answer<typeof readSentWebhookSchema>;
export type ResendStep = Answer<typeof resendWebhooksSchema>;
export type Resent = Answer<typeof readResentSchema>;

export type LinkPage = Answer<typeof listLinksSchema>;
export type PaymentLink = LinkPage['items'][number];
export type LinkState = PaymentLink['state'];

export type Player = Answer<typeof readPlayerSchema>;
export type AuditPage = Answer<typeof listAuditSchema>;
export type AuditRow = AuditPage['items'][number];
export type AuditAction = Actions;
export type AuditKind = Kinds;

export type ProviderSetup = Answer<typeof listProviderSetupSchema>['providers'][number];
export type Channel = ProviderSetup['channels'][number];
export type CollectionMode = Channel['collection_mode'];
export type ProviderStatus = ProviderSetup['status'];
export type Application = Answer<typeof listApplicationsSchema>['applications'][number];

export type BulkResult = Answer<typeof bulkApproveSchema>['results'][number];
export type DecisionOutcome = Exclude<BulkResult['outcome'], 'refused'>;
export interface DecisionAnswer {
  readonly transaction: TransactionRow;
  readonly outcome: DecisionOutcome;
  /** This many unused payments may be the one that was confirmed by hand. */
  readonly unmatched_receipts?: number;
  readonly agreed_otherwise?: true;
}
export type SimulatedOutcome = 'succeeded' | 'failed' | 'expired';
