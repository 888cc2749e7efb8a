import { checkOut, runItsTests } from '../../test/support/upgrade/previous-checkout.ts';
import type { Release } from '../../test/support/upgrade/releases.ts';
import { upgradeUnderLoad } from '../../test/support/upgrade/upgrade-under-load.ts';

/** A release becomes this one under load; then its own tests run on the schema of this one. */
export async function upgradeFrom(release: Release) {
  const folder = checkOut(release);
  const { failures, lost, unreported, findings, ...figures } = await upgradeUnderLoad(
    release,
    folder,
  );
  const { failed, ...own } = await runItsTests(release, folder);
  console.log([...failures, ...lost, ...unreported, findings, ...failed].join('\n'));
  return {
    failed_requests: failures.length,
    lost: lost.length,
    not_delivered: unreported.length,
    findings: findings === '' ? 0 : 1,
    own_tests_passed: own.passed,
    own_tests_failed: failed.length,
    ...figures,
    own,
  };
}
