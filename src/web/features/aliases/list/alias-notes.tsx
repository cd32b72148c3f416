import { limits } from '#contract/limits.ts';

/** Cut between characters: half an emoji is none. */
function shorten(notes: string): string {
  const characters = [...notes];
  return characters.length > limits.notesShown ? `${characters.slice(0, limits.notesShown).join('')}...` : notes;
}

export function AliasNotes({ notes }: { notes: string | null }) {
  return notes ? (
    <bdi className="wrap-anywhere" title={notes}>
      {shorten(notes)}
    </bdi>
  ) : (
    <span className="text-soft">No note</span>
  );
}
