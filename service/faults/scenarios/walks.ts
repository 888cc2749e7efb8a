import { RELEASES } from '../../test/support/upgrade/releases.ts';
import { lacks, lacksRegistry } from '../lacks.ts';
import { least, most, mostMs, scenario } from '../scenario.ts';

/** Documents and packages, followed to the letter. */
export const WALKS = [
  scenario({
    name: 'quick-start',
    kind: 'walk',
    what: 'docs/quick-start.md in a fresh clone, up to a verified webhook',
    // What the page promises; most of it is the installation.
    asked: { took_ms: mostMs(180_000) },
    sizes: {},
    minutes: 4,
    run: async () => (await import('../walks/quick-start.ts')).followQuickStart(),
  }),
  scenario({
    name: 'new-user',
    kind: 'walk',
    what: 'clone, quick start, receiver, an app with each SDK, and every state of docs/testing.md',
    asked: { webhooks: least(1), apps: least(3), states: least(9), unlike: most(0) },
    holds: 'what the documents let one type works',
    sizes: {},
    minutes: 5,
    needs: () => lacks('git', 'npm', 'curl', 'php', 'python3')() ?? lacksRegistry(),
    run: async () => (await import('../walks/new-user.ts')).walkAsNewUser(),
  }),
  scenario({
    name: 'dev-live',
    kind: 'walk',
    what: '`npm run dev:live`, up to a deposit through an emulated operator',
    asked: {},
    holds: 'it stops with nothing left; momo audit all',
    sizes: {},
    minutes: 2,
    run: async () => (await import('../walks/dev-live.ts')).walkDevLive(),
  }),
  scenario({
    name: 'runbook',
    kind: 'walk',
    what: 'docs/operations.md on a fresh Debian: installed, first deposit, texts, backup, restore',
    asked: { examples: least(1) },
    holds: 'every example ends well, and all is well after it',
    sizes: {},
    minutes: 10,
    needs: lacks('mmdebstrap'),
    run: async () => (await import('../walks/runbook.ts')).typeRunbook(),
  }),
  scenario({
    name: 'image',
    kind: 'walk',
    what: 'the image of packaging/container, on a Debian of mmdebstrap',
    asked: {},
    holds: 'it serves as an ordinary user on a root that cannot be written',
    sizes: {},
    minutes: 10,
    needs: lacks('mmdebstrap', 'buildah', 'psql'),
    run: async () => (await import('../walks/image.ts')).serveFromImage(),
  }),
  scenario({
    name: 'proxies',
    kind: 'walk',
    what: 'Caddy and nginx of Debian, as packaging/proxy has them',
    asked: { paths: least(1) },
    holds: 'platforms, operators and gateways get in from outside, staff do not',
    sizes: {},
    minutes: 2,
    needs: lacks('caddy', 'nginx'),
    run: async () => (await import('../walks/proxies.ts')).askThroughProxies(),
  }),
  scenario({
    name: 'dashboard',
    kind: 'walk',
    what: 'every query of the dashboard, asked of a Prometheus that has scraped a service',
    asked: { unanswered: most(0), queries: least(1) },
    sizes: {},
    minutes: 2,
    needs: lacks('prometheus'),
    run: async () => (await import('../walks/dashboard.ts')).queryDashboard(),
  }),
  scenario({
    name: 'pgbackrest',
    id: 'F37',
    kind: 'walk',
    what: 'a restore to a second drawn by lot, with pgBackRest of Debian',
    asked: { lost: most(0), too_new: most(0), restored: least(1) },
    holds: 'the database comes back proven and in quarantine',
    sizes: {},
    minutes: 4,
    needs: lacks('pgbackrest'),
    run: async () => (await import('../walks/pgbackrest.ts')).restoreToSecond(),
  }),
  ...RELEASES.filter(({ name }) => name === '0.2.0').map((release) =>
    scenario({
      name: `back-to-${release.name}`,
      kind: 'walk',
      what: `this release pays, then ${release.name} restores its own backup from before the upgrade`,
      asked: { paid_twice: most(0), payouts: least(1) },
      holds: 'what this release has paid goes on as paid, also when it is ordered again',
      sizes: {},
      minutes: 5,
      run: async () => (await import('../walks/go-back.ts')).goBackTo(release),
    }),
  ),
  ...RELEASES.map((release) => {
    const isRolled = release.upgrade === 'roll';
    return scenario({
      name: `upgrade-from-${release.name}`,
      kind: 'walk',
      what: `${release.name} becomes this release under load, and its tests run on this schema`,
      asked: {
        lost: most(0),
        not_delivered: most(0),
        findings: most(0),
        own_tests_passed: least(1),
        failed_requests: isRolled ? most(0) : {},
        // Without one that fails it could roll, and service/releases.json would have to say so.
        own_tests_failed: isRolled ? most(0) : least(1),
      },
      sizes: {},
      minutes: 15,
      needs: lacks('haproxy'),
      run: async () => {
        const { upgradeFrom } = await import('../walks/upgrade.ts');
        return upgradeFrom(release);
      },
    });
  }),
];
