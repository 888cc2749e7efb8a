import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownArchitecture, packDeb } from '../../../../scripts/pack-deb.ts';
import { VERSION } from '../../../src/settings/version.ts';
import {
  DEBIAN_PACKAGES,
  lacksDebian,
  makeDebian,
  typeInto,
} from '../../support/process/debian.ts';

const own = ownArchitecture();
const skip = lacksDebian('dpkg-deb') || (own === null && 'there is no package for this machine');

/** What was awaited and never came ends the shell; the logs are its last words. */
const HELPERS = String.raw`
cd
trap 'tail -n 8 /tmp/*.log' EXIT
until_so() {
  for try in $(seq 120); do if "$@" >/tmp/tried.log 2>&1; then return; fi; sleep 0.5; done
  return 1
}
cat >>/etc/hosts <<'HOSTS'
127.0.0.1 localhost pay.example.com
10.0.0.1 console.example.internal
HOSTS
dpkg -i momo_*.deb
`;

/** A server that takes connections with TLS alone, and whose certificate is compared. */
const POSTGRES_WITH_TLS = String.raw`
KEY="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
CONF=$(echo /etc/postgresql/*/main)
openssl req -x509 $KEY -days 30 -subj /CN=database-ca -keyout ca.key -out /etc/momo/database-ca.pem
openssl req $KEY -subj /CN=localhost -keyout server.key -out server.csr
openssl x509 -req -in server.csr -CA /etc/momo/database-ca.pem -CAkey ca.key -days 30 \
  -extfile <(echo subjectAltName=DNS:localhost) -out server.pem
install -m 600 -o postgres -g postgres -t $CONF server.key server.pem
printf "ssl_cert_file = '$CONF/server.pem'\nssl_key_file = '$CONF/server.key'\n" \
  >>$CONF/postgresql.conf
sed -i 's/^host /hostssl /' $CONF/pg_hba.conf
pg_ctlcluster $(ls /etc/postgresql) main start
PASSWORD=$(openssl rand -hex 16)
su postgres -c psql <<SQL
create role momo login password '$PASSWORD';
create database momo owner momo;
SQL
TLS='sslmode=verify-full&sslrootcert=/etc/momo/database-ca.pem'
echo "postgresql://momo:$PASSWORD@localhost/momo?$TLS" |
  install -m 640 -g momo /dev/stdin /etc/momo/database-url
`;

/** Two names with certificates of its own authority, which this machine then trusts. */
const CADDY = String.raw`
sed '0,/^{$/s//{\n\tlocal_certs\n\tskip_install_trust/' \
  /usr/lib/momo/packaging/proxy/Caddyfile >/etc/caddy/Caddyfile
export XDG_DATA_HOME=/var/lib
caddy run --adapter caddyfile --config /etc/caddy/Caddyfile 2>/tmp/caddy.log &
until_so test -s /var/lib/caddy/pki/authorities/local/root.crt
cp /var/lib/caddy/pki/authorities/local/root.crt /usr/local/share/ca-certificates/caddy.crt
update-ca-certificates
`;

const SETTINGS = String.raw`
sed -i 's/^SERVICE_ENV=.*/SERVICE_ENV=live/' /etc/momo/momo.env
cat >>/etc/momo/momo.env <<'ENV'
DATABASE_URL_FILE=/etc/momo/database-url
PUBLIC_URL=https://pay.example.com
TRUSTED_PROXIES=127.0.0.1
ENV
momo db migrate
`;

const PROVIDERS = String.raw`
/usr/lib/momo/node_modules/*/bin/node /mnt/service/test/support/process/emulated-operators.ts \
  /tmp/operators >/tmp/operators.log 2>&1 &
until_so test -e /tmp/operators/orange
for operator in mtn orange; do
  momo provider add $operator-main $(cat /tmp/operators/$operator) --secrets-file - \
    </tmp/operators/$operator.json
  momo channel add $operator-prompt --provider $operator-main --operator $operator \
    --mode merchant_initiated --merchant-number $(cat /tmp/operators/$operator.number) \
    --merchant-name SHOP
done
momo staff add --email ama@example.com --name Ama --role agent
start() { momo start >>/tmp/momo.log 2>&1 & SERVICE=$!; until_so curl -fsS localhost:8000/readyz; }
start
momo provider check mtn-main
momo provider check orange-main
`;

