import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type RunningService } from '#support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ DELIVERY: 'preview', HTTPS_PORT: '0', PUBLIC_URL: 'https://mask.example' });
});
afterAll(() => service.stop());

it('answers by HTTPS with the self-signed certificate, with HSTS, when there is no other', async () => {
  const port = service.program.httpsPort ?? 0;
  const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
  const sent = request({ ...options, path: '/api/config', agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response).toMatchObject({ statusCode: 200, headers: { 'strict-transport-security': 'max-age=31536000' } });
  response.resume();
  const socket = connect(options);
  await once(socket, 'secureConnect');
  expect(socket.getPeerCertificate().subjectaltname).toBe('DNS:mask.example');
  socket.destroy();
});
