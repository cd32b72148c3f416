import type { z } from 'zod';

/** One thing that is wrong with an entry of a list: what belongs there. */
export class EntryFault extends Error {
  readonly takes: string;

  constructor(takes: string) {
    super(takes);
    this.takes = takes;
  }
}

/** Adds one fault to a variable: what stands there, and what belongs there. */
export function refusePart(context: z.RefinementCtx, got: string, takes: string): void {
  context.addIssue({ code: 'custom', message: takes, params: { got, takes } });
}

/** Reads entries with commas between them. Each that throws EntryFault is a fault of its own. */
export function parseEntries<T>(
  text: string,
  context: z.RefinementCtx,
  parse: (item: string, before: readonly T[]) => T,
): readonly T[] {
  const entries: T[] = [];
  for (const item of text.split(',').map((part) => part.trim())) {
    try {
      entries.push(parse(item, entries));
    } catch (error) {
      if (!(error instanceof EntryFault)) throw error;
      refusePart(context, item, error.takes);
    }
  }
  return Object.freeze(entries);
}
