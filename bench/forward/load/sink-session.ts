const crlf = Buffer.from('\r\n');
const finalDot = Buffer.from('\r\n.\r\n');

const ok = '250 2.0.0 Ok\r\n';
const deferral = '451 4.2.0 Come again\r\n';
const noRecipient = '554 5.5.1 No recipient\r\n';

const extensions = ['sink.example', 'PIPELINING', 'SIZE 104857600', '8BITMIME'];

function replyToEhlo(offersTls: boolean): string {
  const lines = [...extensions, ...(offersTls ? ['STARTTLS'] : [])].map((line) => `250-${line}\r\n`);
  return `${lines.join('')}250 ENHANCEDSTATUSCODES\r\n`;
}

/** Replies by verb; DATA, STARTTLS and QUIT do more than reply. */
const replies: Readonly<Record<string, string>> = {
  MAIL: ok,
  RCPT: ok,
  RSET: ok,
  DATA: '354 Go on\r\n',
  STAR: '220 2.0.0 Go on\r\n',
  QUIT: '221 2.0.0 Bye\r\n',
};

/** What the client gets at once, and how many messages it has now brought; those are answered later. */
export interface SinkOutput {
  readonly replies: string;
  readonly messages: number;
  readonly isOver: boolean;
  /** The client goes on by TLS, with a new session. */
  readonly startsTls: boolean;
}

/**
 * One client of the sink: knows where commands and messages end and keeps nothing. It trusts the client to follow
 * RFC 5321; commands may come in one go (RFC 2920).
 */
export class SinkSession {
  readonly #replies: Readonly<Record<string, string>>;
  #unread: Buffer = Buffer.alloc(0);
  #inMessage = false;
  readonly #defers: () => boolean;
  /** No recipient of the transaction was taken. */
  #isDeferred = false;

  /** `defers`: asked for each recipient, whether it is put off. */
  constructor(offersTls: boolean, defers = (): boolean => false) {
    this.#replies = { ...replies, EHLO: replyToEhlo(offersTls) };
    this.#defers = defers;
  }

  push(octets: Buffer): SinkOutput {
    let rest = this.#unread.length === 0 ? octets : Buffer.concat([this.#unread, octets]);
    const output = { replies: '', messages: 0, isOver: false, startsTls: false };
    for (;;) {
      const end = rest.indexOf(this.#inMessage ? finalDot : crlf);
      if (end < 0) break;
      if (this.#inMessage) {
        this.#inMessage = false;
        output.messages += 1;
        rest = rest.subarray(end + finalDot.length);
      } else {
        const verb = rest.toString('latin1', 0, Math.min(end, 4)).toUpperCase();
        output.replies += this.#replyTo(verb);
        output.isOver ||= verb === 'QUIT';
        output.startsTls ||= verb === 'STAR';
        this.#inMessage = verb === 'DATA' && !this.#isDeferred;
        // The line end of DATA stays: a dot in the very first line ends the message too.
        rest = rest.subarray(this.#inMessage ? end : end + crlf.length);
      }
    }
    this.#unread = this.#inMessage ? rest.subarray(Math.max(0, rest.length - finalDot.length + 1)) : rest;
    return output;
  }

  #replyTo(verb: string): string {
    if (verb === 'RCPT') this.#isDeferred = this.#defers();
    if (this.#isDeferred && verb === 'RCPT') return deferral;
    if (this.#isDeferred && verb === 'DATA') return noRecipient;
    return this.#replies[verb] ?? '502 5.5.1 Unknown command\r\n';
  }
}
