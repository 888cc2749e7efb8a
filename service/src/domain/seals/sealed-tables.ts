/**
 * Why a row of a table may be believed although its writer had only the database's password: each
 * table of the database, and each column of a sealed one, is here, and a test compares both.
 */
export type Believed =
  /** Each row has an entry in the one sealed list of all rows that give power (`row_seals`). */
  | ({ readonly by: 'list' } & SealedColumns)
  /** Each row has its own seal: there are too many for a list. */
  | ({ readonly by: 'row' } & SealedColumns)
  /** Before it is used it is compared with something sealed. */
  | { readonly by: 'comparison'; readonly with: string }
  /** A false row moves no money and lets nobody in. */
  | { readonly by: 'nothing'; readonly because: string };

export interface SealedColumns {
  readonly key: readonly string[];
  /** The columns that decide something, all of them under the seal. */
  readonly columns: readonly string[];
  /** Those among them that the vault has sealed: the seal is over what they hide. */
  readonly secrets?: readonly string[];
  /** The columns that change too often for the list: the row has their `seal` and a `version`. */
  readonly own?: readonly string[];
  /** What else decides, as SQL about the row `$`: what another table, or the whole one, must have. */
  readonly also?: readonly string[];
  /** The columns that decide nothing, and why. */
  readonly free?: Readonly<Record<string, string>>;
}

