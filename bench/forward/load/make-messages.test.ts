import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { makeMessages } from './make-messages.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
});
const order = {
  messages: 20,
  bytes: 10_000,
  recipients: ['one@kauke.test', 'two@kauke.test'],
  domains: ['sender.example', 'other.example'],
  signer: { selector: 'bench', privateKey },
};

describe('the messages of the benchmark', () => {
  it('are distinct, of about the ordered size, for the recipients in turn', async () => {
    const messages = await makeMessages(order);
    const contents = messages.map(({ content }) => content.toString());
    expect(new Set(contents.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1])).size).toBe(20);
    expect(new Set(contents.map((text) => /^Subject: (.*)$/m.exec(text)?.[1])).size).toBe(20);
    for (const { length } of contents) expect(Math.abs(length - order.bytes), `${length} octets`).toBeLessThan(100);
    const toOne = messages.filter(({ envelope }) => envelope.includes('RCPT TO:<one@kauke.test>'));
    expect(toOne).toHaveLength(10);
    expect(contents.filter((text) => /^From: .*@other\.example>$/m.test(text))).toHaveLength(10);
  });

  it('end with the only final dot', async () => {
    for (const { content } of await makeMessages(order)) {
      expect(content.indexOf('\r\n.')).toBe(content.length - '\r\n.\r\n'.length);
    }
  });

  it('carry a signature that verifies', async () => {
    const [message] = await makeMessages({ ...order, messages: 1 });
    const resolver = async (name: string): Promise<string[][]> => {
      expect(name).toBe('bench._domainkey.sender.example');
      return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
    };
    const { results } = await dkimVerify(message?.content.subarray(0, -'.\r\n'.length) ?? Buffer.alloc(0), {
      resolver,
    });
    expect(results.map(({ status }) => status.result)).toEqual(['pass']);
  });
});
