import { sentenceOf } from '../domain/messages/message.ts';
import { type CodesWith, type Filled, fillSentence } from '../domain/messages/sentence.ts';
import { PUBLIC_PROBLEMS, type PublicErrorCode, withoutMarks } from './public-problems.ts';

/**
 * Every error that a caller may get without a bug: the status and the English sentence. `params`
 * fill the gaps of a sentence; only staff get them. The errors of platforms are in
 * `public-problems.ts`.
 */
export const PROBLEMS = {
  ...PUBLIC_PROBLEMS,
  not_signed_in: { status: 401, detail: 'You are not signed in, or the session has ended.' },
  wrong_password: { status: 401, detail: 'Incorrect e-mail or password.' },
  one_time_password_over: {
    status: 401,
    detail: 'The temporary password is no longer valid: ask an administrator for a new one.',
  },
  wrong_code: { status: 401, detail: 'The verification code is wrong or was used before.' },
  wrong_current_password: { status: 401, detail: 'The current password is incorrect.' },
  too_many_attempts: { status: 429, detail: 'Too many wrong attempts. Try again in {wait_s}.' },
  too_many_streams: {
    status: 429,
    detail: 'This session has six screens open that wait for news. Close one of them.',
  },
  too_many_searches: {
    status: 429,
    detail: 'That is more than ten searches in a second. Search again in a moment.',
  },
  search_by_post: {
    status: 422,
    detail: 'What is searched for goes in the body of a POST: an address may not have a number.',
  },
  not_same_origin: {
    status: 403,
    detail:
      'The request does not come from this console. Behind a proxy, PUBLIC_URL names the address that browsers use.',
  },
  navigation_only: {
    status: 403,
    detail:
      'A file is given to a person who opens its link over https, or to a script with a token.',
  },
  role_required: { status: 403, detail: 'Your role does not allow this.' },
  numbers_hidden: {
    status: 403,
    detail:
      'Your role does not show phone numbers, so it cannot search for one. Search for an id or a reference.',
  },
  not_at_this_step: { status: 403, detail: 'This is not possible at this step of signing in.' },
  browser_only: {
    status: 403,
    detail: 'This needs a person: the token of a script is not enough.',
  },
  second_factor_first: {
    status: 403,
    detail: 'Give the verification code of the authenticator app first.',
  },
  enrolment_first: { status: 403, detail: 'Add an authenticator app first.' },
  own_password_first: { status: 403, detail: 'Choose a password of your own first.' },
  fresh_factor_first: {
    status: 403,
    detail: 'Show again who you are first: with your second factor, or with the password.',
  },
  already_enrolled: {
    status: 409,
    detail: 'An authenticator app is there already; an administrator can reset it.',
  },
  enrolment_not_begun: { status: 409, detail: 'Start to add an authenticator app first.' },
  second_factor_missing: { status: 409, detail: 'Add an authenticator app or a passkey first.' },
  passkey_not_found: { status: 404, detail: 'There is no such passkey.' },
  session_not_found: { status: 404, detail: 'This session has ended already.' },
  password_unchanged: { status: 422, detail: 'The new password must differ from the current one.' },
  password_own_words: {
    status: 422,
    detail:
      'This password is easy to guess: it is made of your name, your e-mail or words of this service. Take four words that have nothing to do with each other.',
  },
  password_common: {
    status: 422,
    detail:
      'This password is easy to guess: it is made of common passwords, words, names or dates. Take four words that have nothing to do with each other.',
  },
  password_keyboard: {
    status: 422,
    detail:
      'This password is easy to guess: its characters stand side by side on the keyboard. Take four words that have nothing to do with each other.',
  },
  password_repeats: {
    status: 422,
    detail:
      'This password is easy to guess: its characters repeat or count up. Take four words that have nothing to do with each other.',
  },
  staff_not_found: { status: 404, detail: 'There is no such person.' },
  email_taken: { status: 409, detail: 'Another person has this e-mail already.' },
  own_access: { status: 409, detail: 'Nobody can take away their own access.' },
  last_admin: { status: 409, detail: 'One administrator must remain.' },
  provider_not_found: { status: 404, detail: 'There is no such provider.' },
  channel_not_found: { status: 404, detail: 'There is no such channel.' },
  channel_invalid: { status: 400, detail: 'The channel cannot work like this: {problems}' },
  change_waits: {
    status: 409,
    detail: 'Another change of it already waits for a second approval: withdraw that one first.',
  },
  policy_invalid: { status: 422, detail: 'This rule cannot have this value. It takes: {problems}' },
  policy_short_retention: {
    status: 422,
    detail:
      'Texts and evidence prove the accounts, which are kept for ten years. Write “below ten years” in the reason if they shall go earlier.',
  },
  policy_untrusted: {
    status: 409,
    detail:
      'The stored rules are not what the service wrote. Run “momo policy history” on its machine.',
  },
  change_not_found: { status: 404, detail: 'There is no such change.' },
  change_closed: {
    status: 409,
    detail:
      'This change does not wait any more: it was approved or withdrawn, or its time is over.',
  },
  change_overtaken: {
    status: 409,
    detail: 'What it would change is no longer as it was: withdraw it and ask for it again.',
  },
  own_change: { status: 403, detail: 'You asked for this change: another person must approve it.' },
  asker_gone: {
    status: 403,
    detail: 'The person who asked for this change may no longer ask for it: withdraw it.',
  },
  difference_not_found: { status: 404, detail: 'There is no such difference.' },
  difference_closed: { status: 409, detail: 'This difference is closed already.' },
  line_in_opening: {
    status: 409,
    detail:
      'The line is from before the wallet was opened, and its opening balance has it: explain it.',
  },
  nothing_to_record: {
    status: 409,
    detail:
      'There is nothing in this line that could be recorded: correct the books or explain it.',
  },
  report_too_long: {
    status: 409,
    detail: 'The report would have more than 100,000 rows: ask for fewer days.',
  },
  nothing_to_close: {
    status: 409,
    detail: 'There is no day to close: a day can be closed when it is over in Douala.',
  },
  day_not_over: {
    status: 409,
    detail: 'The next day to close is not over: it can be closed at 00:15 in Douala.',
  },
  day_has_open_deposit: {
    status: 409,
    detail: 'A deposit whose deadline was in the day is still open: the day waits until it ends.',
  },
  wallet_unknown: { status: 400, detail: 'A wallet is written <operator>:<number>.' },
  statement_not_found: { status: 404, detail: 'There is no such statement.' },
  upload_not_found: {
    status: 404,
    detail: 'The upload is not there any more, or not complete: upload the file again.',
  },
  part_not_announced: {
    status: 422,
    detail: 'The part is not one of the file that was announced: upload the file again.',
  },
  statements_busy: {
    status: 409,
    detail: 'Another statement is being read at the moment: try again in a minute.',
  },
  mapping_name_taken: {
    status: 409,
    detail: 'A mapping in the files of this installation has this name: choose another.',
  },
  mapping_unproven: {
    status: 409,
    detail:
      'Neither the balances nor a sum of the file prove this mapping: two people have to accept it in the console.',
  },
  no_webhook_secret: {
    status: 409,
    detail: 'This application has no webhook secret: issue a key for it.',
  },
  application_not_found: { status: 404, detail: 'There is no application of this name.' },
  more_than_owed: {
    status: 409,
    detail: 'The application is owed less than that, without what its approved withdrawals need.',
  },
  settled_already: {
    status: 409,
    detail: 'There is a settlement of the application with this reference already.',
  },
  settlement_not_payable: {
    status: 409,
    detail:
      'No operator has this number, or no provider pays this amount out to it now: pay it by a bank and record that.',
  },
  account_not_found: {
    status: 400,
    detail: 'There is no such account in the books, or nothing to change.',
  },
  key_not_found: { status: 404, detail: 'There is no such key.' },
  gateway_unauthorized: {
    status: 401,
    detail: 'The signature of the gateway is missing or wrong.',
  },
  gateway_clock_wrong: {
    // Too early: the request may be a recorded one that is played again.
    status: 425,
    detail:
      'The clock of the gateway differs from that of the service by more than five minutes: sign again with this timestamp.',
  },
  sms_invalid: { status: 422, detail: '{error}' },
  sms_not_found: { status: 404, detail: 'There is no such text.' },
  sms_not_to_look_at: { status: 409, detail: 'This text does not wait for a review any more.' },
  sender_is_a_number: {
    status: 422,
    detail: 'A phone’s number is never an operator’s sender: anybody can write from a phone.',
  },
  sender_not_plain: {
    status: 422,
    detail: 'A sender has 1 to 40 plain characters: letters of other scripts imitate Latin ones.',
  },
  sender_accepted: { status: 409, detail: 'The sender was accepted before.' },
  sender_not_accepted: { status: 404, detail: 'The sender was not accepted.' },
  link_reference_taken: {
    status: 409,
    detail: 'Something else of this application has this reference: choose another.',
  },
  webhook_not_found: { status: 404, detail: 'There is no such webhook.' },
  receipt_not_found: { status: 404, detail: 'There is no such payment.' },
  receipt_not_unmatched: {
    status: 409,
    detail: 'Only an unmatched payment can be dismissed.',
  },
  pin_not_in_doubt: {
    status: 409,
    detail: 'The PIN of this line is not in doubt any more, or was said again since.',
  },
  gateway_not_found: { status: 404, detail: 'There is no such gateway.' },
  gateway_invalid: { status: 400, detail: 'The gateway cannot be set up like this: {problems}' },
  line_not_found: { status: 404, detail: 'There is no such line.' },
  contradiction_not_found: { status: 404, detail: 'There is no such contradiction.' },
  contradiction_closed: { status: 409, detail: 'This contradiction is closed already.' },
  receipt_not_open: { status: 409, detail: 'Nothing about this payment is open any more.' },
  fill_in_what_is_open: {
    status: 422,
    detail: 'Fill in exactly what could not be read (`open_fields`).',
  },
  ruling_missing: {
    status: 422,
    detail: 'No balance proves this reversal: say whether it is one (`ruling`).',
  },
  nothing_to_rule: { status: 422, detail: 'This contradiction is no reversal without proof.' },
  cursor_invalid: { status: 422, detail: 'The page that was asked for is not valid.' },
  replay_pending: { status: 409, detail: 'The webhook is on its way again already.' },
  receipts_refused: { status: 409, detail: '{because}' },
  returned_payment_taken_back: {
    status: 409,
    detail: 'The operator says that it took this payment back: reject its return.',
  },
  returned_payment_credited: {
    status: 409,
    detail: 'The provider says that a deposit was paid with this payment: reject its return.',
  },
  money_not_placed: {
    status: 422,
    detail:
      'A payment for this deposit is known: say whether it is free again, is sent back, or was returned and how.',
  },
  approvals_changed: {
    status: 409,
    detail: 'Its approvals have changed since you looked: look again.',
  },
  nothing_to_ask: { status: 409, detail: 'Nothing was sent, so the provider cannot be asked.' },
  overtaken: { status: 409, detail: 'Already decided by another person: it is now “{state}”.' },
  own_payout: {
    status: 403,
    detail: 'You created this withdrawal: another person must approve it.',
  },
  set_up_by_approver: {
    status: 403,
    detail:
      'You do not count as another person here: one of you made or reset the other’s account or issued the key, or a third person did so for both, and no one else has vouched for it. Another person must approve.',
  },
  access_ended: { status: 403, detail: 'Your role does not allow this any more.' },
  quarantined: {
    status: 403,
    detail: 'Nothing can be approved until a person has accepted the restored database.',
  },
  not_as_written: {
    status: 403,
    detail:
      'What the database has of this payment is not what the service wrote: two people must look at it and accept it on the machine first.',
  },
} as const satisfies Record<string, ProblemEntry>;

