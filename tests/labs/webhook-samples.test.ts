import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackages, type NpmFolder } from '#support/npm-clients/npm-folder.ts';
import { readSample, startWebhookWorld, type WebhookWorld } from '#support/webhook-world.ts';

const run = promisify(execFile);

/** What their `verify()` gives back is told in the guide. */
const libraries = [
  { name: 'standardwebhooks', version: '1.1.1', givesBack: 'object' },
  { name: 'svix', version: '2.5.0', givesBack: 'undefined' },
] as const;

let world: WebhookWorld;
let folder: NpmFolder;
beforeAll(async () => {
  folder = await installPackages(libraries.map(({ name, version }) => `${name}@${version}`));
  world = await startWebhookWorld();
});
afterAll(async () => {
  await world.stop();
  await folder.remove();
});

it('the sample of the guide in Python takes what we sent and nothing else', async () => {
  const { secret, call } = await world.receiveTest();
  const program = [
    await readSample('python'),
    'import json, sys',
    'given = json.loads(sys.argv[1])',
    'headers, body = given["headers"], base64.b64decode(given["body"])',
    'print(is_from_kauke(given["secret"], headers, body), is_from_kauke(given["secret"], headers, body + b" "),',
    '  is_from_kauke("whsec_AAAA", headers, body), is_from_kauke(given["secret"], {}, body))',
  ].join('\n');
  const given = JSON.stringify({ secret, headers: call.headers, body: call.body.toString('base64') });
  const { stdout } = await run('python3', ['-c', program, given]);
  expect(stdout.trim()).toBe('True False False False');
});

describe.each(libraries)('by $name $version', ({ name, givesBack }) => {
  /** Runs the sample by this library, and what comes after it, with what came. @returns what that says. */
  async function runSample(program: readonly string[]): Promise<unknown> {
    const { secret, call } = await world.receiveTest();
    const sample = (await readSample('js')).replace("'standardwebhooks'", `'${name}'`);
    const given = JSON.stringify({ secret, headers: call.headers, body: call.body.toString('base64') });
    const begin = [
      sample,
      'const given = JSON.parse(process.argv[2]);',
      'const { secret } = given;',
      'const headers = new Headers(given.headers);',
      "const body = Buffer.from(given.body, 'base64');",
      'const attempt = (work) => { try { return work(); } catch (error) { return error.message; } };',
    ];
    const file = await folder.write(`${name}.mjs`, [...begin, ...program].join('\n'));
    return JSON.parse(await folder.run('node', file, given));
  }

  it('the sample of the guide reads what we sent and nothing else', async () => {
    const [event, ...others] = (await runSample([
      "const old = new Headers({ ...given.headers, 'webhook-timestamp': Number(headers.get('webhook-timestamp')) - 301 });",
      'console.log(JSON.stringify([',
      '  attempt(() => readFromKauke(secret, headers, body)),',
      "  attempt(() => readFromKauke(secret, headers, Buffer.concat([body, Buffer.from(' ')]))),",
      "  attempt(() => readFromKauke('whsec_AAAA', headers, body)),",
      '  attempt(() => readFromKauke(secret, new Headers(), body)),',
      '  attempt(() => readFromKauke(secret, old, body)),',
      ']));',
    ])) as unknown[];
    expect(event).toMatchObject({ type: 'email.test' });
    expect(others).toEqual([
      'No matching signature found',
      'No matching signature found',
      'Missing required headers',
      'Message timestamp too old',
    ]);
  });

  it('is as the guide says: other headers are none, and what comes back differs', async () => {
    const said = await runSample([
      'console.log(JSON.stringify([',
      '  attempt(() => new Webhook(secret).verify(body, headers)),',
      '  attempt(() => typeof new Webhook(secret).verify(body, given.headers)),',
      ']));',
    ]);
    expect(said).toEqual(['Missing required headers', givesBack]);
  });
});
