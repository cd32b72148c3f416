import { Agent, request } from 'node:http';
import { answerCalls } from '../helper-process.ts';
import type { ApiOrder, ApiTimes, LoadCalls } from './calls.ts';

/** The load generator of the API benchmark, a process of its own. */

interface Reply {
  readonly status: number;
  readonly bytes: number;
  readonly etag: string | null;
}

const timeoutMs = 30_000;

function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '';
}

function send(order: ApiOrder, agent: Agent, number: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fill = (text: string): string => text.replaceAll('{n}', String(number));
    const cookie = pick(order.cookies, number);
    const key = pick(order.keys, number);
    const body = order.body === null ? null : fill(order.body);
    const headers = {
      ...order.headers,
      ...(cookie !== '' && { cookie }),
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(body !== null && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    };
    const { method } = order;
    const url = order.url + fill(pick(order.paths, number));
    const sent = request(url, { agent, method, headers, timeout: timeoutMs }, (response) => {
      let bytes = 0;
      response.on('data', (octets: Buffer) => {
        bytes += octets.length;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes, etag: response.headers.etag ?? null }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

async function run(order: ApiOrder): Promise<ApiTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const answerMs: number[] = [];
  let next = 0;
  let last: Reply = { status: 0, bytes: 0, etag: null };
  const work = async (): Promise<void> => {
    while (next < order.requests) {
      const number = next;
      next += 1;
      const startedAt = performance.now();
      last = await send(order, agent, number);
      answerMs.push(performance.now() - startedAt);
      if (last.status !== order.status) throw new Error(`${order.method} ${order.paths[0]} answered ${last.status}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: order.connections }, work));
  agent.destroy();
  return { answerMs, seconds: (performance.now() - startedAt) / 1000, bytes: last.bytes, etag: last.etag };
}

answerCalls<LoadCalls>({ run });
