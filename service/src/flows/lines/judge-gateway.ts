import type { DatabaseClock } from '../../db/clock.ts';
import type { Gateway } from '../../db/lines/gateways.ts';
import {
  checkSecret,
  checkSignature,
  type SignatureVerdict,
  type SignedRequest,
} from '../../signing/gateway-signature.ts';
import type { Vault } from '../../signing/sealed-text.ts';

export interface JudgeDeps {
  readonly vault: Vault;
  readonly clock: DatabaseClock;
}

/** What a request proves about its sender. */
export interface GatewayProof extends SignedRequest {
  readonly query: Readonly<Record<string, unknown>>;
}

/** Whether a request comes from the gateway that it names. */
export async function judgeGateway(
  { vault, clock }: JudgeDeps,
  { dialect, secret, revokedAt }: Gateway,
  request: GatewayProof,
): Promise<SignatureVerdict> {
  if (revokedAt !== null) return 'forged';
  const key = vault.open(secret);
  if (dialect !== 'kannel') {
    return checkSignature(key, request, (await clock.now()).getTime());
  }
  const given = request.query['key'];
  return checkSecret(key, typeof given === 'string' ? given : '');
}
