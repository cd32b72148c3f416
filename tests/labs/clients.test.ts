import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newApiKeyResponseSchema } from '#contract/account.ts';
import { buildBitwarden, type ForwarderResult, type ForwarderSettings } from '#support/npm-clients/bitwarden.ts';
import { installPackages, type NpmFolder } from '#support/npm-clients/npm-folder.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** Programs of others, as npm has them, against the whole program. */

const versions = { bitwarden: '2026.9.0', redocly: '2.77.0', openapiTs: '0.99.0' } as const;
const description = resolve(import.meta.dirname, '../../docs/openapi.json');

let sink: SmtpSink;
let service: RunningService;
let folder: NpmFolder;
let url: string;
let key: string;
let owner: string;

beforeAll(async () => {
  folder = await installPackages([
    `@bitwarden/cli@${versions.bitwarden}`,
    'esbuild@0.28.1',
    `@redocly/cli@${versions.redocly}`,
    `@hey-api/openapi-ts@${versions.openapiTs}`,
    'typescript@5.9.3',
    '@types/node@24.9.1',
  ]);
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    MAIL_DOMAINS: 'kauke.test',
    MAIL_HOSTNAME: 'mx.kauke.test',
    TARGET_CONFIRMATION: 'off',
  });
  url = `http://localhost:${service.program.httpPort}`;
  const ann = await signUpOwner(service, 'ann@home.example');
  owner = ann.id;
  const made = await ann.send('POST', '/api/api-keys', { name: 'Clients', scope: 'aliases' });
  key = newApiKeyResponseSchema.parse(made.body).apiKey.key;
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
  await folder.remove();
});

/** One line of what the lab prints. */
function tell(client: string, version: string, calls: number, works: number): void {
  process.stdout.write(`${client} ${version}: ${calls} calls, ${works} work\n`);
}

const website = 'https://shop.example/login?next=%2F&mode=dark#top';
const longPage = `https://shop.example/?SAMLRequest=${'a'.repeat(1_500)}&mode=dark`;
const address = { address: expect.stringMatching(/^[^@\s]+@kauke\.test$/u) as string };

it("makes aliases with Bitwarden's own code, and shows its people why it cannot", async () => {
  const make = await buildBitwarden(folder);
  const addy: ForwarderSettings = { service: 'AddyIo', token: key, baseUrl: url, domain: 'kauke.test', website };
  const simpleLogin: ForwarderSettings = { ...addy, service: 'SimpleLogin' };
  const reason = (text: RegExp) => ({ error: expect.stringMatching(text) as string });
  const rows: readonly (readonly [ForwarderSettings, object])[] = [
    [addy, address],
    [{ ...addy, baseUrl: `${url}/` }, address],
    [{ ...addy, website: longPage }, address],
    [{ ...addy, domain: 'elsewhere.example' }, reason(/^forwarderError: Addy\.io: \S.*domain[^:]*$/iu)],
    [{ ...addy, token: 'wrong' }, reason(/^forwarderInvalidTokenWithMessage: Addy\.io: [^:]+$/u)],
    [simpleLogin, address],
    [{ ...simpleLogin, baseUrl: `${url}/` }, address],
    [{ ...simpleLogin, website: longPage }, address],
    [{ ...simpleLogin, website: '' }, address],
    [{ ...simpleLogin, token: 'wrong' }, reason(/^forwarderInvalidTokenWithMessage: SimpleLogin: [^:]+$/u)],
  ];
  const results: ForwarderResult[] = [];
  for (const [settings] of rows) results.push(await make(settings));
  // Each row that is not so is shown, before anything is said to work.
  expect(results).toMatchObject(rows.map(([, wanted]) => wanted));
  tell('Bitwarden', versions.bitwarden, rows.length, results.length);
});

it('the description of the API has no finding of a common linter', async () => {
  const told = await folder.run('redocly', 'lint', '--extends', 'recommended', '--format', 'json', description);
  const { totals } = JSON.parse(told) as { totals: object };
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  tell('Redocly', versions.redocly, 1, 1);
});

const typedUse = `
import { createClient } from './generated/client';
import { deleteAliasesId, getAccount, getAliasesId, patchAliasesIdToggle, postAliasesId, putAliasesId } from './generated';

const [, , baseUrl = '', key = ''] = process.argv;
const client = createClient({ baseUrl, headers: { authorization: 'Bearer ' + key } });
const me = { id: 'me' };
const { data: account } = await getAccount({ client, throwOnError: true });
const made = await postAliasesId({
  client, path: me, throwOnError: true,
  body: { alias: 'typed', domain: 'kauke.test', forwardTo: 'ann@home.example', notes: 'by a typed client' },
});
const path = { id: made.data.alias.id };
const renamed = await putAliasesId({ client, path, body: { notes: 'changed' }, throwOnError: true });
const paused = await patchAliasesIdToggle({ client, path, body: { active: false }, throwOnError: true });
const list = await getAliasesId({ client, path: me, throwOnError: true });
await deleteAliasesId({ client, path, throwOnError: true });
const wrong = await postAliasesId({ client, path: me, body: { alias: 'a b', domain: 'kauke.test', forwardTo: 'x' } });
console.log(JSON.stringify({
  account: account.account.id,
  notes: renamed.data.alias.notes,
  active: paused.data.alias.active,
  listed: list.data.aliases.some(({ id }) => id === path.id),
  refused: wrong.response?.status,
}));
`;

it('a typed client that is generated from it compiles and works', async () => {
  await folder.run('openapi-ts', '-i', description, '-o', 'generated', '-c', '@hey-api/client-fetch');
  await folder.write('use.ts', typedUse);
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];
  await folder.run(
    'tsc',
    ...strict,
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    'node',
    'use.ts',
  );
  await folder.run(
    'esbuild',
    'use.ts',
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--outfile=use.mjs',
    '--log-level=error',
  );
  const told: unknown = JSON.parse(await folder.run('node', 'use.mjs', url, key));
  expect(told).toEqual({ account: owner, notes: 'changed', active: false, listed: true, refused: 400 });
  expect(await readFile(resolve(folder.path, 'generated/types.gen.ts'), 'utf8')).toMatch(/export type Alias = /u);
  tell('@hey-api/openapi-ts', versions.openapiTs, 7, 7);
});
