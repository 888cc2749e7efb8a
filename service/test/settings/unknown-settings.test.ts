import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nearestOf } from '../../src/domain/nearest-name.ts';
import { findMisspelt, findUnknownNames } from '../../src/settings/former-settings.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeDataDir, runToEnd, startServiceProcess } from '../support/service-process.ts';

test('an unknown name in a file of settings is refused with the nearest one', () => {
  const names = [
    'SPORTSBOOK_API_KYE',
    'DATABASE_URL_FILE',
    'NODE_OPTIONS',
    'AMOUNT_MAX_XAF',
    'SHOP',
  ];
  assert.deepEqual(findUnknownNames(names, '.env'), [
    'SPORTSBOOK_API_KYE in .env is no setting; did you mean SPORTSBOOK_API_KEY?',
    'SHOP in .env is no setting',
  ]);
});

test('of the environment only what resembles one of ours is named', () => {
  const others = [
    'HOME',
    'PATH',
    'HOSTNAME',
    'LOGNAME',
    'SHELL',
    'NODE_OPTIONS',
    'KUBERNETES_PORT',
  ];
  assert.deepEqual(findMisspelt([...others, 'DATABASE_URL', 'ENV_FILE', 'KEEP_TEXT_MONTHS']), []);
  assert.deepEqual(findMisspelt(['SPORTSBOOK_API_KYE', 'TRUSTED_PROXY']), [
    'SPORTSBOOK_API_KYE is no setting; did you mean SPORTSBOOK_API_KEY?',
  ]);
  assert.deepEqual(findMisspelt(['DATABASE_UR', 'SECRET_KEY']).length, 2);
});

test('swapped letters count as one change, and a distant name has no match', () => {
  assert.equal(nearestOf('LOG_LEVLE', ['LOG_LEVEL', 'ROLE']), 'LOG_LEVEL');
  assert.equal(nearestOf('ANYTHING', ['LOG_LEVEL', 'ROLE']), null);
});

test('a start says it: the file stops it, the environment does not', async () => {
  const folder = await makeDataDir();
  const file = join(folder, 'momo.env');
  writeFileSync(file, 'SPORTSBOOK_API_KYE=secret-1\n');
  const refused = await runToEnd({ env: { ENV_FILE: file, DATA_DIR: join(folder, 'never') } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /SPORTSBOOK_API_KYE in .* did you mean SPORTSBOOK_API_KEY\?/);
  assert.doesNotMatch(refused.output, /secret-1/);

  const { url } = await openTestDatabase();
  const env = { DATABASE_URL: url, SPORTSBOOK_API_KYE: 'secret-2', APPROVAL_VALID_HOURS: '12' };
  const service = await startServiceProcess({ env });
  assert.match(service.output(), /SPORTSBOOK_API_KYE is no setting; did you mean/);
  assert.match(
    service.output(),
    /APPROVAL_VALID_HOURS=12 is not used: the policy has approval_valid_hours=24/,
  );
  assert.doesNotMatch(service.output(), /secret-2/);
});
