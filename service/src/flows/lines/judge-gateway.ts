import type { Queryable } from '../../db/client.ts';
import type { DatabaseClock } from '../../db/clock.ts';
import type { Gateway } from '../../db/lines/gateways.ts';
import {
  type AnswerToGateway,
  checkSecret,
  checkSignature,
  type SignatureVerdict,
  type SignedRequest,
  signAnswer,
} from '../../signing/gateway-signature.ts';
import { SECRET_PLACES, type Vault } from '../../signing/sealed-text.ts';

export interface JudgeDeps {
  /** The database for what has no right signature yet. */
  readonly strangers: Queryable;
  readonly vault: Vault;
  readonly clock: DatabaseClock;
}

/** What a request proves about its sender. */
export interface GatewayProof extends SignedRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly authorization?: string | null;
  /** Gets what signs the answer, if the sender has signed the question. */
  readonly onProven?: (sign: SignAnswer) => void;
}

export type SignAnswer = (answer: AnswerToGateway) => string;

/** Whether a request comes from the gateway that it names. */
export async function judgeGateway(
  { vault, clock }: JudgeDeps,
  { id, dialect, secret, revokedAt }: Gateway,
  request: GatewayProof,
): Promise<SignatureVerdict> {
  if (revokedAt !== null) return 'forged';
  const key = vault.open(secret, SECRET_PLACES.gatewaySecret(id));
  if (dialect !== 'kannel') {
    const verdict = checkSignature(key, request, (await clock.now()).getTime());
    if (verdict !== 'forged') request.onProven?.((answer) => signAnswer(key, request, answer));
    return verdict;
  }
  const inAddress = request.query['key'];
  const given = passwordOf(request.authorization ?? '') ?? inAddress;
  return checkSecret(key, typeof given === 'string' ? given : '');
}

/** Kannel sends the user and password of its address so; one set up for 0.2 has `key` there. */
function passwordOf(authorization: string): string | null {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return password.join(':');
}
