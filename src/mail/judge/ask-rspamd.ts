import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { z } from 'zod';
import type { RspamdConfig } from '#config/config.ts';
import { errorCode } from '#config/start-error.ts';
import type { ClientInfo, Envelope } from '#protocol/smtp-server/session-policy.ts';
import type { Log } from '#platform/log.ts';

/** What Rspamd thinks of a message. `unknown`: it is not used, down, slow, or cannot be understood; mail flows on. */
export type SpamVerdict = 'clean' | 'spam' | 'refuse' | 'unknown';

export interface SpamQuestion {
  /** The message as received. */
  readonly content: Buffer;
  readonly envelope: Pick<Envelope, 'reversePath' | 'recipients'>;
  readonly client: ClientInfo;
}

const timeoutMs = 8000;
const maxAnswerBytes = 256 * 1024;
/** Rspamd wants to know how many there are; more say nothing new. */
const maxRecipients = 10;

const answerSchema = z.object({ action: z.string(), is_skipped: z.boolean().optional() });

/**
 * Everything else is clean, `greylist` and `soft reject` too: those ask for a delay, and by then the message has passed
 * all that a delay is good for.
 */
const verdicts: Readonly<Record<string, SpamVerdict>> = {
  reject: 'refuse',
  'add header': 'spam',
  'rewrite subject': 'spam',
};

/** Values must be visible ASCII; an address that is not is left out. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

function headersFor(password: string | null, { client, content, envelope }: SpamQuestion): OutgoingHttpHeaders {
  const { helo, remoteAddress } = client;
  const { recipients, reversePath } = envelope;
  const values = {
    Password: password ?? '',
    IP: remoteAddress ?? '',
    Helo: helo,
    From: reversePath === '' ? '<>' : reversePath,
  };
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => isPlain(value))),
    Rcpt: recipients.filter(isPlain).slice(0, maxRecipients),
    'Content-Length': content.length,
  };
}

function post({ origin, password }: RspamdConfig, question: SpamQuestion): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = origin.startsWith('https:') ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = headersFor(password, question);
    const request = send(`${origin}/checkv2`, { method: 'POST', headers, signal }, resolve);
    request.on('error', reject);
    request.end(question.content);
  });
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // `for await` destroys the response when it is left early.
  for await (const chunk of response) {
    const octets = Buffer.from(chunk as Uint8Array);
    bytes += octets.length;
    if (bytes > maxAnswerBytes) throw new Error('the answer is too long');
    chunks.push(octets);
  }
  if (response.statusCode !== 200) throw new Error('no answer to the question');
  return Buffer.concat(chunks).toString('utf8');
}

/** Asks Rspamd about a message (POST /checkv2), eight seconds at most. Never throws. */
export async function askRspamd(
  { rspamd, log }: { readonly rspamd: RspamdConfig | null; readonly log: Log },
  question: SpamQuestion,
): Promise<SpamVerdict> {
  // What this process hands to itself was looked at when it came in.
  if (rspamd === null || question.client.remoteAddress === null) return 'unknown';
  try {
    const text = await readAnswer(await post(rspamd, question));
    const { action, is_skipped: skipped = false } = answerSchema.parse(JSON.parse(text));
    return skipped ? 'unknown' : (verdicts[action] ?? 'clean');
  } catch (error) {
    log.warn('spam.rspamd_unavailable', { code: errorCode(error) });
    return 'unknown';
  }
}
