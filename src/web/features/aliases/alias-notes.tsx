import { limits } from '#contract/limits.ts';

const shorten = (notes: string): string =>
  notes.length > limits.notesShown ? `${notes.slice(0, limits.notesShown)}...` : notes;

export const AliasNotes = ({ notes }: { notes: string | null }) =>
  notes ? <span title={notes}>{shorten(notes)}</span> : <span className="text-soft">No note</span>;
