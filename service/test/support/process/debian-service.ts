/** What an installation from packages has beside the service. */
export const DEBIAN_PACKAGES = [
  'adduser',
  'age',
  'ca-certificates',
  'caddy',
  'curl',
  'jq',
  'libatomic1',
  'openssl',
  'postgresql',
  'procps',
  'prometheus',
];

/** Debian's PostgreSQL, with a database for the user momo, who needs no password on its machine. */
export const DEBIAN_POSTGRES = String.raw`
pg_ctlcluster "$(ls /etc/postgresql)" main start
su postgres -c 'createuser momo && createdb --owner=momo momo'
`;
