import { createHmac } from 'node:crypto';

/** The headers of the Standard Webhooks convention, for applications that have a webhook secret. */
export function standardWebhookHeaders(message: {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000));
  const key = Buffer.from(message.secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest('base64');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
