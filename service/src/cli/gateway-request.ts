import type { Dialect } from '../domain/lines/sms-dialects.ts';
import { signBody } from '../signing/gateway-signature.ts';

export interface GatewayText {
  readonly sim: string;
  readonly sender: string;
  readonly text: string;
}

export interface SignedGatewayRequest {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request with which a gateway of this dialect delivers a text that it has just received. */
export function gatewayRequest(
  dialect: Dialect,
  message: GatewayText,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): SignedGatewayRequest {
  const { sim, sender, text } = message;
  const receivedAt = new Date(nowMs).toISOString();
  switch (dialect) {
    case 'android': {
      const payload = { message: text, sender, recipient: sim, receivedAt };
      return signed({ event: 'sms:received', payload }, { secret, nowMs });
    }
    case 'signed':
      return signed({ type: 'sms', sim, sender, text, received_at: receivedAt }, { secret, nowMs });
    case 'kannel': {
      const query = new URLSearchParams({ key: secret, from: sender, smsc: sim });
      return {
        query: `?${query.toString()}`,
        headers: { 'content-type': 'text/plain' },
        body: text,
      };
    }
  }
}

function signed(
  content: unknown,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): SignedGatewayRequest {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = signBody(secret, { raw: Buffer.from(body), timestamp });
  const headers = {
    'content-type': 'application/json',
    'x-signature': signature,
    'x-timestamp': timestamp,
  };
  return { query: '', headers, body };
}
