import type { StaffRole } from '../../../src/domain/access/staff-role.ts';

/**
 * Who may call what, written by hand: the least role, `anybody` before signing in, or `signed in`
 * for what every person does with their own session, `person` for what a script's token may not.
 * Outside of the staff interface: `key` for an application's API key, `secret` for what a machine
 * or a phone proves itself, `open` for what everyone on the network may read. A new route is
 * refused by roles.test.ts until it has its line.
 */
export const WHO_MAY: Readonly<Record<string, Access>> = {
  'GET /': 'open',
  'GET /pages.css': 'open',
  'GET /console': 'open',
  'GET /console/*': 'open',
  'GET /console/assets/*': 'open',
  'GET /console/icon.svg': 'open',
  'GET /assets/logos/*': 'open',
  'GET /guide': 'open',
  'GET /guide/*': 'open',
  'GET /guide/images/*': 'open',
  'GET /postman-collection.json': 'open',
  'GET /openapi.json': 'open',
  'GET /docs': 'open',
  'GET /docs/': 'open',
  'GET /docs/explorer.js': 'open',
  'GET /pages.js': 'open',
  'GET /health': 'open',
  'GET /livez': 'open',
  'GET /readyz': 'open',
  // To loopback only, or with its token: `telemetry` tests hold that.
  'GET /metrics': 'open',

  'POST /api/v1/deposits': 'key',
  'POST /api/v1/checkouts': 'key',
  'GET /api/v1/checkouts/:checkout_id': 'key',
  'POST /api/v1/checkouts/:checkout_id/cancel': 'key',
  'POST /api/v1/withdrawals': 'key',
  'POST /api/v1/deposits/:service_tx_id/refunds': 'key',
  'GET /api/v1/transactions/:service_tx_id': 'key',
  'GET /api/v1/players/:player_id/transactions': 'key',
  'GET /api/v1/:country/providers': 'key',
  'GET /api/v1/:country/providers/status': 'key',
  'POST /api/v1/msisdn/detect': 'key',
  'GET /api/v1/webhooks': 'key',
  'GET /api/v1/transactions': 'key',
  'POST /api/v1/transactions/:service_tx_id/replay-webhook': 'key',
  'GET /api/v1/statement': 'key',
  'GET /api/v1/balance': 'key',
  'GET /api/v1/security/callback-public-key': 'key',
  'GET /api/v1/security/jwks.json': 'key',
  'POST /api/v1/sandbox/clock/advance': 'key',
  'POST /api/v1/sandbox/transactions/:service_tx_id/simulate': 'key',
  'POST /api/v1/sandbox/phones': 'key',

  'GET /internal/v1/callbacks/providers/:account/:secret': 'secret',
  'POST /internal/v1/callbacks/:reference/:secret': 'secret',
  'POST /internal/v1/callbacks/providers/:account/:secret': 'secret',
  'PUT /internal/v1/callbacks/providers/:account/:secret': 'secret',
  'PUT /internal/v1/callbacks/:reference/:secret': 'secret',
  'POST /internal/v1/sms/:gateway': 'secret',
  'POST /internal/v1/gateways/:gateway': 'secret',
  'GET /pay/:token': 'secret',
  'POST /pay/:token': 'secret',
  'GET /sandbox/phones/:token': 'secret',
  'POST /sandbox/phones/:token': 'secret',

  'POST /internal/v1/session': 'anybody',
  'GET /internal/v1/session': 'signed in',
  'DELETE /internal/v1/session': 'signed in',
  'POST /internal/v1/session/second-factor': 'person',
  'POST /internal/v1/session/totp': 'person',
  'POST /internal/v1/session/totp/confirm': 'person',
  'POST /internal/v1/session/password': 'person',
  'GET /internal/v1/session/factors': 'person',
  'POST /internal/v1/session/recovery-codes': 'person',
  'POST /internal/v1/session/recovery-code': 'person',
  'POST /internal/v1/session/passkeys/options': 'person',
  'POST /internal/v1/session/passkeys': 'person',
  'DELETE /internal/v1/session/passkeys/:id': 'person',
  'POST /internal/v1/session/passkey/options': 'person',
  'POST /internal/v1/session/passkey': 'person',
  'GET /internal/v1/sessions': 'person',
  'DELETE /internal/v1/sessions': 'person',
  'DELETE /internal/v1/sessions/:id': 'person',

  'GET /internal/v1/openapi.json': 'viewer',
  'GET /internal/v1/overview': 'viewer',
  'GET /internal/v1/events': 'viewer',
  'GET /internal/v1/figures': 'viewer',
  'GET /internal/v1/numbers': 'viewer',
  'GET /internal/v1/transactions': 'viewer',
  'POST /internal/v1/transactions/search': 'viewer',
  'GET /internal/v1/transactions.csv': 'viewer',
  'POST /internal/v1/transactions.csv/search': 'viewer',
  'GET /internal/v1/transactions/totals': 'viewer',
  'POST /internal/v1/transactions/totals/search': 'viewer',
  'GET /internal/v1/transactions/:id': 'viewer',
  'GET /internal/v1/players/:player_id': 'viewer',
  'GET /internal/v1/receipts': 'viewer',
  'POST /internal/v1/receipts/search': 'viewer',
  'POST /internal/v1/search': 'viewer',
  'GET /internal/v1/receipts/:id': 'viewer',
  'GET /internal/v1/links': 'viewer',
  'POST /internal/v1/links': 'agent',
  'POST /internal/v1/links/:id/cancel': 'agent',
  'GET /internal/v1/webhooks': 'viewer',
  'GET /internal/v1/webhooks/:id/sent': 'viewer',
  'POST /internal/v1/webhooks/resend': 'agent',
  'GET /internal/v1/webhooks/resend/:batch': 'viewer',
  'GET /internal/v1/audit': 'viewer',
  'POST /internal/v1/audit/search': 'viewer',
  'GET /internal/v1/providers': 'viewer',

  'POST /internal/v1/withdrawals/approve': 'agent',
  'POST /internal/v1/withdrawals/:id/approve': 'agent',
  'POST /internal/v1/withdrawals/:id/reject': 'agent',
  'POST /internal/v1/withdrawals/:id/cancel': 'agent',
  'POST /internal/v1/transactions/:id/ask-provider': 'agent',
  'POST /internal/v1/transactions/:id/look': 'viewer',
  'POST /internal/v1/transactions/:id/resolve': 'agent',
  'POST /internal/v1/transactions/:id/replay-webhook': 'agent',
  'POST /internal/v1/deposits/:id/complete': 'agent',
  'POST /internal/v1/sandbox/clock/advance': 'agent',
  'POST /internal/v1/sandbox/phones': 'agent',
  'POST /internal/v1/sandbox/transactions': 'agent',
  'POST /internal/v1/sandbox/transactions/:id/simulate': 'agent',

  'GET /internal/v1/changes': 'viewer',
  'POST /internal/v1/changes/:id/approve': 'admin',
  'POST /internal/v1/changes/:id/withdraw': 'viewer',
  'PUT /internal/v1/providers/:id/flag': 'admin',
  'PATCH /internal/v1/channels/:id': 'admin',
  'GET /internal/v1/applications': 'admin',
  'POST /internal/v1/keys': 'admin',
  'POST /internal/v1/webhook-secrets': 'admin',
  'POST /internal/v1/keys/:prefix/revoke': 'admin',
  'POST /internal/v1/keys/:prefix/vouch': 'admin',
  'GET /internal/v1/staff': 'admin',
  'GET /internal/v1/sms': 'viewer',
  'POST /internal/v1/texts/:id/look-at': 'agent',
  'GET /internal/v1/senders': 'viewer',
  'POST /internal/v1/senders/accept': 'admin',
  'POST /internal/v1/senders/withdraw': 'admin',
  'GET /internal/v1/alerts': 'viewer',
  'GET /internal/v1/gateways': 'admin',
  'POST /internal/v1/gateways/:gateway/key': 'admin',
  'POST /internal/v1/gateways/:gateway/revoke': 'admin',
  'POST /internal/v1/gateways/:gateway/sims': 'admin',
  'GET /internal/v1/lines': 'viewer',
  'GET /internal/v1/lines/:line/foresee': 'agent',
  'POST /internal/v1/lines/:line/balance': 'agent',
  'POST /internal/v1/lines/:line/pin': 'admin',
  'POST /internal/v1/lines/:line/reveal': 'agent',
  'POST /internal/v1/lines/:line/without-balances': 'admin',
  'GET /internal/v1/wallets': 'finance',
  'GET /internal/v1/wallets/days': 'finance',
  'GET /internal/v1/differences': 'finance',
  'GET /internal/v1/closings': 'finance',
  'GET /internal/v1/closings/:day': 'finance',
  'GET /internal/v1/closings/:day/file': 'finance',
  'POST /internal/v1/differences/:id/record': 'finance',
  'POST /internal/v1/differences/:id/explain': 'finance',
  'POST /internal/v1/differences/:id/ask-provider': 'finance',
  'POST /internal/v1/adjustments': 'finance',
  'GET /internal/v1/application-money': 'finance',
  'GET /internal/v1/overpayments': 'viewer',
  'PUT /internal/v1/application-money/:name/credit': 'finance',
  'POST /internal/v1/application-money/:name/settlements': 'finance',
  'POST /internal/v1/application-money/:name/settlement-payouts': 'finance',
  'POST /internal/v1/closings': 'finance',
  'GET /internal/v1/reports': 'finance',
  'GET /internal/v1/reports/accounts': 'finance',
  'GET /internal/v1/statements': 'finance',
  'GET /internal/v1/statements/:id/lines': 'finance',
  'POST /internal/v1/statements/uploads': 'finance',
  'PUT /internal/v1/statements/uploads/:id/parts/:part': 'finance',
  'POST /internal/v1/statements/uploads/:id/preview': 'finance',
  'POST /internal/v1/statements/uploads/:id/look': 'finance',
  'POST /internal/v1/statements/uploads/:id/mapping': 'finance',
  'POST /internal/v1/statements/uploads/:id/import': 'finance',
  'GET /internal/v1/contradictions': 'viewer',
  'POST /internal/v1/contradictions/:id/close': 'agent',
  'POST /internal/v1/receipts/:id/dismiss': 'agent',
  'POST /internal/v1/receipts/:id/fill-in': 'agent',
  'POST /internal/v1/receipts/:id/send-back': 'agent',
  'POST /internal/v1/deposits/:id/refunds': 'agent',
  'POST /internal/v1/deposits/:id/send-back': 'agent',
  'GET /internal/v1/policy': 'admin',
  'POST /internal/v1/policy': 'admin',
  'POST /internal/v1/staff': 'admin',
  'PATCH /internal/v1/staff/:id': 'admin',
  'POST /internal/v1/staff/:id/reset': 'admin',
  'POST /internal/v1/staff/:id/vouch': 'admin',
};

