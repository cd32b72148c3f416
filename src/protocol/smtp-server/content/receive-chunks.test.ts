import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkScanner } from '#protocol/smtp-server/content/chunk-scanner.ts';
import { DataScanner } from '#protocol/smtp-server/content/data-scanner.ts';
import { greet, startMxListener } from '#support/mx-listener.ts';
import { dotStuff, type SmtpTestClient } from '#support/smtp-client.ts';

const envelope = 'MAIL FROM:<a@b.example>\r\nRCPT TO:<x@mx.example>\r\n';

async function replies(client: SmtpTestClient, count: number): Promise<string[]> {
  const all: string[] = [];
  for (let read = 0; read < count; read += 1) all.push(await client.reply());
  return all;
}

async function codes(client: SmtpTestClient, count: number): Promise<string> {
  return (await replies(client, count)).map((reply) => reply.slice(0, 3)).join(' ');
}

describe('the MX listener, in BDAT', () => {
  it('puts the chunks together, pipelined or not, with a last one that may be empty', async () => {
    const { port, messages } = await startMxListener();
    const client = await greet(port);
    await client.send(`${envelope}BDAT 13\r\nSubject: hi\r\nBDAT 4\r\n\r\n.\rBDAT 5 LAST\r\n\n..\r\nNOOP\r\n`);
    expect(await replies(client, 6)).toEqual([
      '250 2.1.0 Sender OK',
      '250 2.1.5 Recipient OK',
      '250 2.0.0 13 octets received',
      '250 2.0.0 4 octets received',
      '250 2.0.0 Message accepted',
      '250 2.0.0 OK',
    ]);
    expect(messages[0]?.content.toString()).toBe('Subject: hi\r\n\r\n.\r\n..\r\n');
    await client.send(`${envelope}bdat 3\r\na\r\nBDAT 0\r\nBDAT 0 last\r\n`);
    expect(await codes(client, 5)).toBe('250 250 250 250 250');
    expect(messages[1]?.content.toString()).toBe('a\r\n');
  });

  it('ends the last line where its sender did not, as DATA would', async () => {
    const { port, messages } = await startMxListener();
    const client = await greet(port);
    await client.send(`${envelope}BDAT 1 LAST\r\na${envelope}BDAT 0 LAST\r\n`);
    expect(await codes(client, 6)).toBe('250 250 250 250 250 250');
    expect(messages.map(({ content }) => content.toString())).toEqual(['a\r\n', '']);
  });

  it('reads over chunks without MAIL or recipients: what is in them is never a command', async () => {
    const { port, messages } = await startMxListener({
      recipient: async () => ({ accepted: false, reply: { code: 550, enhanced: '5.1.1', text: 'No' } }),
    });
    const client = await greet(port);
    await client.send('BDAT 6\r\nQUIT\r\nMAIL FROM:<>\r\nRCPT TO:<x@mx.example>\r\nBDAT 6 LAST\r\nQUIT\r\nNOOP\r\n');
    expect(await codes(client, 5)).toBe('503 250 550 554 250');
    expect(messages).toHaveLength(0);
  });

  it('answers what is pipelined behind a refused chunk alike, up to the last', async () => {
    const { port, messages, listener } = await startMxListener({}, { maxMessageBytes: 10 });
    const client = await greet(port);
    const large = 'BDAT 9\r\naaaaaaa\r\n';
    await client.send(
      `${envelope}${large}${large}BDAT 6 LAST\r\nQUIT\r\n${envelope}BDAT 3\r\na\nbBDAT 6\r\nQUIT\r\nRSET\r\n`,
    );
    expect(await codes(client, 10)).toBe('250 250 250 552 552 250 250 550 550 250');
    await client.send(`${envelope}BDAT 3 LAST\r\na\r\nNOOP\r\n`);
    expect(await codes(client, 4)).toBe('250 250 250 250');
    expect(messages.map(({ content }) => content.toString())).toEqual(['a\r\n']);
    expect(listener.load().heldBytes).toBe(0);
  });

  it('forgets what came before RSET, and mixes with no DATA, RCPT or MAIL', async () => {
    const { port, messages, listener } = await startMxListener();
    const client = await greet(port);
    await client.send(`${envelope}BDAT 3\r\nabcDATA\r\nRCPT TO:<y@mx.example>\r\nMAIL FROM:<c@d.example>\r\nRSET\r\n`);
    expect(await codes(client, 7)).toBe('250 250 250 503 503 503 250');
    expect(listener.load().heldBytes).toBe(0);
    await client.send(`${envelope}DATA\r\nwhole\r\n.\r\nBDAT 3 LAST\r\nabcNOOP\r\n`);
    expect(await codes(client, 6)).toBe('250 250 354 250 503 250');
    expect(messages.map(({ content }) => content.toString())).toEqual(['whole\r\n']);
  });

  it.each([
    'BDAT',
    'BDAT x',
    'BDAT -1',
    'BDAT 5 LATS',
    'BDAT 5 LAST x',
    'BDAT 1e3',
    'BDAT 5\xff',
    'BDAT 9999999999999999',
  ])('hangs up after %j: nobody knows where its octets end', async (line) => {
    const { port, messages } = await startMxListener();
    const client = await greet(port);
    await client.send(Buffer.from(`${envelope}${line}\r\nRSET\r\n`, 'latin1'));
    expect(await codes(client, 3)).toBe('250 250 501');
    await client.closed();
    expect(messages).toHaveLength(0);
  });

  it('hangs up on more octets than it would ever read', async () => {
    const { port, listener } = await startMxListener({}, { maxMessageBytes: 1000, cutOffBytes: 2000 });
    const client = await greet(port);
    await client.send(`${envelope}BDAT 1500\r\n${'x'.repeat(1500)}BDAT 501\r\n`);
    expect(await codes(client, 4)).toBe('250 250 552 552');
    await client.closed();
    const other = await greet(port);
    expect(await other.command('BDAT 2001')).toMatch(/^552 /);
    await other.closed();
    expect(listener.load().heldBytes).toBe(0);
  });

  it('ends a session of small chunks without an end', async () => {
    const { port } = await startMxListener({}, { maxCommandsPerMessage: 10 });
    const client = await greet(port);
    await client.send(`${envelope}${'BDAT 1\r\nx'.repeat(20)}`);
    expect((await codes(client, 11)).split(' ').at(-1)).toBe('421');
    await client.closed();
  });
});

describe('ChunkScanner', () => {
  it('finds in any chunks what DATA finds', () => {
    const part = fc.constantFrom('\r\n', '\r', '\n', '.', 'a', '\0', 'bc.', '\r\n.\r\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(30), { maxLength: 5 }), (parts, cuts) => {
        const content = Buffer.from(parts.join(''), 'latin1');
        const data = new DataScanner(20, 0);
        expect(data.push(dotStuff(content))).not.toBeNull();
        const chunks = new ChunkScanner(20, 0);
        let from = 0;
        for (const to of [...cuts.map((cut) => Math.min(cut, content.length)).sort((a, b) => a - b), content.length]) {
          chunks.announce(to - from);
          chunks.push(content.subarray(from, to));
          from = to;
        }
        const [whole, expected] = [chunks.result(), data.result()];
        // DATA counts the end that a last line did not have.
        if (expected.fault !== 'too-large')
          expect(whole).toEqual(content.length === 0 ? { fault: null, content } : expected);
      }),
      { numRuns: 2000 },
    );
  });
});
