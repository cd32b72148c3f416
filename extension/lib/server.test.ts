import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '#extension/lib/server.ts';
import { findFreePort } from '#support/free-port.ts';

const scope: (() => void)[] = [];
afterEach(() => scope.splice(0).forEach((end) => end()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

function askAt(origin: string): Promise<unknown> {
  const answer = z.object({ word: z.string() });
  return ask({ fetch, language: 'de' }, origin, { method: 'POST', path: '/x', body: {}, key: 'secret', answer });
}

function answer(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

it.each([
  ['what is no JSON', answer(200, '<p>'), 'version', ''],
  ['another shape', answer(200, '{"word":1}'), 'version', ''],
  ['a refusal in words', answer(400, '{"code":"x","message":"No."}'), 'refused', 'No.'],
  ['a fault of a field', answer(400, '{"code":"x","message":"See below.","errors":{"a":["No."]}}'), 'refused', 'No.'],
  ['a key that is revoked', answer(401, '{"code":"api_key_invalid","message":"No."}'), 'revoked', ''],
  ['too many', answer(429, '{"code":"rate_limited","message":"No."}'), 'tooMany', ''],
  ['a proxy without a server', answer(502, '<p>'), 'offline', ''],
  ['a way elsewhere', answer(302, '', { location: 'https://elsewhere.example' }), 'redirected', ''],
])('an answer that is %s is told apart', async (_what, listener, kind, message) => {
  await expect(askAt(await serve(listener))).rejects.toMatchObject({ kind, message });
});

it('a server that is not there is offline', async () => {
  await expect(askAt(`http://127.0.0.1:${await findFreePort()}`)).rejects.toMatchObject({ kind: 'offline' });
});

it('takes its key and language along, and only what was asked for of the answer', async () => {
  const origin = await serve(({ headers }, response) => {
    response.end(JSON.stringify({ word: `${headers.authorization} ${JSON.stringify(headers)}`, more: 1 }));
  });
  expect(await askAt(origin)).toEqual({ word: expect.stringMatching(/^Bearer secret .*"de"/u) });
});