export type Access =
  | 'open'
  | 'key'
  | 'secret'
  | 'anybody'
  | 'signed in'
  | 'person'
  | keyof typeof ALLOWED;

/** Finance does not decide, and agents do not keep the books. */
const ALLOWED = {
  viewer: ['viewer', 'agent', 'finance', 'admin'],
  agent: ['agent', 'admin'],
  finance: ['finance', 'admin'],
  admin: ['admin'],
} as const satisfies Record<StaffRole, readonly StaffRole[]>;

export const ROLES = ALLOWED.viewer;

/** Who asks: with nothing, with an API key, or as a member of staff by a script or a browser. */
export type Asker =
  | { readonly kind: 'nobody' | 'application' }
  | { readonly kind: 'script' | 'browser'; readonly role: StaffRole };

export function mayCall(access: Access, asker: Asker): boolean {
  switch (access) {
    case 'open':
    case 'anybody':
      return true;
    case 'key':
      return asker.kind === 'application';
    case 'secret':
      return false;
    case 'signed in':
      return asker.kind === 'script' || asker.kind === 'browser';
    case 'person':
      return asker.kind === 'browser';
    case 'viewer':
    case 'agent':
    case 'finance':
    case 'admin': {
      const allowed: readonly StaffRole[] = ALLOWED[access];
      return 'role' in asker && allowed.includes(asker.role);
    }
  }
}
