import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotStuff, endLine, holdsLineDot } from '#protocol/smtp-client/dot-stuff.ts';
import type { SessionPolicy } from '#protocol/smtp-server/session-policy.ts';
import { startMxListener } from '#support/mx-listener.ts';
import { message, rawServer, sinkWith, transportTo } from '#support/smarthost.ts';

const large = Buffer.from(`${'x'.repeat(76)}\r\n.\r\n`.repeat(10_000));

/** A server with CHUNKING, and the commands it read. */
async function startServer(answers: (command: string) => string) {
  const commands: string[] = [];
  let left = 0;
  const port = await rawServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 x\r\n');
    socket.on('data', (octets) => {
      const text = octets.toString('latin1');
      for (let at = 0; at < text.length;) {
        const skipped = Math.min(left, text.length - at);
        left -= skipped;
        at += skipped;
        if (skipped > 0 && left === 0) socket.write(answers('chunk'));
        if (at === text.length) break;
        const end = text.indexOf('\r\n', at);
        const command = text.slice(at, end);
        at = end + 2;
        commands.push(command);
        const [, bytes] = /^BDAT (\d+) LAST$/.exec(command) ?? [];
        if (bytes === undefined) socket.write(answers(command));
        else left = Number(bytes);
      }
    });
  });
  return { port, commands };
}

function greeting(command: string): string | null {
  return command.startsWith('EHLO') ? '250-x\r\n250-PIPELINING\r\n250 CHUNKING\r\n' : null;
}

describe('a message to a server with CHUNKING', () => {
  it('comes octet for octet, as a chunk or as DATA', async () => {
    const { port, messages } = await startMxListener();
    const transport = transportTo(port);
    const contents = [
      [Buffer.from('Subject: hi\r\n\r\n'), large],
      [Buffer.from('Subject: hi\r\n\r\n'), Buffer.from('.\r\n..\r\nlast line')],
      [Buffer.from('Subject: hi\r\n\r\nplain\r\n')],
    ];
    for (const content of contents) {
      expect(await transport.attempt({ ...message, content }).outcome).toEqual({ kind: 'delivered' });
    }
    const ended = contents.map((content) => Buffer.concat(endLine(content)));
    expect(messages.map(({ content }, index) => content.equals(ended[index] as Buffer))).toEqual([true, true, true]);
  });

  it('is no chunk where that spares nothing, or where nobody offers it', async () => {
    const plain = [Buffer.from('Subject: hi\r\n\r\nplain\r\n')];
    const server = await startServer(
      (command) => greeting(command) ?? (command === 'DATA' ? '354 go\r\n' : '250 ok\r\n'),
    );
    await transportTo(server.port).attempt({ ...message, content: plain }).outcome;
    expect(server.commands).toContain('DATA');
    const sink = await sinkWith();
    expect(await transportTo(sink.port).attempt({ ...message, content: [large] }).outcome).toEqual({
      kind: 'delivered',
    });
    expect(sink.messages[0]?.raw.equals(large)).toBe(true);
  });

  it('keeps its chunk until the recipient was taken', async () => {
    const unknown = { code: 550, enhanced: '5.1.1', text: 'No' };
    const refusing: Partial<SessionPolicy<string>> = {
      recipient: async (address) =>
        address.startsWith('inbox') ? { accepted: true, recipient: address } : { accepted: false, reply: unknown },
    };
    const { port, messages } = await startMxListener(refusing);
    const transport = transportTo(port);
    const outcome = await transport.attempt({ ...message, rcptTo: 'nobody@target.example' }).outcome;
    expect(outcome).toEqual({ kind: 'refused', code: 550, enhanced: '5.1.1', stage: 'rcpt' });
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(messages).toHaveLength(1);
  });

  it('says RSET after a refused chunk, and goes on over the same connection', async () => {
    let refusals = 1;
    const { port, commands } = await startServer((command) => {
      if (command === 'chunk') return (refusals -= 1) >= 0 ? '550 5.7.1 no\r\n' : '250 ok\r\n';
      return greeting(command) ?? '250 ok\r\n';
    });
    const transport = transportTo(port);
    const refused = await transport.attempt(message).outcome;
    expect(refused).toEqual({ kind: 'refused', code: 550, enhanced: '5.7.1', stage: 'data' });
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(commands.map((command) => command.slice(0, 4))).toEqual([
      'EHLO',
      'MAIL',
      'RCPT',
      'BDAT',
      'RSET',
      'MAIL',
      'RCPT',
      'BDAT',
    ]);
  });
});

describe('holdsLineDot', () => {
  it('says whether there is anything to stuff, wherever the pieces were cut', () => {
    const part = fc.constantFrom('\r\n', '\r', '\n', '.', 'a');
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 4 }), { maxLength: 5 }), (pieces) => {
        const content = pieces.map((parts) => Buffer.from(parts.join('')));
        const ended = Buffer.concat(endLine(content));
        expect(holdsLineDot(content)).toBe(!Buffer.concat(dotStuff(content)).equals(ended));
      }),
      { numRuns: 2000 },
    );
  });
});
