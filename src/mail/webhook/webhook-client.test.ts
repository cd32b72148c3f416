import { expect, it } from 'vitest';
import { signWebhook } from '#mail/webhook/webhook-client.ts';

it('signs as the vector published with Standard Webhooks', () => {
  const order = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampS: 1_614_265_330,
    body: Buffer.from('{"test": 2432232314}'),
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  };
  expect(signWebhook(order)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('gives one signature for each secret in force, with a space between them', () => {
  const order = { id: 'msg_1', timestampS: 1, body: Buffer.from('{}') };
  const [first, second] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];
  const alone = [first, second].map((secret) => signWebhook({ ...order, secrets: [secret] })['webhook-signature']);
  expect(new Set(alone).size).toBe(2);
  expect(signWebhook({ ...order, secrets: [first, second] })['webhook-signature']).toBe(alone.join(' '));
});
