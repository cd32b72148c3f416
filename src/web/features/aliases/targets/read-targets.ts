import { takeBareAddress } from '#contract/account/typed-address.ts';

const quoted = /"[^"]*"/g;
const inBrackets = /<([^<>]*)>/;

/** The targets in a text as people paste them: after commas, semicolons, spaces, in lines, as `Name <address>`. */
export function readTargets(text: string): string[] {
  return text
    .replace(quoted, ' ')
    .split(/[,;\n\r]+/)
    .flatMap((piece) => (inBrackets.exec(piece)?.[1] ?? piece).split(/\s+/))
    .map(takeBareAddress)
    .filter((piece) => piece !== '');
}

/** Letter case means nothing in an address, and may mean something in a URL. */
function sameness(piece: string): string {
  return piece.includes('://') ? piece : piece.toLowerCase();
}

/** The same target twice is once. */
function withoutRepeats(pieces: readonly string[]): string[] {
  return [...new Map(pieces.map((piece) => [sameness(piece), piece])).values()];
}

/** What the field holds: finished pieces, and the one that is being typed. */
export interface EnteredTargets {
  readonly pieces: readonly string[];
  readonly draft: string;
}

/** A field's value is plain text: each finished piece ends in a comma. */
export function parseEntered(value: string): EnteredTargets {
  const parts = value.split(',').map((part) => part.trim());
  const draft = parts.pop() ?? '';
  return { pieces: parts.filter((part) => part !== ''), draft };
}

export function formatEntered({ pieces, draft }: EnteredTargets): string {
  return [...withoutRepeats(pieces), draft].join(', ');
}

/** Adds all of a text, so that nothing of it is still being typed. */
export function addTargets({ pieces, draft }: EnteredTargets, text: string): EnteredTargets {
  return {
    pieces: [...pieces, ...readTargets(`${draft} ${text}`)],
    draft: '',
  };
}

/** Takes what stands in the text box: a separator finishes what is before it. */
export function typeTargets({ pieces }: EnteredTargets, text: string): EnteredTargets {
  const end = /[^\s,;]*$/.exec(text)?.index ?? 0;
  return { pieces: [...pieces, ...readTargets(text.slice(0, end))], draft: text.slice(end) };
}
