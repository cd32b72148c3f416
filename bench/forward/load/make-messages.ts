import { createPrivateKey, randomUUID } from 'node:crypto';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import { formatDate } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { makeRealContent } from './real-content.ts';
import type { MessagesOrder } from './calls.ts';

/** A message as it goes over the wire. */
export interface WireMessage {
  /** MAIL, RCPT and DATA, to be sent in one go (RFC 2920). */
  readonly envelope: Buffer;
  /** With the final dot. */
  readonly content: Buffer;
}

/** Different people that write in turn. */
const authors = 100;
const lineOctets = 74;
const signAtOnce = 8;
/** About the length of a signature. */
const signatureOctets = 850;

const text = 'The harbour office opens at eight and answers letters in the order in which they came. ';

/** Plain text of about `bytes` octets that differs from message to message. No line begins with a dot. */
function makeBody(index: number, bytes: number): Buffer {
  const lines = [`Message ${index}`];
  for (let made = 0; made < bytes; made += lineOctets + 2) {
    lines.push(`${index + made} ${text}`.repeat(2).slice(0, lineOctets));
  }
  return Buffer.from(
    `${lines
      .join('\r\n')
      .slice(0, Math.max(0, bytes - 2))
      .trimEnd()}\r\n`,
  );
}

interface Letter {
  readonly index: number;
  readonly recipient: string;
  readonly domain: string;
  readonly now: Date;
}

const plainContent = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];

/** The header fields that mail between two big providers commonly has. */
function makeHeader({ index, recipient, domain, now }: Letter, content: readonly string[]): string {
  const date = formatDate(now);
  const id = randomUUID();
  const author = `author-${index % authors}@${domain}`;
  return [
    `Received: from mail-out-${index % 7}.${domain} (mail-out-${index % 7}.${domain} [192.0.2.${index % 200}])`,
    `\tby relay.${domain} with ESMTPS id ${id.slice(0, 13)}; ${date}`,
    `Received: from [10.0.0.${index % 200}] by mail-out-${index % 7}.${domain} with ESMTPSA id ${id.slice(0, 8)};`,
    `\t${date}`,
    `From: "Author Number ${index % authors}" <${author}>`,
    `To: <${recipient}>`,
    `Subject: Letter ${index} of the harbour office`,
    `Date: ${date}`,
    `Message-ID: <${id}@${domain}>`,
    'MIME-Version: 1.0',
    ...content,
    'Content-Language: en',
    'User-Agent: Harbour Mail 4.2',
    '',
  ].join('\r\n');
}

/** Makes messages of about the ordered size, each signed by its domain. */
export async function makeMessages(order: MessagesOrder): Promise<WireMessage[]> {
  const { messages, bytes, mix, recipients, domains, signer } = order;
  const { selector } = signer;
  const key = createPrivateKey(signer.privateKey);
  const now = new Date();
  const made: WireMessage[] = [];

  const make = async (index: number): Promise<WireMessage> => {
    const recipient = recipients[index % recipients.length] ?? '';
    const domain = domains[index % domains.length] ?? '';
    const letter = { index, recipient, domain, now };
    const real = mix === 'real' ? makeRealContent(index) : null;
    const header = Buffer.from(makeHeader(letter, real?.fields ?? plainContent));
    const body = real?.body ?? makeBody(index, bytes - signatureOctets - header.length);
    const bodyHash = createBodyHashes(body).sha256('relaxed');
    const signature = await signDkim({ fields: parseMessage(header).fields, bodyHash, domain, selector, key, now });
    const content = Buffer.concat([signature, header, Buffer.from('\r\n'), body, Buffer.from('.\r\n')]);
    const mailFrom = `MAIL FROM:<author-${index % authors}@${domain}> SIZE=${content.length}\r\n`;
    return { envelope: Buffer.from(`${mailFrom}RCPT TO:<${recipient}>\r\nDATA\r\n`), content };
  };
  const indexes = Array.from({ length: messages }, (_, index) => index).values();
  const work = async (): Promise<void> => {
    for (const index of indexes) made.push(await make(index));
  };
  await Promise.all(Array.from({ length: signAtOnce }, work));
  return made;
}
