const small = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

/** "four days", "1 alias", "20 aliases": a number and what is counted. */
export function count(total: number, one: string, many: string): string {
  return `${total} ${total === 1 ? one : many}`;
}

/** Small numbers as running text has them: "four". */
export function inWords(total: number): string {
  return small[total] ?? String(total);
}
