/** Notes as stored: none for a text without anything to read. */
export const cleanNotes = (notes: string | undefined): string | null => (notes?.trim() ? notes : null);
