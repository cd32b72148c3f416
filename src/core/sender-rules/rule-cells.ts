import {
  senderActionSchema,
  normaliseMatch,
  type SenderRule,
  type SenderRuleInput,
} from '#contract/held/sender-rules.ts';

/** A rule without the place that it is for. */
export type PlainRule = Omit<SenderRuleInput, 'scope'>;

/** Rules in one cell of a CSV file: `block bob@example.com; allow! @example.net; off block @example.org`, with `!` where even rejected mail comes through. */
export function writeRuleCell(rules: readonly SenderRule[]): string {
  return rules
    .toSorted((a, b) => (a.match < b.match ? -1 : 1))
    .map(
      ({ action, evenIfRejected, match, active }) =>
        `${active ? '' : 'off '}${action}${evenIfRejected ? '!' : ''} ${match}`,
    )
    .join('; ');
}

/** The rules of a cell; null when something else stands there. */
export function readRuleCell(cell: string): PlainRule[] | null {
  const texts = splitRules(cell).filter((text) => text.trim() !== '');
  const rules = texts.map(readRule).filter((rule) => rule !== null);
  return rules.length === texts.length ? rules : null;
}

/** Between semicolons, but for those within quotes. */
function splitRules(cell: string): string[] {
  const texts = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < cell.length; at += 1) {
    if (cell[at] === '"') isQuoted = !isQuoted;
    else if (isQuoted && cell[at] === '\\') at += 1;
    else if (!isQuoted && cell[at] === ';') {
      texts.push(cell.slice(start, at));
      start = at + 1;
    }
  }
  return [...texts, cell.slice(start)];
}

function readRule(text: string): PlainRule | null {
  const [, off, word = '', mark = '', rest = ''] = /^(off\s+)?(\w+)(!?)\s+(\S.*)$/u.exec(text.trim()) ?? [];
  const action = senderActionSchema.safeParse(word.toLowerCase());
  const match = normaliseMatch(rest);
  if (!action.success || match === null || (mark === '!' && action.data !== 'allow')) return null;
  return { action: action.data, match, evenIfRejected: mark === '!', ...(off !== undefined && { active: false }) };
}
