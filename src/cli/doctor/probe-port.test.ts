import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { readCertificate } from '#cli/doctor/probe-port.ts';
import { listenAlone } from '#platform/listen.ts';
import { testSecureContext } from '#support/tls.ts';

it('takes its leave of a mailbox, so that it holds nothing up', async () => {
  const said: string[] = [];
  const server = createServer((socket) => {
    const secure = new TLSSocket(socket, { isServer: true, secureContext: testSecureContext });
    for (const one of [socket, secure]) one.on('error', () => {});
    secure.once('secure', () => secure.write('+OK mx.example\r\n'));
    secure.on('data', (octets: Buffer) => {
      said.push(octets.toString());
      secure.write('+OK Bye\r\n');
    });
  });
  const port = await listenAlone(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const dial = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const place = { host: '127.0.0.1', port, hostname: 'mx.example', inClear: false, preface: '' };
  const { trusted } = await readCertificate({ dial, authorities: null }, { ...place, protocol: 'pop3' });
  expect([trusted, ...said]).toEqual([false, 'QUIT\r\n']);
});