interface ProblemEntry {
  readonly status: number;
  readonly detail: string;
  /** Seconds until a retry makes sense, for statuses that say so; 1 when absent. */
  readonly retryAfterSeconds?: number;
}

export type ProblemCode = keyof typeof PROBLEMS;

type Details = { readonly [Code in ProblemCode]: (typeof PROBLEMS)[Code]['detail'] };

/** A problem whose sentence has no gaps. */
export type PlainProblemCode = CodesWith<Details, never>;

export type Problem = Filled<Details> & {
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfterSeconds?: number;
};

export function statusOf(problem: Problem): number {
  return PROBLEMS[problem.code].status;
}

export function retryAfterOf(problem: Problem): number {
  const entry: ProblemEntry = PROBLEMS[problem.code];
  return problem.retryAfterSeconds ?? entry.retryAfterSeconds ?? 1;
}

export function detailOf(problem: Problem): string {
  return fillSentence(PROBLEMS[problem.code].detail, problem.params, sentenceOf);
}

/**
 * An error as a platform gets it: `detail` is the interface's, everything beside it an extension.
 */
export function errorBodyOf(problem: Problem): {
  readonly detail: string;
  readonly code: string;
  readonly hint?: string;
} {
  const { code } = problem;
  const hint = isPublic(code) ? { hint: withoutMarks(PUBLIC_PROBLEMS[code].remedy) } : {};
  return { detail: detailOf(problem), code, ...hint };
}

function isPublic(code: ProblemCode): code is PublicErrorCode {
  return code in PUBLIC_PROBLEMS;
}
