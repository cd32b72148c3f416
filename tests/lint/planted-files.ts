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

const layers = ['platform', 'contract', 'config', 'database', 'core', 'mail', 'api', 'web', 'cli'] as const;
type Layer = (typeof layers)[number];

/** The layers each layer may use, itself included. */
const mayImport: Record<Layer, readonly Layer[]> = {
  platform: ['platform'],
  contract: ['contract'],
  config: ['config', 'contract', 'platform'],
  database: ['database', 'config', 'platform'],
  core: ['core', 'contract', 'config', 'database', 'platform'],
  mail: ['mail', 'core', 'contract', 'config', 'database', 'platform'],
  api: ['api', 'core', 'contract', 'config', 'platform'],
  web: ['web', 'contract'],
  cli: layers,
};

const importRule = 'eslint(no-restricted-imports)';
const fromLayers = layers.flatMap((from) => layers.map((to) => ({ from, to })));
const forbidden = fromLayers.filter(({ from, to }) => !mayImport[from].includes(to));
const allowed = fromLayers.filter(({ from, to }) => mayImport[from].includes(to));

function importFault(file: string, source: string, says: string): PlantedFault {
  return {
    file,
    source,
    rule: importRule,
    says,
  };
}

const directionFaults: PlantedFault[] = forbidden.flatMap(({ from, to }) => [
  importFault(`src/${from}/to-${to}.ts`, `import '#${to}/thing.ts';\n`, `'#${to}/thing.ts'`),
  importFault(`src/${from}/relative-to-${to}.ts`, `import '../${to}/thing.ts';\n`, `'../${to}/thing.ts'`),
  importFault(
    `src/${from}/inner/far-from-${to}.ts`,
    `export { thing } from '../../${to}/thing.ts';\n`,
    `'../../${to}/thing.ts'`,
  ),
  importFault(`src/${from}/later-${to}.ts`, `export const later = import('#${to}/thing.ts');\n`, `'#${to}/thing.ts'`),
]);

const typeFaults: PlantedFault[] = forbidden
  .filter(({ from, to }) => !(from === 'web' && to === 'api'))
  .map(({ from, to }) =>
    importFault(
      `src/${from}/type-of-${to}.ts`,
      `import type { Thing } from '#${to}/thing.ts';\nexport type Other = Thing;\n`,
      `'#${to}/thing.ts'`,
    ),
  );

const testCodeFaults: PlantedFault[] = layers.map((from) =>
  importFault(`src/${from}/to-tests.ts`, "import '#support/thing.ts';\n", "'#support/thing.ts'"),
);

const mainFaults: PlantedFault[] = layers
  .filter((from) => from !== 'cli')
  .map((from) => importFault(`src/${from}/to-main.ts`, "import '#main/main.ts';\n", "'#main/main.ts'"));

const specialFaults: PlantedFault[] = [
  importFault('src/mail/deliver/preview.ts', "import '#mail/preview/thing.ts';\n", 'Only main loads'),
  importFault('src/cli/preview.ts', "import '#mail/preview/thing.ts';\n", 'Only main loads'),
  importFault('src/web/features/one/other.ts', "import '#web/features/two/thing.ts';\n", 'Features never import'),
  importFault('src/web/features/auth/other.ts', "import '#web/features/inbox/thing.ts';\n", 'Features never import'),
  importFault('src/web/features/auth/server.ts', "import '#core/thing.ts';\n", 'web may import only'),
  importFault('src/web/features/one/near.ts', "import '../two/thing.ts';\n", "'../two/thing.ts'"),
  importFault('src/main/planted.ts', "import '#support/thing.ts';\n", 'test code'),
  importFault('src/contract/package.ts', "import 'hono';\n", 'contract may import only'),
  importFault('src/contract/node.ts', "import 'node:fs';\n", 'contract may import only'),
  importFault('src/platform/package.ts', "import 'zod';\n", 'platform imports nothing'),
  importFault('src/web/node.ts', "import 'node:fs';\n", 'web may import only'),
  importFault('src/core/http.ts', "import 'hono';\n", 'another layer'),
  importFault('src/core/smtp.ts', "import 'smtp-server';\n", 'another layer'),
  importFault('src/mail/http.ts', "import '@hono/zod-openapi';\n", 'another layer'),
  importFault('src/api/sql.ts', "import 'kysely';\n", 'another layer'),
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
export const plantedFaults: readonly PlantedFault[] = [
  ...directionFaults,
  ...typeFaults,
  ...testCodeFaults,
  ...mainFaults,
  ...specialFaults,
  ...codeFaults,
];

/** What must stay allowed. */
export const plantedGoods: readonly PlantedGood[] = [
  ...allowed.map(({ from, to }) => ({ file: `src/${from}/good-to-${to}.ts`, source: `import '#${to}/thing.ts';\n` })),
  { file: 'src/web/good-type.ts', source: "import type { Thing } from '#api/thing.ts';\nexport type Other = Thing;\n" },
  { file: 'src/web/features/one/good.ts', source: "import './own.ts';\nimport '#web/lib/thing.ts';\n" },
  { file: 'src/web/features/auth/good.ts', source: "import '#web/features/auth/own.ts';\n" },
  { file: 'src/web/app/good.ts', source: "import '#web/features/auth/thing.ts';\n" },
  { file: 'src/contract/good.ts', source: "import 'zod';\n" },
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
