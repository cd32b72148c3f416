import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#platform/clock.ts';
import { unmapAddress, withoutZone } from '#platform/ip.ts';
import type { Metrics } from '#platform/metrics.ts';
import { networkMultiple, networksOf } from '#platform/networks.ts';

/** What the clients of the web side may hold. Times in milliseconds. */
export interface HttpLimits {
  readonly maxConnections: number;
  /** Of a single address; of the networks around it a multiple. */
  readonly maxConnectionsPerNetwork: number;
  /** For the head of a request; up to twice as long, so that those who come at once do not go and come again at once. */
  readonly headMs: number;
  /** So long the body of a request may take whatever its length, */
  readonly bodyGraceMs: number;
  /** and beyond that as long as it comes at this rate. */
  readonly bodyBytesPerSecond: number;
  /** Silence of a client that we wait for, within a body or within our answer. */
  readonly silenceMs: number;
  /** So long who finds no place waits for that answer: who hears it at once asks again at once. */
  readonly refusalMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  maxConnections: 2000,
  maxConnectionsPerNetwork: 100,
  headMs: 10_000,
  bodyGraceMs: 10_000,
  bodyBytesPerSecond: 1024,
  silenceMs: 30_000,
  refusalMs: 5_000,
};

const sweepEveryMs = 100;
/** Connections that come one after the other get so many different times for a head. */
const headSpread = 16;
const headTooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
/** Closed at once when places run out: choosing takes a look at all. */
const closedShare = 50;

interface Connection {
  readonly socket: Socket;
  readonly networks: readonly string[];
  requests: number;
  /** The last request; its body may still be on its way. */
  request: IncomingMessage | null;
  bytesBefore: number;
  /** When it came, or its last request began or ended. */
  sinceMs: number;
  readonly headMs: number;
  /** Since when we wait for the rest of a head; null: for none. */
  headSinceMs: number | null;
}

interface ConnectionParts {
  readonly limits: HttpLimits;
  readonly clock: Clock;
  /** Proxies of ours, whose connections are those of many. */
  readonly isProxy: (address: string) => boolean;
  readonly metrics: Pick<Metrics, 'shareRefused' | 'slowClient'>;
}

/** Whether all that we wait for is the client. Browsers open connections in advance, which Node does not count as idle. */
function isClientsTurn({ requests, request, socket }: Connection): boolean {
  return requests === 0 || request?.complete === false || socket.writableLength > 0;
}

/** How many connections each network has. */
class NetworkCounts {
  readonly #held = new Map<string, number>();

