import { limits } from '#contract/limits.ts';

/** Cut between characters: half an emoji is none. */
const shorten = (notes: string): string => {
  const characters = [...notes];
  return characters.length > limits.notesShown ? `${characters.slice(0, limits.notesShown).join('')}...` : notes;
};

export const AliasNotes = ({ notes }: { notes: string | null }) =>
  notes ? (
    <bdi className="wrap-anywhere" title={notes}>
      {shorten(notes)}
    </bdi>
  ) : (
    <span className="text-soft">No note</span>
  );
