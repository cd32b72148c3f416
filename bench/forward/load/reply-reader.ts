import type { Socket } from 'node:net';

/** Gives the replies of an SMTP server one by one, each by its last line (RFC 5321 §4.2.1). */
export class ReplyReader {
  #unread = '';
  readonly #replies: string[] = [];
  #waiting: PromiseWithResolvers<string> | null = null;
  #fault: Error | null = null;

  constructor(socket: Socket) {
    socket.on('data', (octets: Buffer) => this.#take(octets.toString('latin1')));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server hung up')));
  }

  /** The next reply. @throws Error when the connection ends before it */
  next(): Promise<string> {
    const reply = this.#replies.shift();
    if (reply !== undefined) return Promise.resolve(reply);
    if (this.#fault !== null) return Promise.reject(this.#fault);
    this.#waiting = Promise.withResolvers<string>();
    return this.#waiting.promise;
  }

  #take(text: string): void {
    const lines = (this.#unread + text).split('\r\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) if (line[3] !== '-') this.#give(line);
  }

  #give(reply: string): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) this.#replies.push(reply);
    else waiting.resolve(reply);
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#waiting?.reject(this.#fault);
    this.#waiting = null;
  }
}
