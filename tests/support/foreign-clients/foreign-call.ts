import type { z } from 'zod';

/** One request of such a program. */
export interface ForeignCall {
  readonly title: string;
  readonly method: string;
  /** `{name}`: what an earlier call left. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same in its texts. */
  readonly body?: unknown;
  readonly status: number;
  /** Null: the answer has no body. */
  readonly answer: z.ZodType | null;
  /** Keeps texts of the answer, by the place they stand at. */
  readonly keep?: Readonly<Record<string, string>>;
}

export const ownerPassword = 'correct horse';

/** The same headers with a key that is none. */
export function withWrongKey(headers: Readonly<Record<string, string>>) {
  return {
    ...headers,
    authorization: 'Bearer nonsense',
  };
}
