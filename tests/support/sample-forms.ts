import type { IdKind } from '#support/full-account.ts';

/** What a call of a route is made of, beside its method. */
export interface RouteSample {
  /** Values of the names in its path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Gives the id of a kind; whose it is, is the caller's matter. */
export type PickId = (kind: IdKind) => string;

export const nothing = (): RouteSample => ({});
export const body = (content: unknown) => (): RouteSample => ({ body: content });
export const id =
  (kind: IdKind, content?: unknown) =>
  (pick: PickId): RouteSample => ({ path: { id: pick(kind) }, ...(content !== undefined && { body: content }) });
