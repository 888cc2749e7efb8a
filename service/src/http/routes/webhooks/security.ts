import { hash } from 'node:crypto';
import { exportJWK, importSPKI } from 'jose';
import { jwksSchema, publicKeySchema } from '../../../contract/webhooks/webhooks-api.ts';
import { findApplicationName } from '../../../db/access/access.ts';
import type { Queryable } from '../../../db/client.ts';
import {
  findCurrentSigningKey,
  findNextKeyChange,
  listRevokedKeyIds,
  listValidSigningKeys,
} from '../../../db/webhooks/signing-keys.ts';
import { assert } from '../../../domain/assert.ts';
import type { App } from '../../app.ts';

const DAY_SECONDS = 86_400;

export function securityRoutes(api: App, deps: { readonly database: Queryable }): void {
  api.get(
    '/api/v1/security/callback-public-key',
    { schema: publicKeySchema },
    async (_request, reply) => {
      const key = await findCurrentSigningKey(deps.database);
      assert(key !== null, 'there is no signing key although the service has started');
      reply.header('cache-control', `private, max-age=${await secondsToKeep(deps.database)}`);
      return {
        algorithm: 'RS256' as const,
        public_key_pem: key.public_key_pem,
        key_id: key.key_id,
        ...(await revokedIn(deps.database)),
      };
    },
  );

  api.get('/api/v1/security/jwks.json', { schema: jwksSchema }, async (request, reply) => {
    // The next key is listed for more than a day before it signs.
    reply.header('cache-control', `private, max-age=${DAY_SECONDS}`);
    const keys = await listValidSigningKeys(deps.database);
    const set = {
      application: await findApplicationName(deps.database, request.applicationId),
      keys: await Promise.all(
        keys.map(({ key_id, public_key_pem }) => toJwk(key_id, public_key_pem)),
      ),
      ...(await revokedIn(deps.database)),
    };
    const tag = `"${hash('sha256', JSON.stringify(set), 'base64url')}"`;
    reply.header('etag', tag);
    if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send(null);
    return set;
  });
}

/** Left out while there is none, so that a client with a closed list of members reads on. */
async function revokedIn(database: Queryable): Promise<{ readonly revoked?: string[] }> {
  const revoked = await listRevokedKeyIds(database);
  return revoked.length === 0 ? {} : { revoked: [...revoked] };
}

/** A proxy that compresses makes the tag a weak one. */
function hasTag(known: string | undefined, tag: string): boolean {
  return (known ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** A day, or less if another key becomes current sooner, so that a cache asks again in time. */
async function secondsToKeep(database: Queryable): Promise<number> {
  const change = await findNextKeyChange(database);
  if (change === null) return DAY_SECONDS;
  return Math.min(DAY_SECONDS, Math.floor(change.inMs / 1_000));
}

async function toJwk(keyId: string, publicKeyPem: string) {
  const { n = '', e = '' } = await exportJWK(
    await importSPKI(publicKeyPem, 'RS256', { extractable: true }),
  );
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid: keyId, n, e };
}
