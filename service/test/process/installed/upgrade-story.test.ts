import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownArchitecture, packDeb } from '../../../../scripts/pack-deb.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { VERSION } from '../../../src/settings/version.ts';
import {
  DEBIAN_PACKAGES,
  DEBIAN_POSTGRES,
  keptFolder,
  lacksDebian,
  makeDebian,
  typeInto,
} from '../../support/process/debian.ts';
import { makeDataDir } from '../../support/service-process.ts';
import { checkOut } from '../../support/upgrade/previous-checkout.ts';
import { RELEASES } from '../../support/upgrade/releases.ts';

const own = ownArchitecture();
const release = RELEASES.find(({ name }) => name === '0.2.0');
const isKnown =
  spawnSync('git', ['-C', CHECKOUT, 'cat-file', '-e', release?.commit ?? '']).status === 0;
const skip =
  lacksDebian('dpkg-deb', 'npm') ||
  (own === null && 'there is no package for this machine') ||
  (!isKnown && 'this clone does not have the commit of release 0.2');

/** The file of release 0.2, made by its own `npm run pack` and kept, since it never changes. */
async function packRelease(): Promise<string> {
  assert.ok(release !== undefined);
  const kept = join(keptFolder(), `momo-${release.name}-${release.commit.slice(0, 12)}.tgz`);
  if (existsSync(kept)) return kept;
  const folder = checkOut(release);
  const to = await makeDataDir();
  execFileSync('npm', ['run', '--silent', 'pack', '--', to], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  const [packed = ''] = globSync('momo-*.tgz', { cwd: to });
  copyFileSync(join(to, packed), `${kept}.${process.pid}`);
  renameSync(`${kept}.${process.pid}`, kept);
  return kept;
}

/** As its own runbook installs it, but for the database, which is a PostgreSQL of Debian. */
const RELEASE_BEFORE = String.raw`
useradd --system --user-group --home-dir /var/lib/momo --shell /usr/sbin/nologin momo
install -d -m 700 -o momo -g momo /var/lib/momo
install -d -m 750 -g momo /etc/momo
openssl rand -hex 32 | install -m 640 -g momo /dev/stdin /etc/momo/secrets-key
openssl rand -hex 32 | install -m 640 -g momo /dev/stdin /etc/momo/api-key
install -m 640 -g momo /dev/stdin /etc/momo/momo.env <<'ENV'
SERVICE_ENV=sandbox
HOST=127.0.0.1
PORT=8123
DATA_DIR=/var/lib/momo
SECRETS_KEY_FILE=/etc/momo/secrets-key
SPORTSBOOK_API_KEY_FILE=/etc/momo/api-key
DATABASE_URL=postgresql://momo@localhost/momo?host=/var/run/postgresql
ENV
sha256sum /etc/momo/* >~/settings
AS_MOMO="setpriv --reuid=momo --regid=momo --init-groups env HOME=/var/lib/momo"
OLD=/usr/local/lib/node_modules/momo
OLD_PATH=$(dirname $OLD/node_modules/node-linux-*/bin/node):$PATH
$AS_MOMO PATH=$OLD_PATH ENV_FILE=/etc/momo/momo.env momo start >/tmp/old.log 2>&1 &
SERVICE=$!
curl -fsS --retry 60 --retry-delay 1 --retry-connrefused localhost:8123/readyz
`;

/** Deposits that succeed, fail and stay open, and withdrawals that wait; one line for each. */
const TRAFFIC = String.raw`
JSON='Content-Type: application/json'
API=localhost:8123/api/v1
call() { curl -fsS -H "X-API-Key: $(cat /etc/momo/api-key)" -H "$JSON" "$@"; }
create() {
  call $API/$1 --data '{
    "player_id": "6f1c2d3e-4b5a-4c6d-8e7f-90a1b2c3d4e5", "msisdn": "+237671234567",
    "amount_xaf": 1000, "operator": "mtn", "reference": "'$2'" }' | jq -r .service_tx_id
}
end() { call $API/sandbox/transactions/$1/simulate --data '{"outcome": "'$2'"}' >/dev/null; }
state() { echo "$1 $(call $API/transactions/$1 | jq -r .state)"; }
states() { while read -r id; do state $id; done <~/ids; }
for n in $(seq 20); do
  end "$(create deposits paid-$n | tee -a ~/ids)" succeeded
  end "$(create deposits refused-$n | tee -a ~/ids)" failed
  create deposits open-$n >>~/ids
  create withdrawals asked-$n >>~/ids
done
states >~/before
test "$(grep -c succeeded ~/before)" = 20
test "$(wc -l <~/before)" = 80
`;

const STOP = String.raw`
kill "$SERVICE"
wait "$SERVICE"
`;

/** The package finds the user, the folders and the settings that are there. */
const PACKAGE = String.raw`
rm -r $OLD /usr/local/bin/momo
hash -r
dpkg -i ~/momo_*.deb
test "$(momo --version)" = ${VERSION}
sha256sum -c ~/settings
momo db migrate
momo start >/tmp/new.log 2>&1 &
SERVICE=$!
curl -fsS --retry 60 --retry-delay 1 --retry-connrefused localhost:8123/readyz
states >~/after
diff ~/before ~/after
end "$(create deposits after-1)" succeeded
momo audit all
momo doctor
`;

test('release 0.2 with payments becomes the package: nothing is lost or changed, and the audit holds', {
  skip,
}, async () => {
  assert.ok(own !== null);
  const root = makeDebian(DEBIAN_PACKAGES);
  const before = await packRelease();
  const install = ['--global', '--prefix', join(root, 'usr', 'local'), '--ignore-scripts'];
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...install, ...quiet, before], { stdio: ['ignore', 2, 2] });
  const builds = [{ architecture: own, version: VERSION }];
  await packDeb({ destination: join(root, 'root'), builds, compression: 'none' });
  const blocks = ['cd', DEBIAN_POSTGRES, RELEASE_BEFORE, TRAFFIC, STOP, PACKAGE, STOP];
  const { code, output } = await typeInto(root, blocks, { network: 'own' });
  assert.equal(code, 0, output.slice(-4000));
});
