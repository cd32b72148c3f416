import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plantedFaults, plantedGoods } from './planted-files.ts';

const repository = resolve(import.meta.dirname, '../..');

const reportSchema = z.object({
  number_of_files: z.number(),
  diagnostics: z.array(
    z.object({ message: z.string(), help: z.string().optional(), code: z.string(), filename: z.string() }),
  ),
});
type Finding = z.infer<typeof reportSchema>['diagnostics'][number];

const typescriptConfig = {
  compilerOptions: {
    target: 'ES2024',
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    jsx: 'react-jsx',
    paths: { 'react/jsx-runtime': [join(repository, 'node_modules/@types/react/jsx-runtime.d.ts')] },
    typeRoots: [join(repository, 'node_modules/@types')],
  },
};

/** Runs the project's linter with the project's rules over a folder. One run for all files: starting it is what costs. */
function lint(folder: string): Promise<z.infer<typeof reportSchema>> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [join(repository, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '.'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => {
        try {
          done(reportSchema.parse(JSON.parse(stdout)));
        } catch {
          fail(new Error(`oxlint gave no report: ${stdout}${stderr}`));
        }
      },
    );
  });
}

function textOf({ message, help }: Finding): string {
  return `${message} ${help ?? ''}`;
}

let folder: string;
const findings = new Map<string, Finding[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-lint-'));
  await copyFile(join(repository, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await copyFile(join(repository, 'package.json'), join(folder, 'package.json'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(typescriptConfig));
  for (const { file, source } of [...plantedFaults, ...plantedGoods]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  }
  const report = await lint(folder);
  for (const finding of report.diagnostics) {
    findings.set(finding.filename, [...(findings.get(finding.filename) ?? []), finding]);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the lint rules', () => {
  it.each(plantedFaults)('find $rule in $file', ({ file, rule, says }) => {
    const found = findings.get(file) ?? [];
    expect([...new Set(found.map(({ code }) => code))]).toEqual([rule]);
    expect(found.map(textOf).join('\n')).toContain(says);
  });

  it.each(plantedGoods)('find nothing in $file', ({ file }) => {
    expect(findings.get(file) ?? []).toEqual([]);
  });
});
