import { describe, expect, it } from 'vitest';
import { patience } from '#support/patience.ts';
import { message, patientPool, rawServer, sinkWith, transportTo } from '#support/smarthost.ts';

describe('a connection', () => {
  it('serves messages one after the other, up to its limit', async () => {
    const sink = await sinkWith();
    const transport = transportTo(sink.port, {}, {}, { ...patientPool, maxMessagesPerConnection: 3 });
    for (let count = 0; count < 5; count += 1) await transport.attempt(message).outcome;
    const connections = (await sink.waitForMessages(5)).map(({ connectionId }) => connectionId);
    expect(new Set(connections.slice(0, 3)).size).toBe(1);
    expect(new Set(connections).size).toBe(2);
  });

  it.each([false, true])(
    'serves the next message after a recipient was refused, pipelining hidden: %s',
    async (hidePipelining) => {
      const sink = await sinkWith({ hidePipelining });
      sink.setScript({
        onRcpt: (address) => (address.startsWith('full') ? { code: 451, text: '4.2.0 Full' } : 'accept'),
      });
      const transport = transportTo(sink.port, {}, { settleMs: patience.pollMs });
      const refused = { ...message, rcptTo: 'full@target.example' };
      for (const one of [refused, message, refused, refused, message]) {
        const { kind } = await transport.attempt(one).outcome;
        expect(kind).toBe(one === message ? 'delivered' : 'deferred');
      }
      expect(sink.messages).toHaveLength(2);
      expect(sink.connectionCount()).toBe(1);
    },
  );

  it('is another one for a server that does not forget a refused message', async () => {
    const port = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (octets) => {
        if (octets.includes('EHLO')) socket.write('250 here\r\n');
        else if (octets.includes('RSET')) socket.write('550 5.5.1 never heard of it\r\n');
        else if (octets.includes('MAIL')) socket.write('250 ok\r\n');
        else if (octets.includes('RCPT')) socket.write('450 4.2.1 later\r\n');
      });
    });
    const transport = transportTo(port);
    for (let count = 0; count < 2; count += 1) {
      expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 450, stage: 'rcpt' });
    }
  });

  it('is not used again when its server waits for the content of a refused message', async () => {
    let connections = 0;
    const said: string[] = [];
    const port = await rawServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (octets) => {
        said.push(octets.toString());
        if (octets.includes('EHLO')) socket.write('250-here\r\n250 PIPELINING\r\n');
        if (octets.includes('MAIL')) socket.write('250 ok\r\n450 4.2.1 later\r\n354 go on\r\n');
      });
    });
    const transport = transportTo(port);
    for (let count = 0; count < 2; count += 1) {
      expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 450, stage: 'rcpt' });
    }
    expect(connections).toBe(2);
    expect(said.join('')).not.toContain('last line');
  });

  it.each(['554 5.5.1 no valid recipients', '250 ok'])(
    'serves the next message after its server waited for the content of one without recipients, and heard a lone dot: %s',
    async (answer) => {
      const said: string[] = [];
      let connections = 0;
      const port = await rawServer((socket) => {
        connections += 1;
        socket.on('error', () => {});
        socket.write('220 ready\r\n');
        let refuses = true;
        socket.on('data', (octets) => {
          const text = octets.toString();
          said.push(text);
          if (text.startsWith('EHLO')) socket.write('250-here\r\n250 PIPELINING\r\n');
          else if (text.includes('MAIL') && refuses) socket.write('250 ok\r\n450 4.2.1 later\r\n354 go on\r\n');
          else if (text.includes('MAIL')) socket.write('250 ok\r\n250 ok\r\n250 ok\r\n354 go on\r\n');
          else if (text.endsWith('.\r\n')) socket.write(refuses ? `${answer}\r\n` : '250 taken\r\n');
          if (text === '.\r\n') refuses = false;
        });
      });
      const transport = transportTo(port, {}, { settleMs: patience.pollMs });
      expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 450, stage: 'rcpt' });
      expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
      expect(connections).toBe(1);
      expect(said.filter((text) => text === '.\r\n')).toHaveLength(1);
      expect(said.at(-2)).toMatch(/^RSET\r\nMAIL /);
    },
  );

  it('ends no message of a refused sender whose recipient was taken: an empty one would reach somebody', async () => {
    const said: string[] = [];
    const port = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (octets) => {
        said.push(octets.toString());
        if (octets.includes('EHLO')) socket.write('250-here\r\n250 PIPELINING\r\n');
        if (octets.includes('MAIL')) socket.write('550 5.7.1 not you\r\n250 ok\r\n354 go on\r\n');
      });
    });
    expect(await transportTo(port).attempt(message).outcome).toMatchObject({
      kind: 'refused',
      code: 550,
      stage: 'mail',
    });
    await expect.poll(() => said.join('')).toContain('QUIT');
    expect(said.join('')).not.toMatch(/^\.\r\n/m);
  });

  it('is another one when the kept one has died', async () => {
    const sink = await sinkWith();
    const transport = transportTo(sink.port);
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    await sink.stop();
    await sink.start();
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(sink.connectionCount()).toBe(2);
  });

  it('is another one, too, when the server hangs up instead of answering MAIL', async () => {
    let connections = 0;
    const port = await rawServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      socket.on('error', () => {});
      socket.write('220 x\r\n');
      let messages = 0;
      socket.on('data', (octets) => {
        const text = octets.toString();
        if (text.startsWith('EHLO')) socket.write('250-x\r\n250 PIPELINING\r\n');
        else if (text.startsWith('MAIL') && isFirst && messages > 0) socket.end('421 4.4.2 idle\r\n');
        else if (text.startsWith('MAIL')) socket.write('250 ok\r\n250 ok\r\n354 go\r\n');
        else if (text.endsWith('\r\n.\r\n')) {
          messages += 1;
          socket.write('250 ok\r\n');
        }
      });
    });
    const transport = transportTo(port);
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(connections).toBe(2);
  });
});
