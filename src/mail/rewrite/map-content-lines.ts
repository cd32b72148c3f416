function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Index after the LF that ends the content line at `from`, its folds included; the end of the text when none does. */
function endOfContentLine(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  while (end !== -1 && end > from && isBlank(text.charAt(end + 1))) end = text.indexOf('\n', end + 1);
  return end === -1 ? text.length : end + 1;
}

/**
 * Passes each content line of an iCalendar text (RFC 5545 §3.1), with its folds and its line end, through `turn`. Not a
 * pattern: a line of a hundred thousand folds, as an attachment in a calendar has them, would overflow its stack.
 */
export function mapContentLines(text: string, turn: (line: string) => string): string {
  const lines: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = endOfContentLine(text, from);
    lines.push(turn(text.slice(from, end)));
    from = end;
  }
  return lines.join('');
}
