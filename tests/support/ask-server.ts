import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface PlainAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Connections that all askers of one server share, each for one request after the other. */
export function keepConnections(): Agent {
  return new Agent({ keepAlive: true });
}

/** Ends those that nobody asks by; the others end with their answers. */
export function endConnections(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  return headers;
}

/** As it was before the server packed it. */
async function readText(answer: IncomingMessage): Promise<string> {
  const octets = await buffer(answer);
  const packing = answer.headers['content-encoding'];
  if (octets.length === 0 || packing === undefined) return octets.toString();
  return (packing === 'br' ? brotliDecompressSync(octets) : gunzipSync(octets)).toString();
}

/** Of a kept connection. */
const endings = new Set<string | undefined>(['ECONNRESET', 'EPIPE']);

async function askOnce(url: string, { method, headers, body }: Question, agent?: Agent): Promise<PlainAnswer | null> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const own = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
  const asking = request(url, { method, agent: agent ?? false, headers: { ...own, ...length, ...headers } });
  // Who answers without reading all that is sent may end the connection then.
  asking.on('error', () => {});
  try {
    asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: readHeaders(answer), text: await readText(answer) };
  } catch (error) {
    if (asking.reusedSocket && endings.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

/**
 * One request, and its answer: redirects are not followed. It says of itself what `fetch` does, which takes a millisecond of a
 * core where this takes a seventh of it, and thousands are sent. Without `agent` it has a connection of its own: programs die,
 * and their workers share what comes in.
 */
export async function askServer(url: string, question: Question, agent?: Agent): Promise<PlainAnswer> {
  for (;;) {
    const answer = await askOnce(url, question, agent);
    // A kept connection that the server ended just now; it has not read the request.
    if (answer !== null) return answer;
  }
}
