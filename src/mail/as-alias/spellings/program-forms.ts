import { escapePattern } from '#mail/as-alias/normalize-obfuscation.ts';

/** What stands for the percent sign where that may not: in links that scanners guard (`-40`, `*40`), in names of anchors and pages (`.40`, `_40`). */
const escapes = ['-', '\\*', '\\.', '_', '~', '!'];
const isWord = /^[\p{L}\p{N}]$/u;
const noneBefore = '(?<![\\p{L}\\p{N}_])(?<![\\p{L}\\p{N}][.+-])';
const noneBehind = '(?![\\p{L}\\p{N}_])';
/** Few texts have any of these. */
const hasAny = /_|[-*.~!]40|\(\)/;

/** A pattern of a text of which each sign may be written by its number. */
function inEscapes(text: string, escape: string): string {
  return Array.from(text, (sign) =>
    isWord.test(sign) ? sign : `(?:${escapePattern(sign)}|${escape}${sign.charCodeAt(0).toString(16)})`,
  ).join('');
}

function underlined(text: string): string {
  return Array.from(text, (sign) => (isWord.test(sign) ? sign : '_')).join('');
}

function eachOf(texts: readonly string[], write: (text: string) => string): string {
  return `(?:${[...new Set(texts.map(write))].join('|')})`;
}

/**
 * Finds a mailbox as programs write it: in links to shared files, where each of its signs is a line (`/personal/ann_home_example`), in
 * links that scanners guard (`ann-40home.example`), in archives of lists (`ann () home ! example`). With the alias in it a link leads nowhere.
 */
export function createProgramFormSearch(
  names: readonly string[],
  domains: readonly string[],
): (text: string) => Iterable<RegExpExecArray> {
  const inLink = `${eachOf(names, underlined)}_${eachOf(domains, underlined)}`;
  const guarded = escapes.map((escape) => {
    const [local, host] = [names, domains].map((texts) => eachOf(texts, (text) => inEscapes(text, escape)));
    // A sign of another one's local part stands before it by its number, too.
    const before = `(?:${noneBefore}|(?<=${escape}(?!2[bde]|5f)[\\da-f]{2}))`;
    return `${before}${local}${escape}40${host}(?![\\p{L}\\p{N}])`;
  });
  const archived = eachOf(domains, (domain) => domain.split('.').map(escapePattern).join('\\s?!\\s?'));
  const inArchive = `${eachOf(names, escapePattern)}\\s?\\(\\)\\s?${archived}`;
  const forms = [...guarded, ...[inLink, inArchive].map((form) => noneBefore + form + noneBehind)];
  let pattern: RegExp | null = null;
  return (text) => {
    if (!hasAny.test(text)) return [];
    pattern ??= new RegExp(`(?<kept>${forms.join('|')})`, 'giu');
    return text.matchAll(pattern);
  };
}
