/** Notes as stored: none for a text without anything to read. */
export function cleanNotes(notes: string | undefined): string | null {
  return notes?.trim() ? notes : null;
}
