export interface Candidate {
  /** What is read, in lower case. */
  readonly text: string;
  /** What else leads to it, in lower case. */
  readonly also: string;
}

/** What a word is worth by where it stands. */
const worth = { start: 100, wordStart: 80, inside: 60, also: 40, scattered: 20 };
const notFound = -1;

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** How far the letters of a word stand apart in a text, in their order; `notFound` where they do not. */
function findScattered(text: string, word: string): number {
  let at = -1;
  let first = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return notFound;
    if (first < 0) first = at;
  }
  return at - first + 1 - word.length;
}

function rateWord({ text, also }: Candidate, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return worth.start;
  if (at > 0) return isLetter(text.charAt(at - 1)) ? worth.inside : worth.wordStart;
  if (also.includes(word)) return worth.also;
  const gaps = word.length < 2 ? notFound : findScattered(text, word);
  return gaps === notFound ? 0 : Math.max(1, worth.scattered - gaps);
}

/** How well a candidate answers all words of a query; 0: one of them is not in it. */
function rate(candidate: Candidate, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const one = rateWord(candidate, word);
    if (one === 0) return 0;
    sum += one;
  }
  return sum;
}

export function splitQuery(query: string): string[] {
  return query.toLowerCase().split(/\s+/u).filter(Boolean);
}

/** The best first; of those that are alike the one that came first. Without words all are. */
export function findBest<One extends Candidate>(
  candidates: readonly One[],
  words: readonly string[],
  most: number,
): One[] {
  if (words.length === 0) return candidates.slice(0, most);
  return candidates
    .map((one) => ({ one, rating: rate(one, words) }))
    .filter(({ rating }) => rating > 0)
    .toSorted((a, b) => b.rating - a.rating)
    .slice(0, most)
    .map(({ one }) => one);
}

interface Drawn<One> {
  readonly query: string;
  readonly found: readonly One[];
}

/** What Enter means. What is drawn may still answer what was typed before, where a long list takes a slow phone its time. */
export function chosenFor<One>(
  query: string,
  at: number,
  drawn: Drawn<One>,
  find: (query: string) => readonly One[],
): One | undefined {
  const found = drawn.query === query ? drawn.found : find(query);
  return found[Math.min(at, found.length - 1)];
}
