import { createHmac } from 'node:crypto';

export interface WebhookToSign {
  /** The same in all attempts; holds no full stop. */
  readonly id: string;
  /** Of this attempt, in seconds since 1970. */
  readonly timestampS: number;
  /** The exact octets of the request. */
  readonly body: Buffer;
  /** `whsec_…`, those in force, the newest first. */
  readonly secrets: readonly string[];
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/**
 * The three headers of Standard Webhooks 1.0: one HMAC-SHA-256 for each secret in force, so that a receiver may know
 * the former one or the new one.
 */
export function signWebhook({ id, timestampS, body, secrets }: WebhookToSign): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestampS}.`).update(body);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatures.join(' '),
  };
}
