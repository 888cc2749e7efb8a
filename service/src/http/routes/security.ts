import { publicKeySchema } from '../../contract/providers-api.ts';
import type { Queryable } from '../../db/client.ts';
import { findCurrentSigningKey } from '../../db/signing-keys.ts';
import { assert } from '../../domain/assert.ts';
import type { App } from '../app.ts';

export function securityRoutes(api: App, deps: { readonly database: Queryable }): void {
  api.get('/api/v1/security/callback-public-key', { schema: publicKeySchema }, async () => {
    const key = await findCurrentSigningKey(deps.database);
    assert(key !== null, 'there is no signing key although the service has started');
    return {
      algorithm: 'RS256' as const,
      public_key_pem: key.public_key_pem,
      key_id: key.key_id,
    };
  });
}