export const TABLES = {
  // Who may do what.
  staff: {
    by: 'list',
    key: ['id'],
    columns: [
      'email',
      'name',
      'role',
      'password_hash',
      'must_change_password',
      'totp_secret',
      'totp_confirmed_at',
      'disabled_at',
      'created_at',
      'credentials_by',
      'credentials_at',
      'recovery_hashes',
      'vouched_by',
    ],
    secrets: ['totp_secret'],
    // Without its passkeys an account would need no second factor.
    also: ['array(select p.id from passkeys p where p.staff_id = $.id order by p.id)'],
    free: {
      totp_last_step: 'a code that was used still needs the secret',
      failed_sign_ins: 'slows down guessing, and lets nobody in',
      locked_until: 'slows down guessing, and lets nobody in',
      browser_key: 'gives a browser a count of wrong attempts, and lets nobody in',
    },
  },
  passkeys: {
    by: 'list',
    key: ['id'],
    columns: ['staff_id', 'public_key', 'created_at'],
    free: {
      counter: 'shows a copied passkey, which still signs with the sealed key',
      transports: 'a hint for browsers',
      name: 'what its owner calls it',
      last_used_at: 'shown only',
    },
  },
  staff_sessions: {
    by: 'list',
    key: ['token_hash'],
    columns: [
      'staff_id',
      'kind',
      'role',
      'second_factor_at',
      'created_at',
      'expires_at',
      'revoked_at',
    ],
    free: {
      label: 'what its owner calls it',
      last_seen_at: 'ends an idle session early; its sealed end stays',
      ip: 'shown only',
      user_agent: 'shown only',
      challenge: 'an answer to it needs a sealed passkey',
      challenge_at: 'an answer to it needs a sealed passkey',
    },
  },
  applications: {
    by: 'list',
    key: ['id'],
    columns: ['name', 'webhook_secret', 'old_secret', 'old_secret_end', 'bears_fees', 'created_at'],
    secrets: ['webhook_secret', 'old_secret'],
  },
  api_keys: {
    by: 'list',
    key: ['prefix'],
    columns: [
      'application_id',
      'secret_hash',
      'created_at',
      'revoked_at',
      'issued_by',
      'vouched_by',
    ],
  },
  policy: {
    by: 'row',
    key: ['revision'],
    columns: ['content'],
    free: {
      changed_by: 'the audit log has it',
      agreed_by: 'the audit log has it',
      reason: 'the audit log has it',
      at: 'the audit log has it',
    },
  },
  agreements: { by: 'comparison', with: 'its own seal before it counts (db/access)' },
  signing_keys: {
    by: 'list',
    key: ['key_id'],
    columns: ['public_key_pem', 'private_key', 'created_at', 'active_from', 'revoked_at'],
    secrets: ['private_key'],
    // Without the newest key the one that it replaced would sign again.
    also: ['(select count(*) from signing_keys)'],
  },

  // Where money goes and comes from.
  providers: {
    by: 'list',
    key: ['id'],
    columns: [
      'adapter',
      'display_name',
      'description',
      'logo',
      'operators',
      'directions',
      'deposit_fee_percent',
      'withdrawal_fee_percent',
      'deposit_fee_message',
      'is_primary',
      'priority',
      'flag_enabled',
      'settings',
      'secrets',
      'payout_wallet',
      'one_pool',
      'account_of',
    ],
    secrets: ['secrets'],
    free: { created_at: 'shown only', callback_hash: 'opens one question to the provider' },
  },
  channels: {
    by: 'list',
    key: ['id'],
    columns: [
      'provider_id',
      'operator',
      'collection_mode',
      'merchant_number',
      'merchant_display_name',
      'ussd_template',
      'illustration_url',
      'illustration_alt',
      'enabled',
      'min_amount_xaf',
      'max_amount_xaf',
    ],
    free: { created_at: 'shown only' },
  },
  gateways: {
    by: 'list',
    key: ['id'],
    columns: ['dialect', 'secret', 'created_at', 'revoked_at', 'only_sim'],
    secrets: ['secret'],
    free: { last_seen_at: 'shown only' },
  },
  gateway_sims: {
    by: 'list',
    key: ['gateway_id', 'sim'],
    columns: ['operator', 'line'],
    free: {
      store_used: 'what the SIM reports of itself',
      store_size: 'what the SIM reports of itself',
      agent_at: 'what the SIM reports of itself',
      registration: 'what the SIM reports of itself',
      signal: 'what the SIM reports of itself',
      trouble: 'what the SIM reports of itself',
      screen: 'what the SIM reports of itself',
      since: 'what the SIM reports of itself',
      pin_meant: 'for one saying of a PIN; the agent counts what is said, and moves no money by it',
      actions: 'what the SIM reports of itself; it refuses what it cannot do',
    },
  },
  accepted_senders: {
    by: 'list',
    key: ['operator', 'sender'],
    columns: ['accepted_at', 'accepted_by'],
  },
  lines: {
    by: 'list',
    key: ['line'],
    columns: ['opened_at', 'tells_balances'],
    own: [
      'start_cents',
      'trusted_at',
      'balance_cents',
      'balance_time',
      'balance_at',
      'open_gaps',
      'burst_at',
      'typed_by',
    ],
    free: {
      gap_at: 'asks for the balance and delays payments, and believes none',
      day_cents: 'for the closing of a day; the books are compared with it',
      day_at: 'for the closing of a day; the books are compared with it',
    },
  },
  catalogue_revision: { by: 'nothing', because: 'what is read too late has only sealed rows' },
  operators: { by: 'nothing', because: 'each start adds the operators that the code knows' },
  provider_health: { by: 'nothing', because: 'says which sealed channel is tried first' },
  provider_minutes: { by: 'nothing', because: 'says which sealed channel is tried first' },

  // Payments, and what is done about them.
  transactions: {
    by: 'row',
    key: ['id'],
    columns: [
      'application_id',
      'direction',
      'reference',
      'player_id',
      'operator',
      'collection_mode',
      'msisdn',
      'amount_xaf',
      'callback_url',
      'line',
      'instructions',
      'created_by',
      'refund_of',
    ],
    free: {
      reference_key: 'the digest of the sealed reference',
      created_at: 'compared with the time in the sealed id',
      updated_at: 'shown only',
      state_updated_at: 'compared with the history',
      expires_at: 'compared with the history',
      version: 'compared with the history',
      provider_id: 'compared with the history',
      channel_id: 'compared with the history',
      state: 'compared with the history',
      state_reason: 'compared with the history',
      reason_code: 'compared with the history',
      provider_tx_id: 'compared with the evidence and the books',
    },
  },
  transitions: { by: 'comparison', with: 'its own seal, or the first line with the transaction' },
  open_transactions: { by: 'comparison', with: 'the transaction, locked, before anything is done' },
  recent_numbers: { by: 'comparison', with: 'the sealed transaction that it leads to' },
  old_numbers: { by: 'comparison', with: 'the sealed transaction that it leads to' },
  operator_ids: { by: 'comparison', with: 'the transaction that it leads to' },
  payout_marks: { by: 'nothing', because: 'only makes a payout wait for a person' },
  payout_transfers: {
    by: 'comparison',
    with: 'the texts and entries of the same money, by the proofs of the books',
  },
  submissions: { by: 'comparison', with: 'the sealed transaction before it is sent' },
  lost_sends: { by: 'nothing', because: 'only keeps payouts from being sent' },
  evidence: { by: 'nothing', because: 'shown to a person; a provider is asked again' },
  contradictions: { by: 'nothing', because: 'asks a person to look' },
  webhooks: { by: 'comparison', with: 'the sealed transition before it is signed' },
  open_webhooks: { by: 'comparison', with: 'the webhook that it leads to' },
  webhook_attempts: { by: 'nothing', because: 'what receivers answered; nothing is decided by it' },
  looks: { by: 'nothing', because: 'who has a payment open on the screen' },
  sim_jobs: { by: 'comparison', with: 'the sealed transaction before it is offered' },

  // Texts and payments received.
  sms_messages: { by: 'comparison', with: 'the sealed balance of its line' },
  receipts: { by: 'comparison', with: 'the text, and the sealed balance of its line' },
  receipt_uses: { by: 'comparison', with: 'the history of the transaction (momo audit all)' },
  rival_texts: { by: 'nothing', because: 'only makes a payment wait for a person' },
  given_back: { by: 'comparison', with: 'the books (momo books verify)' },
  balance_steps: { by: 'comparison', with: 'the sealed balance of the line' },
  trusted_balances: { by: 'nothing', because: 'a record; the line has the sealed balance' },

  // Books and statements.
  book_accounts: { by: 'comparison', with: 'the payments (momo books verify)' },
  book_entries: { by: 'comparison', with: 'the payments (momo books verify)' },
  book_totals: { by: 'comparison', with: 'the entries (momo books verify)' },
  books: { by: 'comparison', with: 'the entries (momo books verify)' },
  book_closings: { by: 'comparison', with: 'the chain of closings, and the entries' },
  statement_differences: { by: 'nothing', because: 'asks a person to look' },
  statement_mappings: {
    by: 'list',
    key: ['operator', 'name', 'version'],
    columns: ['content', 'proven_by', 'kept_by', 'kept_at'],
    // Without the newest version the one that it replaced would read statements again.
    also: [
      `(select count(*) from statement_mappings version_of
        where (version_of.operator, version_of.name) = ($.operator, $.name))`,
    ],
  },
  statement_uploads: { by: 'nothing', because: 'a file that a person still has to read in' },
  statement_parts: { by: 'nothing', because: 'a file that a person still has to read in' },
  statements: { by: 'nothing', because: 'what was read in, for a person to compare' },
  statement_lines: { by: 'nothing', because: 'what was read in, for a person to compare' },

  // The installation.
  installation: {
    by: 'list',
    key: ['only_row'],
    columns: ['environment', 'id', 'identity', 'quarantined_at', 'row_key'],
    secrets: ['row_key'],
    // An open key was written by a third party, whatever it says.
    also: [`$.row_key like 'sealed:%'`],
    free: {
      created_at: 'shown only',
      quarantine_reason: 'shown only',
      clock_shift: 'what is due becomes due earlier or later, and nothing else',
      has_reason_codes: 'payments of earlier releases are looked at once more, or shown as unknown',
      oldest_release: 'says which processes are ready, and moves nothing',
    },
  },
  row_seals: { by: 'comparison', with: 'its own seal, made with the row key' },
  audit_log: { by: 'comparison', with: 'its chain of hashes and the anchor outside (momo audit)' },
  months: { by: 'comparison', with: 'the audit log and the digests of the files' },
  alerts: { by: 'nothing', because: 'what was reported to the pager' },
  erased_numbers: { by: 'comparison', with: 'a digest made with a key of its own' },
  password_attempts: { by: 'nothing', because: 'slows down guessing, and lets nobody in' },
  schema_migrations: { by: 'comparison', with: 'the digests of the migrations of this release' },
} as const satisfies Readonly<Record<string, Believed>>;

export type TableName = keyof typeof TABLES;

/** The tables whose rows have an entry in the sealed list. */
export type ListedTable = {
  [Name in TableName]: (typeof TABLES)[Name]['by'] extends 'list' ? Name : never;
}[TableName];

export const LISTED_TABLES = (Object.keys(TABLES) as TableName[]).filter(
  (name): name is ListedTable => TABLES[name].by === 'list',
);
