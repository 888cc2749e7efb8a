import { createTestSigner, type SignedWebhook, type TestSigner } from '../../src/testing.ts';

export const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const HOUR_MS = 3_600_000;

export interface Forgeries {
  /** Its keys are published. */
  readonly signer: TestSigner;
  /** The first is genuine, with its reference; each other one with what a verifier finds. */
  readonly cases: readonly (readonly [SignedWebhook, string])[];
  /** The genuine one with another amount. */
  readonly changed: SignedWebhook;
}

/** What a verifier in any language has to refuse. */
export async function makeForgeries(): Promise<Forgeries> {
  const signer = await createTestSigner({ secret: SECRET });
  const stranger = await createTestSigner({ secret: SECRET, hasOwnKey: true });
  const unpublished = await createTestSigner({ secret: SECRET, keyId: 'service-payments-v9' });
  const genuine = await signer.sign({ reference: 'genuine' });
  const token = genuine.headers['x-service-signature'] ?? '';
  const [, claims = '', mark = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none","kid":"service-payments-v1"}').toString('base64url');
  const withToken = (value: string) => ({
    body: genuine.body,
    headers: { ...genuine.headers, 'x-service-signature': value },
  });
  const changed = { ...genuine, body: genuine.body.replace('500', '900') };
  const cases: Forgeries['cases'] = [
    [genuine, 'genuine'],
    [withToken(''), 'missing_signature'],
    [withToken('x'), 'malformed'],
    [withToken(`${none}.${claims}.${mark}`), 'wrong_algorithm'],
    [await unpublished.sign(), 'unknown_key'],
    [await stranger.sign(), 'wrong_signature'],
    [await signer.sign({}, new Date(Date.now() - HOUR_MS)), 'too_old'],
    [await signer.sign({}, new Date(Date.now() + HOUR_MS)), 'from_the_future'],
    [changed, 'wrong_signature'],
    [{ ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': '²' } }, 'malformed'],
    [{ ...genuine, headers: { 'X-Service-Signature': token } }, 'missing_signature'],
  ];
  return { signer, cases, changed };
}
