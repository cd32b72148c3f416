import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { limits } from '#contract/limits.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import type { SourceAlias } from '#core/moving-in/sources/source.ts';

/** Longer than any address. */
const addressMax = 400;
const labelsMax = 10;

/** Control characters and halves of characters are nobody's name. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

function cut(text: string, max: number): string {
  const short = text.slice(0, max);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

/** An alias of another service, cut to what can be kept here: its words are whatever a server wanted to say. */
export function tidyAlias(alias: SourceAlias): SourceAlias {
  const labels = alias.labels.map((label) => cut(plain(label).replaceAll(',', ' '), lifeLimits.labelMax).trim());
  return {
    ...alias,
    address: cut(plain(alias.address), addressMax),
    note: cutNotes(plain(alias.note)),
    inboxes: alias.inboxes
      .map(plain)
      .filter((inbox) => inbox.length <= limits.webhookUrlMax && !inbox.includes(','))
      .slice(0, limits.targetsPerAlias + 1),
    labels: [...new Set(labels.filter((label) => label !== ''))].slice(0, labelsMax),
    sourceId: alias.sourceId === null ? null : cut(alias.sourceId, 100),
  };
}