/** The platform from outside, staff by the name of the own network. */
const PAY = String.raw`
API=https://pay.example.com/api/v1
JSON='Content-Type: application/json'
call() { curl -fsS -H "X-API-Key: $(cat /etc/momo/api-key)" -H "$JSON" "$@"; }
create() {
  call $API/$1 --data '{
    "player_id": "6f1c2d3e-4b5a-4c6d-8e7f-90a1b2c3d4e5", "msisdn": "'$2'",
    "amount_xaf": 1000, "operator": "'$3'", "reference": "'$1-$3'" }' | jq -er .service_tx_id
}
paid() { call $API/transactions/$1 | jq -e '.state == "succeeded"'; }
TOKEN=$(momo staff token --email ama@example.com --role agent --json | jq -er .token)
for payer in '+237671234567 mtn' '+237691234567 orange'; do
  ID=$(create deposits $payer)
  until_so paid $ID
  ID=$(create withdrawals $payer)
  curl -fsS -X POST -H "Authorization: Bearer $TOKEN" \
    https://console.example.internal/internal/v1/withdrawals/$ID/approve
  until_so paid $ID
done
not curl -fsS https://pay.example.com/console
`;

/** A dump of the own server, and a copy that is restored, audited and removed. */
const BACKUP_AND_DRILL = String.raw`
su postgres -c 'pg_dump --format=custom momo' >/var/backups/momo/momo.dump
su postgres -c 'createdb --owner=momo drill && pg_restore --dbname=drill' \
  </var/backups/momo/momo.dump
sed 's,/momo?,/drill?,' /etc/momo/database-url |
  install -m 640 -g momo /dev/stdin /etc/momo/drill-url
sed 's/database-url/drill-url/' /etc/momo/momo.env |
  install -m 640 -g momo /dev/stdin /etc/momo/drill.env
ENV_FILE=/etc/momo/drill.env momo audit all --stopped
ENV_FILE=/etc/momo/drill.env momo db accept-restore --look
su postgres -c 'dropdb drill'
rm /etc/momo/drill*
momo audit all
momo audit anchor --file /var/backups/momo/audit-anchors.jsonl
momo retention run
momo doctor | tee /tmp/doctor
not grep WRONG /tmp/doctor
test "$(ls /var/lib/momo/last-success-* | wc -l)" = 3
`;

/** The rules as they are packed, with their patience shortened. */
const ALERT = String.raw`
mkdir /tmp/watch
sed -E 's/(for: |keep_firing_for: )[0-9]+m/\11s/' \
  /usr/lib/momo/packaging/prometheus/momo-rules.yml >/tmp/watch/momo-rules.yml
cat >/tmp/watch/prometheus.yml <<'YML'
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [momo-rules.yml]
scrape_configs:
  - job_name: momo
    static_configs: [{ targets: ["127.0.0.1:8000"] }]
YML
prometheus --config.file=/tmp/watch/prometheus.yml --storage.tsdb.path=/tmp/watch/data \
  --web.listen-address=127.0.0.1:9090 2>/tmp/prometheus.log &
fires() {
  curl -fsS localhost:9090/api/v1/alerts | jq -e 'any(.data.alerts[];
    .labels.alertname == "'$1'" and .state == "firing")'
}
is_watched() {
  curl -fsS 'localhost:9090/api/v1/query?query=up' | jq -e '.data.result[0].value[1] == "1"'
}
is_quiet() { is_watched && ! fires $1; }
until_so is_watched
not fires MomoDown
kill $SERVICE && wait $SERVICE
until_so fires MomoDown
start
until_so is_quiet MomoDown
kill $SERVICE && wait $SERVICE
`;

test('a clean Debian with the package, TLS to PostgreSQL, Caddy and emulated operators pays both ways, is backed up, drilled and well, and an alert fires and clears', {
  skip,
}, async () => {
  assert.ok(own !== null);
  const root = makeDebian(DEBIAN_PACKAGES);
  const builds = [{ architecture: own, version: VERSION }];
  await packDeb({ destination: join(root, 'root'), builds, compression: 'none' });
  const blocks = [
    ...[HELPERS, POSTGRES_WITH_TLS, CADDY, SETTINGS, PROVIDERS],
    ...[PAY, BACKUP_AND_DRILL, ALERT],
  ];
  const { code, output } = await typeInto(root, blocks, { network: 'own' });
  assert.equal(code, 0, output.slice(-6000));
});
