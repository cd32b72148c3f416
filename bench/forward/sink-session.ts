const crlf = Buffer.from('\r\n');
const finalDot = Buffer.from('\r\n.\r\n');

const ok = '250 2.0.0 Ok\r\n';

/** Replies by verb; DATA and QUIT do more than reply. */
const replies: Readonly<Record<string, string>> = {
  EHLO: '250-sink.example\r\n250-PIPELINING\r\n250-SIZE 104857600\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES\r\n',
  MAIL: ok,
  RCPT: ok,
  RSET: ok,
  DATA: '354 Go on\r\n',
  QUIT: '221 2.0.0 Bye\r\n',
};

/** What the client gets at once, and how many messages it has now brought; those are answered later. */
export interface SinkOutput {
  readonly replies: string;
  readonly messages: number;
  readonly isOver: boolean;
}

/**
 * One client of the sink: knows where commands and messages end and keeps nothing. It trusts the client to follow
 * RFC 5321; commands may come in one go (RFC 2920).
 */
export class SinkSession {
  #unread: Buffer = Buffer.alloc(0);
  #inMessage = false;

  push(octets: Buffer): SinkOutput {
    let rest = this.#unread.length === 0 ? octets : Buffer.concat([this.#unread, octets]);
    const output = { replies: '', messages: 0, isOver: false };
    for (;;) {
      const end = rest.indexOf(this.#inMessage ? finalDot : crlf);
      if (end < 0) break;
      if (this.#inMessage) {
        this.#inMessage = false;
        output.messages += 1;
        rest = rest.subarray(end + finalDot.length);
      } else {
        const verb = rest.toString('latin1', 0, Math.min(end, 4)).toUpperCase();
        output.replies += replies[verb] ?? '502 5.5.1 Unknown command\r\n';
        output.isOver ||= verb === 'QUIT';
        this.#inMessage = verb === 'DATA';
        // The line end of DATA stays: a dot in the very first line ends the message too.
        rest = rest.subarray(this.#inMessage ? end : end + crlf.length);
      }
    }
    this.#unread = this.#inMessage ? rest.subarray(Math.max(0, rest.length - finalDot.length + 1)) : rest;
    return output;
  }
}
