import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

export interface KeyPair {
  readonly publicKeyPem: string;
  readonly privateKeyPem: string;
}

/** A new RSA key pair for webhook tokens, made off the event loop. */
export async function createKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKeyPem: publicKey, privateKeyPem: privateKey };
}