  count(networks: readonly string[], change: 1 | -1): void {
    for (const network of networks) {
      const held = (this.#held.get(network) ?? 0) + change;
      if (held > 0) this.#held.set(network, held);
      else this.#held.delete(network);
    }
  }

  /** Of the one of these that has most of its share, as if it were a single address. */
  loadOf(networks: readonly string[]): number {
    return Math.max(0, ...networks.map((network) => (this.#held.get(network) ?? 0) / networkMultiple(network)));
  }

  /** Whether any has more. */
  hasMoreThan(load: number): boolean {
    for (const [network, held] of this.#held) if (held / networkMultiple(network) > load) return true;
    return false;
  }
}

/** Bounds the connections of the HTTP side, in all and of each network, and cuts off clients that are too slow. */
export class HttpConnections {
  readonly #parts: ConnectionParts;
  readonly #connections = new Map<Socket, Connection>();
  readonly #counts = new NetworkCounts();
  readonly #turnedAway = new Map<Socket, NodeJS.Timeout>();
  #came = 0;
  readonly #timer = setInterval(() => this.#sweep(), sweepEveryMs).unref();
  #closing = false;

  constructor(server: Server, parts: ConnectionParts) {
    this.#parts = parts;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#begin(request, response));
    // Node counts what the client's side took of a write that is not done, however large that is.
    server.setTimeout(parts.limits.silenceMs, (socket) => this.#onSilence(socket));
  }

  /** Whether a client may connect. Where places run out others of networks that hold twice as much lose theirs: first who holds it for nothing. */
  mayEnter(address: string): boolean {
    const { limits, metrics } = this.#parts;
    const load = this.#counts.loadOf(this.#networksOf(address));
    if (load >= limits.maxConnectionsPerNetwork) {
      metrics.shareRefused('http_connections');
      return false;
    }
    if (this.#connections.size < limits.maxConnections || this.#makeRoom(load)) return true;
    metrics.shareRefused('http_connections');
    return false;
  }

  /** Counts a connection until it closes. */
  hold(socket: Socket): void {
    const networks = this.#networksOf(socket.remoteAddress ?? '');
    const { clock, limits } = this.#parts;
    const sinceMs = clock.now();
    this.#came += 1;
    const headMs = limits.headMs * (1 + (this.#came % headSpread) / headSpread);
    const one: Connection = {
      socket,
      networks,
      requests: 0,
      request: null,
      bytesBefore: 0,
      sinceMs,
      headMs,
      headSinceMs: sinceMs,
    };
    this.#connections.set(socket, one);
    this.#counts.count(networks, 1);
    socket.once('close', () => this.#forget(one));
  }

  /** Ends a connection that found no place, late as long as no more of them wait than have one. `answer`: empty for none. */
  turnAway(socket: Socket, answer: string): void {
    const end = (): void => {
      this.#turnedAway.delete(socket);
      socket.write(answer);
      socket.destroy();
    };
    // It may have gone before it is answered.
    socket.on('error', () => {});
    if (this.#closing || this.#turnedAway.size >= this.#parts.limits.maxConnections) return end();
    this.#turnedAway.set(socket, setTimeout(end, this.#parts.limits.refusalMs));
  }

  /** Closes connections without a request in hand, now and as soon as they have none. */
  closeIdle(): void {
    this.#closing = true;
    this.#endTurnedAway();
    for (const { socket, requests } of this.#connections.values()) if (requests === 0) socket.destroySoon();
  }

  /** Ends the watch over slow clients. */
  stop(): void {
    this.#closing = true;
    clearInterval(this.#timer);
    this.#endTurnedAway();
  }

  #endTurnedAway(): void {
    for (const [socket, timer] of this.#turnedAway) {
      clearTimeout(timer);
      socket.destroy();
    }
    this.#turnedAway.clear();
  }

  /** Programs on this machine are no strangers, and proxies stand for many. */
  #networksOf(address: string): readonly string[] {
    const plain = unmapAddress(withoutZone(address));
    return plain === '127.0.0.1' || plain === '::1' || this.#parts.isProxy(plain) ? [] : networksOf(plain);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const one = this.#connections.get(request.socket);
    if (one === undefined) return;
    one.requests += 1;
    one.request = request;
    one.sinceMs = this.#parts.clock.now();
    one.bytesBefore = one.socket.bytesRead;
    one.headSinceMs = null;
    response.once('close', () => {
      one.requests -= 1;
      one.sinceMs = this.#parts.clock.now();
      one.bytesBefore = one.socket.bytesRead;
      if (this.#closing && one.requests === 0) one.socket.destroySoon();
    });
  }

  #forget(one: Connection): void {
    if (this.#connections.delete(one.socket)) this.#counts.count(one.networks, -1);
  }

  #cutOff(one: Connection): void {
    this.#parts.metrics.slowClient('http');
    one.socket.destroy();
    this.#forget(one);
  }

  /** Idle ones first, of them those of the network that holds most; then the slowest of those that keep us waiting. */
  #makeRoom(askersLoad: number): boolean {
    const { limits, clock } = this.#parts;
    // Clearly more: of equals who take turns in holding least each would cut off the others for ever.
    const enough = 2 * askersLoad;
    // A look at all costs milliseconds; whoever asks over and over must not get one each time.
    if (!this.#counts.hasMoreThan(enough)) return false;
    const slowBefore = clock.now() - limits.bodyGraceMs;
    const victims = [...this.#connections.values()]
      .filter((one) => isClientsTurn(one) && (one.requests === 0 || one.sinceMs <= slowBefore))
      .map((one) => ({ one, isBusy: Math.min(1, one.requests), load: this.#counts.loadOf(one.networks) }))
      .filter(({ load }) => load > enough)
      .toSorted((a, b) => a.isBusy - b.isBusy || b.load - a.load || a.one.sinceMs - b.one.sinceMs)
      .slice(0, Math.ceil(limits.maxConnections / closedShare));
    for (const { one } of victims) this.#cutOff(one);
    return victims.length > 0;
  }

  #sweep(): void {
    const now = this.#parts.clock.now();
    for (const one of this.#connections.values()) {
      if (one.requests === 0) this.#watchHead(one, now);
      else if (this.#isTooSlow(one, now)) this.#cutOff(one);
    }
  }

  /** A connection that was kept has begun a head as soon as anything comes; until then Node watches over it. */
  #watchHead(one: Connection, now: number): void {
    const { socket, request, bytesBefore, headMs } = one;
    if (request !== null && socket.bytesRead > bytesBefore) one.headSinceMs ??= now;
    if (one.headSinceMs === null || now - one.headSinceMs <= headMs) return;
    socket.write(headTooSlow);
    this.#cutOff(one);
  }

  #isTooSlow({ request, socket, bytesBefore, sinceMs }: Connection, now: number): boolean {
    if (request?.complete !== false) return false;
    const { bodyGraceMs, bodyBytesPerSecond } = this.#parts.limits;
    const earnedMs = ((socket.bytesRead - bytesBefore) / bodyBytesPerSecond) * 1000;
    return now - sinceMs > bodyGraceMs + earnedMs;
  }

  /** Nothing was moved for a while, or a connection was kept for as long as those are. */
  #onSilence(socket: Socket): void {
    const one = this.#connections.get(socket);
    if (one === undefined || one.requests === 0) socket.destroy();
    else if (isClientsTurn(one)) this.#cutOff(one);
  }
}
