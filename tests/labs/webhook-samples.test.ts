import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSample, startWebhookWorld, type WebhookWorld } from '#support/webhook-world.ts';

const run = promisify(execFile);

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

it('the sample of the guide in Python takes what we sent and nothing else', async () => {
  const { secret, call } = await world.receiveTest();
  const program = [
    await readSample('python'),
    'import json, sys',
    'given = json.loads(sys.argv[1])',
    'headers, body = given["headers"], base64.b64decode(given["body"])',
    'print(is_from_kauke(given["secret"], headers, body), is_from_kauke(given["secret"], headers, body + b" "),',
    '  is_from_kauke("whsec_AAAA", headers, body), is_from_kauke(given["secret"], {}, body))',
  ].join('\n');
  const given = JSON.stringify({ secret, headers: call.headers, body: call.body.toString('base64') });
  const { stdout } = await run('python3', ['-c', program, given]);
  expect(stdout.trim()).toBe('True False False False');
});
