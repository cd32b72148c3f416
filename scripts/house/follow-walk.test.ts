import { describe, expect, it } from 'vitest';
import { indexDeclarations } from './declarations.ts';
import { followWalk } from './follow-walk.ts';
import { readSource, type ImportGraph } from './import-graph.ts';

const sources = {
  'src/door/session.ts': `
import type { Policy } from './policy.ts';
export class Session {
  #policy: Policy;
  async #rcpt(address: string) { return this.#policy.recipient(address); }
}
`,
  'src/door/policy.ts': 'export interface Policy { recipient(address: string): Promise<boolean>; }\n',
  'src/engine/resolve.ts': `
import type { Policy } from '../door/policy.ts';
import { find } from '../store/find.ts';
export function createPolicy(): Policy { return { recipient: (address) => resolve(address) }; }
async function resolve(address: string) { return find(address) !== null; }
`,
  'src/store/find.ts':
    'export const find = (address: string) => address;\nexport type Row = { readonly id: string };\n',
  'src/store/other.ts': "import { find } from './find.ts';\nexport const Row = 1;\nexport const unused = find;\n",
};

const graph: ImportGraph = new Map(
  Object.entries(sources).map(([path, text]) => [path, readSource({}, path, text)] as const),
);
const code = { graph, declarations: indexDeclarations(graph) };

describe('a walk through the code', () => {
  it('counts files, steps and changes of folder, back to a file met before as well', () => {
    const walk = followWalk(code, [
      'Session.rcpt → Policy.recipient → createPolicy → resolve → find',
      'createPolicy → Policy',
    ]);
    expect(walk).toEqual({
      steps: 7,
      files: ['src/door/session.ts', 'src/door/policy.ts', 'src/engine/resolve.ts', 'src/store/find.ts'],
      folderChanges: 4,
      faults: [],
    });
  });

  it.each([
    ['Session.rcpt → missing', 'missing is declared nowhere'],
    ['find → Row', 'Row is declared in src/store/find.ts and src/store/other.ts'],
    [
      'Session.rcpt → resolve',
      'Session.rcpt → resolve: neither src/door/session.ts nor src/engine/resolve.ts imports the other',
    ],
    ['resolve → Policy', 'resolve → Policy: neither speaks of the other'],
  ])('tells that %s does not hold', (leg, fault) => {
    expect(followWalk(code, [leg]).faults).toEqual([fault]);
  });

  it('tells when a leg begins where it has not been', () => {
    expect(followWalk(code, ['Session.rcpt → Policy.recipient', 'find']).faults).toEqual([
      'find: the walk did not come through src/store/find.ts',
    ]);
  });

  it('knows a name that is used twice by its file', () => {
    expect(followWalk(code, ['unused → store/other.ts#Row']).faults).toEqual([
      'unused → Row: neither speaks of the other',
    ]);
  });
});
