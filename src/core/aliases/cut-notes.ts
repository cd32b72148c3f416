import { limits } from '#contract/limits.ts';

/** Notes that another program wrote, cut to what is kept; never within a character. */
export function cutNotes(text: string): string {
  const cut = text.slice(0, limits.notesMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
