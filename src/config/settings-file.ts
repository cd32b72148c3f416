/** One line of a settings file. */
export interface Setting {
  readonly name: string;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A line that is none, and why. */
export interface LineFault {
  readonly line: number;
  readonly reason: string;
}

/** Inside double quotes: all but these, which a backslash brings. */
const quoted = /^"(?<text>(?:[^"\\]|\\["\\])*)"\s*(?:#.*)?$/su;
const literal = /^'(?<text>[^']*)'\s*(?:#.*)?$/su;

/** The value behind the equals sign, or why it is none. */
function parseText(rest: string): { readonly text: string } | { readonly reason: string } {
  if (rest.startsWith('"')) {
    const text = quoted.exec(rest)?.groups?.['text'];
    if (text === undefined) return { reason: 'the quotes do not end, or more follows them; takes NAME="value"' };
    return { text: text.replaceAll(/\\(["\\])/gu, '$1') };
  }
  if (rest.startsWith("'")) {
    const text = literal.exec(rest)?.groups?.['text'];
    return text === undefined
      ? { reason: "the quotes do not end, or more follows them; takes NAME='value'" }
      : { text };
  }
  if (/\s#/u.test(rest))
    return { reason: 'a # behind a value; put the value in quotes, or the comment on its own line' };
  return { text: rest };
}

function parseLine(content: string, line: number): Setting | LineFault {
  const { name, rest } = /^(?<name>[A-Za-z_]\w*)=(?<rest>.*)$/su.exec(content)?.groups ?? {};
  if (name === undefined || rest === undefined) return { line, reason: 'takes NAME=value, or # and a comment' };
  const parsed = parseText(rest.trim());
  if ('reason' in parsed) return { line, reason: `${name}: ${parsed.reason}` };
  return /\p{Cc}/u.test(parsed.text)
    ? { line, reason: `${name}: a control character stands in the value` }
    : { name, text: parsed.text, line };
}

/** Reads `NAME=value` lines, as systemd and container programs write them; blank lines and those with # are comments. */
export function parseSettings(content: string): { readonly settings: Setting[]; readonly faults: LineFault[] } {
  const settings: Setting[] = [];
  const faults: LineFault[] = [];
  const lines = content.replace(/^\uFEFF/u, '').split('\n');
  for (const [index, raw] of lines.entries()) {
    const trimmed = raw.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const parsed = parseLine(trimmed, index + 1);
    const earlier = 'name' in parsed ? settings.find(({ name }) => name === parsed.name) : undefined;
    if ('reason' in parsed) faults.push(parsed);
    else if (earlier === undefined) settings.push(parsed);
    else faults.push({ line: parsed.line, reason: `${parsed.name}: stands in line ${earlier.line} already` });
  }
  return { settings, faults };
}

/** One line that `parseSettings` reads back. */
export function renderSetting(name: string, text: string): string {
  const isPlain = /^[\w@%+=:,./[\]-]+$/u.test(text);
  return `${name}=${isPlain ? text : `"${text.replaceAll(/["\\]/gu, '\\$&')}"`}`;
}
