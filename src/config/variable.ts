import type { z } from 'zod';

/** One variable of the environment. */
export interface Variable {
  /** Text to value; refuses with an issue. */
  readonly value: z.ZodType;
  /** What it takes, in words; also ends the line of a fault. */
  readonly takes: string;
  /** The text that counts when it is not set. */
  readonly fallback?: string;
  /** Without a fixed fallback: what holds then, in words. */
  readonly otherwise?: string;
  readonly about: string;
  /** Its value may hold a password and is never shown. */
  readonly secret?: true;
}
