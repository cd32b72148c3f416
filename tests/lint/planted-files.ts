/** A file with a fault, and the rule that must find it. */
export interface PlantedFault {
  readonly file: string;
  readonly source: string;
  readonly rule: string;
  /** Part of the finding's text. */
  readonly says: string;
}

/** A file without a fault. */
export interface PlantedGood {
  readonly file: string;
  readonly source: string;
}

/** Who may import whom is checked on the import graph (`tests/architecture`); the linter sees how it is written. */
function wayFault(file: string, specifier: string): PlantedFault {
  return {
    file,
    source: `import '${specifier}';\n`,
    rule: 'eslint(no-restricted-imports)',
    says: `'${specifier}'`,
  };
}

const layers = ['platform', 'contract', 'config', 'database', 'protocol', 'core', 'mail', 'api', 'web', 'cli'] as const;

const wayFaults: PlantedFault[] = [
  ...layers.flatMap((from) =>
    layers.flatMap((to) => [
      wayFault(`src/${from}/relative-to-${to}.ts`, `../${to}/thing.ts`),
      wayFault(`src/${from}/inner/far-from-${to}.ts`, `../../${to}/thing.ts`),
    ]),
  ),
  wayFault('src/web/features/one/near.ts', '../two/thing.ts'),
  wayFault('src/core/hidden.ts', './../mail/thing.ts'),
  wayFault('src/core/own.test.ts', '../mail/thing.ts'),
];

function codeFault(name: string, source: string, rule: string, says: string): PlantedFault {
  return {
    file: `src/core/faults/${name}.ts`,
    source,
    rule,
    says,
  };
}

const codeFaults: PlantedFault[] = [
  codeFault('time', 'export const now = Date.now();\n', 'eslint(no-restricted-properties)', 'Take a Clock'),
  codeFault('luck', 'export const luck = Math.random();\n', 'eslint(no-restricted-properties)', 'Take a Random'),
  codeFault('hidden', 'export const now = globalThis.Date;\n', 'eslint(no-restricted-properties)', 'globalThis.Date'),
  codeFault('environment', 'export const { env } = process;\n', 'eslint(no-restricted-properties)', 'Take a Config'),
  codeFault('print', "console.log('x');\n", 'eslint(no-console)', 'console'),
  codeFault('any', 'export const x = (y: any): unknown => y;\n', 'typescript(no-explicit-any)', 'any'),
  codeFault('default', 'export default 1;\n', 'import(no-default-export)', 'default'),
  codeFault('barrel', "export * from './any.ts';\n", 'oxc(no-barrel-file)', 'Barrel'),
  codeFault('CamelName', 'export const x = 1;\n', 'unicorn(filename-case)', 'kebab'),
  codeFault('ignored', '// @ts-ignore\nexport const x = 1;\n', 'typescript(ban-ts-comment)', 'ts-ignore'),
  codeFault(
    'floating',
    'const wait = async (): Promise<void> => {};\nexport const run = (): void => {\n  wait();\n};\n',
    'typescript(no-floating-promises)',
    'Promises must be awaited',
  ),
  codeFault(
    'misused',
    'export const run = (): void => [1].forEach(async () => {});\n',
    'typescript(no-misused-promises)',
    'Promise',
  ),
  codeFault(
    'asserts-nothing.test',
    "import { it } from 'vitest';\nit('asserts nothing', () => {});\n",
    'vitest(expect-expect)',
    'no assertions',
  ),
  codeFault('long-file', `export const x = 1;\n${'void x;\n'.repeat(300)}`, 'eslint(max-lines)', '300'),
  codeFault(
    'long-function',
    `export const run = (x: number): number => {\n${'  x += 1;\n'.repeat(60)}  return x;\n};\n`,
    'eslint(max-lines-per-function)',
    '60',
  ),
  codeFault(
    'complex',
    `export const run = (x: number): number => {\n${Array.from({ length: 12 }, (_, n) => `  if (x === ${n}) return ${n + 1};\n`).join('')}  return x;\n};\n`,
    'eslint(complexity)',
    '12',
  ),
  ...['<p>Bare text</p>', "<p>{'Bare text'}</p>", '<p aria-label="Bare text" />'].map((element, index) => ({
    file: `src/web/features/one/bare-text-${index}.tsx`,
    source: `export function Bare() {\n  return ${element};\n}\n`,
    rule: 'react(jsx-no-literals)',
    says: 'literal',
  })),
  codeFault(
    'cycle-one',
    "import { two } from './cycle-two.ts';\nexport const one = (): unknown => two;\n",
    'import(no-cycle)',
    'ycle',
  ),
  codeFault(
    'cycle-two',
    "import { one } from '#core/faults/cycle-one.ts';\nexport const two = (): unknown => one;\n",
    'import(no-cycle)',
    'ycle',
  ),
];

/** Every rule of the project with a file that breaks it. */
export const plantedFaults: readonly PlantedFault[] = [...wayFaults, ...codeFaults];

/** What must stay allowed. */
export const plantedGoods: readonly PlantedGood[] = [
  { file: 'src/web/features/one/good.ts', source: "import './own.ts';\nimport '#web/lib/thing.ts';\n" },
  {
    file: 'src/web/features/one/good-element.tsx',
    source:
      'export function Good({ text }: { text: string }) {\n  return <p className="text-soft">{text} {text}</p>;\n}\n',
  },
  { file: 'src/main/good.ts', source: "import '../../package.json' with { type: 'json' };\n" },
  // The planted tests have no packages beside them.
  {
    file: 'tests/vitest.d.ts',
    source: "declare module 'vitest' {\n  export function it(name: string, body: () => void): void;\n}\n",
  },
  { file: 'src/config/good.ts', source: 'export const environment = process.env;\n' },
  { file: 'src/platform/good.ts', source: 'export const now = Date.now() + Math.random();\n' },
  { file: 'src/core/good.test.ts', source: "import '#support/thing.ts';\nimport '#mail/thing.ts';\n" },
  {
    file: 'tests/e2e/good.test.ts',
    source:
      "import { it } from 'vitest';\ndeclare function expectToast(): void;\nit('asserts by a helper', () => expectToast());\n",
  },
  { file: 'tests/e2e/good.ts', source: "import '#main/main.ts';\nimport '#mail/preview/thing.ts';\n" },
];
