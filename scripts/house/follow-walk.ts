import { dirname } from 'node:path/posix';
import type { Declaration } from './declarations.ts';
import type { ImportGraph } from './import-graph.ts';

/** What a walk through the code passes, and what is wrong with its description. */
export interface Walk {
  readonly steps: number;
  readonly files: readonly string[];
  /** How often the next step lies in another folder. */
  readonly folderChanges: number;
  readonly faults: readonly string[];
}

/** The code that walks are followed through. */
export interface Code {
  readonly graph: ImportGraph;
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
}

/** `resolveRecipient`, `SmtpSession.rcpt`, or `mail/receive-message.ts#forward` where a name alone says too little. */
function findStep({ declarations }: Code, step: string): Declaration | string {
  const [name = '', file] = step.split('#').toReversed();
  const named = declarations.get(name) ?? [];
  const found = file === undefined ? named : named.filter((one) => one.file.endsWith(`/${file}`));
  const [only, another] = found;
  if (only === undefined) return `${step} is declared nowhere`;
  return another === undefined ? only : `${step} is declared in ${found.map((one) => one.file).join(' and ')}`;
}

function imports({ graph }: Code, from: string, to: string): boolean {
  return graph.get(from)?.imports.some(({ target }) => target === to) ?? false;
}

function speaksOf({ text }: Declaration, { name }: Declaration): boolean {
  const [member = ''] = name.split('.').slice(-1);
  return new RegExp(`(?<![\\w$])${member}(?![\\w$])`, 'u').test(text);
}

/** Why one step does not lead to the next: no import joins their files, or neither speaks of the other. */
function findGap(code: Code, one: Declaration, next: Declaration): string | null {
  const joined = one.file === next.file || imports(code, one.file, next.file) || imports(code, next.file, one.file);
  if (!joined) return `${one.name} → ${next.name}: neither ${one.file} nor ${next.file} imports the other`;
  if (speaksOf(one, next) || speaksOf(next, one)) return null;
  return `${one.name} → ${next.name}: neither speaks of the other`;
}

/**
 * Follows a walk, told in legs: `receiveMessage → verifyReceived → judgeMessage`. Each step must exist, and lead to the
 * next by an import and by name, so that none between them can be left out. A leg goes on from any file met before.
 */
export function followWalk(code: Code, legs: readonly string[]): Walk {
  const met: Declaration[] = [];
  const faults: string[] = [];
  for (const leg of legs) {
    const found = leg.split(/\s*→\s*/u).map((step) => findStep(code, step));
    const steps = found.filter((step) => typeof step !== 'string');
    faults.push(...found.filter((step) => typeof step === 'string'));
    const [first] = steps;
    if (first && met.length > 0 && !met.some(({ file }) => file === first.file)) {
      faults.push(`${first.name}: the walk did not come through ${first.file}`);
    }
    if (steps.length === found.length) {
      faults.push(...steps.slice(1).map((next, index) => findGap(code, steps[index] ?? next, next) ?? ''));
    }
    met.push(...steps);
  }
  const folders = met.map(({ file }) => dirname(file));
  return {
    steps: met.length,
    files: [...new Set(met.map(({ file }) => file))],
    folderChanges: folders.filter((folder, index) => index > 0 && folder !== folders[index - 1]).length,
    faults: faults.filter((fault) => fault !== ''),
  };
}
