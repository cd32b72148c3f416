import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MoveService } from '#contract/moves/move-names.ts';
import { addyAnswer } from '#support/peers/addy-peer.ts';
import { firefoxRelayAnswer } from '#support/peers/firefox-relay-peer.ts';
import { forwardEmailAnswer } from '#support/peers/forward-email-peer.ts';
import { improvmxAnswer } from '#support/peers/improvmx-peer.ts';
import type { PeerAccount } from '#support/peers/peer-account.ts';
import { simpleLoginAnswer } from '#support/peers/simplelogin-peer.ts';

/** What comes in place of an answer. */
export interface Spoiled {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection ends: before anything, or within the body. */
  readonly cut?: 'before' | 'within';
  /** Nothing ever comes. */
  readonly silent?: true;
}

export interface SeenCall {
  /** With its query, below the base. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A server that speaks the API of a service on this machine, as its documentation says, well or badly. */
export interface PeerServer {
  readonly baseUrl: string;
  readonly calls: readonly SeenCall[];
  account: PeerAccount;
  /** Asked before each answer; null: the answer may go out. */
  spoil: (call: SeenCall, number: number) => Spoiled | null;
  stop(): Promise<void>;
}

/** A status and a JSON body; null where there is no such call. */
export type PeerAnswer = (
  path: URL,
  account: PeerAccount,
) => { readonly status?: number; readonly body: unknown } | null;

export const peerKey = 'peer_key_0123456789abcdef0123456789abcdef01234567';

const peers: Readonly<Record<MoveService, { base: string; answer: PeerAnswer; key: readonly [string, string] }>> = {
  simplelogin: { base: '/api', answer: simpleLoginAnswer, key: ['authentication', peerKey] },
  addy: { base: '/api/v1', answer: addyAnswer, key: ['authorization', `Bearer ${peerKey}`] },
  'forward-email': { base: '', answer: forwardEmailAnswer, key: ['authorization', basic(`${peerKey}:`)] },
  improvmx: { base: '/v3', answer: improvmxAnswer, key: ['authorization', basic(`api:${peerKey}`)] },
  'firefox-relay': { base: '/api/v1', answer: firefoxRelayAnswer, key: ['authorization', `Token ${peerKey}`] },
};

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function write(response: ServerResponse, { status = 200, headers = {}, body = '', cut, silent }: Spoiled): void {
  if (silent) return;
  if (cut === 'before') {
    response.socket?.destroy();
    return;
  }
  const all = { 'Content-Type': 'application/json', ...headers };
  if (cut === 'within') {
    response.writeHead(status, { ...all, 'Content-Length': String(body.length + 100) });
    response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.writeHead(status, all).end(body);
}

export async function startPeer(service: MoveService, account: PeerAccount): Promise<PeerServer> {
  const { base, answer, key } = peers[service];
  const calls: SeenCall[] = [];
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    const call = { path: url.slice(base.length), headers };
    calls.push(call);
    if (headers[key[0]] !== key[1]) return write(response, { status: 401, body: '{"error":"Wrong api key"}' });
    const told = answer(new URL(call.path, 'http://peer'), peer.account);
    const { status = 200, body } = told ?? { status: 404, body: { error: 'Not found' } };
    const good = { status, body: JSON.stringify(body) };
    const spoiled = peer.spoil(call, calls.length);
    return write(response, spoiled === null ? good : { ...good, ...spoiled });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: PeerServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    calls,
    account,
    spoil: () => null,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return peer;
}
