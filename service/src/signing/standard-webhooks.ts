import { createHmac } from 'node:crypto';

/** The headers of the Standard Webhooks convention, for applications that have a webhook secret. */
export function standardWebhookHeaders(message: {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** Each is `whsec_` and base64; while one replaces another, both sign. */
  readonly secrets: readonly string[];
}): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000));
  const signatures = message.secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signed = `${message.id}.${timestamp}.${message.body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
