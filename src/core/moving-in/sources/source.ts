import { z } from 'zod';
import type { MoveService } from '#contract/moves/move-names.ts';

/** An alias as another service has it. */
export interface SourceAlias {
  /** `name@domain`; of a pattern what stands for the name. */
  readonly address: string;
  readonly note: string;
  /** Addresses and web addresses; none where the service names none. */
  readonly inboxes: readonly string[];
  readonly labels: readonly string[];
  readonly active: boolean;
  /** It was there once, and its owner wants nothing by it any more. */
  readonly deleted: boolean;
  /** It stands for many names. */
  readonly pattern: boolean;
  /** Messages that came by it. */
  readonly uses: number;
  /** By which the service is asked about its contacts; null where it tells of none. */
  readonly sourceId: string | null;
}

/** A domain that its owner brought to the other service, and can bring here. */
export interface SourceDomain {
  /** Lower case. */
  readonly name: string;
  readonly catchAll: boolean;
}

/** What one answer told. */
export interface SourcePage<Cursor> {
  readonly aliases: readonly SourceAlias[];
  readonly domains: readonly SourceDomain[];
  /** Inboxes whose mail is encrypted there. No service tells the key, so that is to be set up anew here. */
  readonly encrypted?: readonly string[];
  /** Where reading goes on; null: everything is read. */
  readonly next: Cursor | null;
  /** The same where this page brought no alias that was not known: the list has come to its end, or repeats itself. */
  readonly after: Cursor | null;
}

/** A path below the base, with its query. */
export type SourceCall = string;

/** A correspondent of an alias there. */
export interface SourceContact {
  readonly address: string;
  readonly name: string;
  readonly blocked: boolean;
}

export interface SourceContacts {
  call(sourceId: string, page: number): SourceCall;
  /** @throws Error when the answer is none of that API. */
  read(body: unknown): readonly SourceContact[];
}

interface Definition<Cursor> {
  readonly service: MoveService;
  /** Where people run servers of their own: what stands behind the host. Null: there is one service. */
  readonly ownPath: string | null;
  headers(apiKey: string): Record<string, string>;
  readonly cursor: z.ZodType<Cursor>;
  readonly start: Cursor;
  call(cursor: Cursor): SourceCall;
  /** @throws Error when the answer is none of that API. */
  read(body: unknown, cursor: Cursor): SourcePage<Cursor>;
  readonly contacts: SourceContacts | null;
}

/** How one service is read, call by call. Pure: what it knows between two calls is in its cursor, which is kept as JSON. */
export interface Source extends Pick<Definition<unknown>, 'service' | 'ownPath' | 'headers' | 'start' | 'contacts'> {
  call(cursor: unknown): SourceCall;
  read(body: unknown, cursor: unknown): SourcePage<unknown>;
}

export function defineSource<Cursor>({ cursor: schema, ...definition }: Definition<Cursor>): Source {
  return {
    ...definition,
    call: (cursor) => definition.call(schema.parse(cursor)),
    read: (body, cursor) => definition.read(body, schema.parse(cursor)),
  };
}

/** Text that may be missing. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** A number that may be missing, or be no number of anything. */
export const amount = z.number().int().min(0).catch(0);

export const plainAlias = {
  note: '',
  labels: [],
  active: true,
  deleted: false,
  pattern: false,
  uses: 0,
  sourceId: null,
};
