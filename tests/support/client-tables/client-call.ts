import type { z } from 'zod';

/** Why a call does not do what the client wants. */
interface Refusal {
  readonly why: string;
  /** What it does then: shows the reason, or never asks as the list before it is empty. Null: it is stuck. */
  readonly goesOn: string | null;
}

/** One call of a client, as it sends it. `{name}` stands for what an earlier call left, in path, headers and body. */
export interface ClientCall {
  readonly does: string;
  readonly method: string;
  /** As on the wire, percent-encoded as the client does. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a text. */
  readonly body?: unknown;
  readonly status: number;
  /** What the client reads, each field of its type and null only where it may be; null: an answer without a body. */
  readonly reads: z.ZodType | null;
  /** What the answer says of it, beside its form. */
  readonly shows?: object;
  /** What a list or object says afterwards, to the same client by the same headers: whether anything happened. */
  readonly afterwards?: {
    readonly path: string;
    readonly shows: object;
    /** Else those of the call. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** The place in the answer of an address that the client loads by a plain GET, without a header: a picture. */
  readonly loads?: string;
  /** The code of the newest mail to an address, which whoever uses the client types. */
  readonly mailed?: { readonly to: string; readonly keep: string };
  /** Well-formed, and always empty. */
  readonly empty?: true;
  /** What later calls need, by the place in the answer. */
  readonly keep?: Readonly<Record<string, string>>;
  /** The answer tells a DNS record, which whoever uses the client publishes. */
  readonly publish?: true;
  readonly refused?: Refusal;
  /** The service that it was made for answers the same: it refuses this, too, or leaves everything as it is. */
  readonly asThere?: true;
  /** Its owner opens the link in the newest mail to it before anything is looked at. */
  readonly agrees?: string;
  /** It is never sent, as an earlier answer gives no reason to; `refused` says why. */
  readonly never?: true;
}

/** A program that somebody else wrote. */
export interface ForeignClient {
  readonly name: string;
  /** Null: could not be found out. */
  readonly version: string | null;
  readonly speaks: 'addy.io' | 'SimpleLogin';
  /** In the order in which it makes them. */
  readonly calls: readonly ClientCall[];
}

type Answered = Pick<ClientCall, 'status' | 'reads'> &
  Partial<Pick<ClientCall, 'agrees' | 'keep' | 'loads' | 'mailed' | 'publish' | 'shows' | 'afterwards' | 'empty'>>;
export type Sent = readonly [method: string, path: string, body?: unknown];

/** Calls of one client, which share a base and headers. */
export function callsOf(base: string, headers: Readonly<Record<string, string>>, reason: z.ZodType) {
  const call = (does: string, [method, path, body]: Sent, answered: Answered): ClientCall => ({
    does,
    method,
    path: `${base}${path}`,
    headers,
    ...(body !== undefined && { body }),
    ...answered,
    ...(answered.afterwards && { afterwards: { ...answered.afterwards, path: `${base}${answered.afterwards.path}` } }),
  });
  return {
    call,
    /** Refused with a status and a reason, which the client shows. */
    refused: (does: string, sent: Sent, status: number, why: string): ClientCall => ({
      ...call(does, sent, { status, reads: reason }),
      refused: { why, goesOn: 'shows the reason' },
    }),
    never: (does: string, sent: Sent, why: string): ClientCall => ({
      ...call(does, sent, { status: 404, reads: null }),
      refused: { why, goesOn: 'never asks' },
      never: true,
    }),
  };
}
