import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PUBLIC_PROBLEMS } from '../../src/contract/public-problems.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';

/** The codes that platforms branch on. Rows are added, never changed or taken away. */
const PUBLISHED: Readonly<Record<string, number>> = {
  bad_request: 400,
  path_invalid: 400,
  foreign_host: 400,
  unknown_operator: 400,
  unsupported_country_code: 400,
  no_callback_url: 400,
  unauthorized: 401,
  key_missing: 401,
  key_elsewhere: 401,
  key_with_scheme: 401,
  key_of_other_environment: 401,
  forbidden: 403,
  checkouts_not_allowed: 403,
  checkouts_need_address: 403,
  not_found: 404,
  unsupported_country: 404,
  transaction_not_found: 404,
  checkout_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  not_settled: 409,
  deposit_not_paid: 409,
  deposit_disputed: 409,
  number_erased: 409,
  refund_too_large: 409,
  reference_taken: 409,
  outcome_not_reachable: 409,
  checkout_not_open: 409,
  body_too_large: 413,
  request_invalid: 422,
  prefix_mismatch: 422,
  too_many_requests: 429,
  too_many_prompts: 429,
  header_too_large: 431,
  internal: 500,
  no_provider_available: 503,
  overloaded: 503,
  database_unavailable: 503,
  not_confirmed: 503,
};

test('an error code that platforms branch on keeps its name and its status', () => {
  const codes = Object.entries(PUBLIC_PROBLEMS).map(([code, { status }]) => [code, status]);
  assert.deepEqual(Object.fromEntries(codes), PUBLISHED);
});

test('docs/errors.md and the OpenAPI document have every error code', () => {
  const page = readFileSync(join(CHECKOUT, 'docs', 'errors.md'), 'utf8');
  const { components } = JSON.parse(
    readFileSync(join(CHECKOUT, 'docs', 'openapi.json'), 'utf8'),
  ) as { readonly components: { readonly schemas: Record<string, { readonly enum?: string[] }> } };
  assert.deepEqual(components.schemas['ErrorCode']?.enum, Object.keys(PUBLISHED));
  for (const [code, status] of Object.entries(PUBLISHED)) {
    assert.match(page, new RegExp(`^\\| \`${status}\` +\\| \`${code}\` +\\|`, 'm'));
  }
});
