/** What was done: for people, and as the server says it. */
export interface Done {
  readonly lines: readonly string[];
  readonly json: unknown;
}

/** Nothing that a terminal would take for a command. */
export function plain(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}

/** Cells with tabs between them. */
export function lineOfCells(cells: readonly string[]): string {
  return cells.map(plain).join('\t').trimEnd();
}
