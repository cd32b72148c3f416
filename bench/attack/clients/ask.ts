import { request, type Agent } from 'node:http';

export interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's own address on this machine. */
  readonly localAddress?: string;
  /** The client's address as the trusted proxy tells it. */
  readonly forwardedFor?: string;
  /** A new connection without it. */
  readonly agent?: Agent;
  /** 10 s without it. */
  readonly timeoutMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The cookies that were set, as they are sent back. */
  readonly cookie: string;
}

const usualTimeoutMs = 10_000;

/** One request, read to the end of its answer. @throws Error when the connection breaks or takes too long */
export function ask(webUrl: string, question: Question): Promise<Reply> {
  const { method = 'GET', path, body, localAddress, forwardedFor, agent, timeoutMs = usualTimeoutMs } = question;
  const content = body === undefined ? null : JSON.stringify(body);
  const headers = {
    ...question.headers,
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    ...(content !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
  };
  return new Promise((resolve, reject) => {
    const connection = {
      agent: agent ?? false,
      ...(localAddress !== undefined && { localAddress }),
    };
    const asked = request(`${webUrl}${path}`, { method, headers, timeout: timeoutMs, ...connection }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          cookie: (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
        }),
      );
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    asked.once('error', reject);
    asked.end(content);
  });
}

/** The code of an error of the API; else the status. */
export function codeOf({ status, text }: Reply): string {
  return /"code":"(?<code>\w+)"/u.exec(text)?.groups?.['code'] ?? String(status);
}
