import type * as Re2 from 're2js';
import type { RE2JS, RE2JSSyntaxException } from 're2js';
import type { RuleKind } from '#contract/domains/domain-rules.ts';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import { ruleFaultTexts } from '#messages/faults.ts';

/** What a rule's pattern was compiled to. */
export interface CompiledPattern {
  /** Whether it takes a name, all of it. `name`: the local part of an alias, lower case. */
  matches(name: string): boolean;
  /** How much there is to do for a name, and to keep: about one for each character of a simple pattern. */
  readonly size: number;
}

interface PatternFault {
  readonly fault: string;
  /** Of the character, from 1. */
  readonly position: number;
}

const notInGlobs = /[^a-z0-9_.*?-]/i;

/**
 * A glob goes back to its last star at most (two pointers): the length of the pattern times that of the name, however
 * many stars it has.
 */
function matchesGlob(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let tried = 0;
  for (let index = 0; index < name.length;) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at++;
      tried = index;
    } else if (wanted === '?' || wanted === name[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      index = ++tried;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

function compileGlob(text: string): CompiledPattern | PatternFault {
  const [character] = notInGlobs.exec(text) ?? [];
  if (character !== undefined) {
    return { fault: ruleFaultTexts.notInNames(character), position: text.indexOf(character) + 1 };
  }
  const pattern = text.toLowerCase();
  return { matches: (name) => matchesGlob(pattern, name), size: pattern.length };
}

type Engine = typeof Re2;

function isSyntaxFault({ RE2JSSyntaxException }: Engine, error: unknown): error is RE2JSSyntaxException {
  return error instanceof RE2JSSyntaxException;
}

/** Compiles a text; its fault instead where it has one. @throws Error what the library throws beside. */
function tryCompile(engine: Engine, text: string): RE2JS | RE2JSSyntaxException {
  try {
    return engine.RE2JS.compile(text, engine.RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (isSyntaxFault(engine, error)) return error;
    throw error;
  }
}

/**
 * The library says what is wrong and quotes where, which may stand in the text more than once: it is the end of the shortest
 * beginning of the text with the same fault (binary search: it reads from left to right). What is missing is missing at the end.
 */
function findPosition(engine: Engine, text: string, syntax: RE2JSSyntaxException): number {
  const fault = syntax.getDescription();
  if (syntax.getPattern() === null || fault.startsWith('missing closing')) return text.length;
  let [low, high] = [1, text.length];
  let quoted = '';
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = tryCompile(engine, text.slice(0, middle));
    if (isSyntaxFault(engine, found) && found.getDescription() === fault) high = middle;
    else low = middle + 1;
  }
  const beginning = text.slice(0, high);
  const found = tryCompile(engine, beginning);
  if (isSyntaxFault(engine, found)) quoted = found.getPattern() ?? '';
  return quoted.length < high ? beginning.lastIndexOf(quoted) + 1 : high;
}

/** What counts as one: an escape, a class, a counted repeat, any other character. */
const pieces = /\\(?:[pPx]\{[^}]*\}|.)|\[\^?\]?(?:\\.|\[:[^\]]*\]|\[(?!:)|[^\]\\[])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/**
 * Where a text would grow too large when its counted repeats are written out, from 1; null where it would not. Asked first:
 * the library writes them out whatever comes of it, for a tenth of a second.
 */
function findGrowth(text: string): number | null {
  const sizes = [0];
  let last = 0;
  for (const { 0: piece, 1: least, 2: most, index } of text.matchAll(pieces)) {
    const inner = sizes.at(-1) ?? 0;
    if (piece === '(') sizes.push(0);
    else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      sizes[sizes.length - 1] = inner + last * (times - 1);
      last *= times;
    } else if (piece === ')' && sizes.length > 1) {
      sizes.pop();
      last = inner + 1;
      sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + last;
    } else {
      last = 1;
      sizes[sizes.length - 1] = inner + last;
    }
    if ((sizes.at(-1) ?? 0) > ruleLimits.programMax) return index + 1;
  }
  return null;
}

/**
 * RE2, whose time is that of the compiled program times the name. Asked for its submatches the library walks
 * that program with a fixed memory; without them it would build an automaton that grows with each name.
 */
function compileRegex(engine: Engine, text: string): CompiledPattern | PatternFault {
  const growth = findGrowth(text);
  if (growth !== null) return { fault: ruleFaultTexts.tooComplicated, position: growth };
  const compiled = tryCompile(engine, text);
  if (isSyntaxFault(engine, compiled)) {
    return { fault: compiled.getDescription(), position: findPosition(engine, text, compiled) };
  }
  const size = compiled.programSize();
  if (size > ruleLimits.programMax) return { fault: ruleFaultTexts.tooComplicated, position: 1 };
  return { matches: (name) => compiled.matcher(name).matches(), size };
}

/** Compiles a pattern, or says what is wrong with it and where. The library for regular expressions is loaded with the first. */
export async function compilePattern(kind: RuleKind, text: string): Promise<CompiledPattern | PatternFault> {
  return kind === 'glob' ? compileGlob(text) : compileRegex(await import('re2js'), text);
}
