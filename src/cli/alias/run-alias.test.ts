import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { createKeyOwner, makeApiKey, type KeyOwner } from '#support/key-owner.ts';
import { runCommand, type CommandEnd } from '#support/run-command.ts';
import { runInside } from '#support/run-inside.ts';
import { startService, type RunningService } from '#support/running-service.ts';

let service: RunningService;
let url: string;
let owner: KeyOwner;
let key: string;
let folder: string;

beforeAll(async () => {
  service = await startService({ DELIVERY: 'preview', MAIL_DOMAINS: 'kauke.test,mask.test,straße.example' });
  url = `http://127.0.0.1:${service.program.httpPort}`;
  owner = await createKeyOwner({ url });
  ({ key } = await makeApiKey(owner, { scope: 'aliases' }));
  folder = await mkdtemp(join(tmpdir(), 'kauke-key-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

function alias(words: readonly string[], apiKey = key): Promise<CommandEnd> {
  return runInside(['alias', ...words, '--server', url], { KAUKE_API_KEY: apiKey });
}

async function ofServer(): Promise<Alias[]> {
  const { body } = await owner.send('GET', `/api/aliases/${owner.id}`);
  return (body as { aliases: Alias[] }).aliases;
}

describe('what owners do by command', () => {
  it('is to make, find, pause, resume and delete aliases', async () => {
    const made = await alias([
      'make',
      'shop@mask.test',
      '--forward-to',
      owner.email,
      '--notes',
      'Shoes\tand\u001b[31msocks',
    ]);
    expect(made).toMatchObject({ exitCode: 0, faults: '' });
    expect(made.output).toBe(`shop@mask.test\twaiting\t${owner.email}\tShoes and [31msocks\n`);
    expect((await alias(['list', 'shop'])).output).toBe(made.output);
    expect((await alias(['list'])).output.split('\n')).toHaveLength(3);

    expect((await alias(['pause', 'Shop@mask.test'])).output).toContain('shop@mask.test\tpaused\t');
    expect((await ofServer()).find(({ domain }) => domain === 'mask.test')).toMatchObject({ active: false });
    expect((await alias(['resume', 'shop@mask.test'])).output).toBe(made.output);
    const { output } = await alias(['show', 'shop@mask.test', '--json']);
    expect(JSON.parse(output)).toEqual((await ofServer()).find(({ domain }) => domain === 'mask.test'));
    expect(await alias(['delete', 'shop@mask.test'])).toMatchObject({ exitCode: 0, faults: '' });
    expect(await ofServer()).toHaveLength(1);
    expect(JSON.parse((await alias(['list', 'shop', '--json'])).output)).toEqual([]);
  });

  it('is done by the program of its own, too', async () => {
    const words = ['alias', 'list', '--server', url];
    const there = await runCommand(words, { KAUKE_API_KEY: key });
    expect(there).toMatchObject({ exitCode: 0, faults: '' });
    expect(there).toEqual(await alias(['list']));
    expect(await runCommand(words, {})).toEqual(await runInside(words, {}));
  });

  it('is to send its mail elsewhere, to write as it, and to block who writes to it', async () => {
    const made = await alias(['make', 'desk@mask.test', '--forward-to', owner.email]);
    const moved = await alias(['retarget', 'desk@mask.test', '--forward-to', 'new@inbox.example']);
    expect(moved).toMatchObject({ exitCode: 0, faults: '', output: 'desk@mask.test\twaiting\tnew@inbox.example\n' });
    expect((await alias(['retarget', 'desk@mask.test', '--forward-to', owner.email])).output).toBe(made.output);

    const reverse = await alias(['reverse', 'desk@mask.test', 'bob@sender.example']);
    expect(reverse.output).toMatch(/^reply[=.]\S+@mask\.test\n$/);
    const blocked = await alias(['block', 'desk@mask.test', 'bob@sender.example', '--json']);
    expect(JSON.parse(blocked.output)).toMatchObject({ contact: { address: 'bob@sender.example', blocked: true } });
    expect(await alias(['unblock', 'desk@mask.test', 'bob@sender.example'])).toMatchObject({ exitCode: 0, faults: '' });
    const unblocked = await alias(['reverse', 'desk@mask.test', 'bob@sender.example', '--json']);
    expect(JSON.parse(unblocked.output)).toMatchObject({ blocked: false, reverseAddress: reverse.output.trim() });
    expect((await alias(['block', 'desk@mask.test', 'nobody'])).faults).toContain('Valid email address is required');
    expect((await alias(['reverse', 'nobody@mask.test', 'bob@sender.example'])).exitCode).toBe(1);

    await alias(['delete', 'desk@mask.test']);
  });

  it('is to see what is held, with a key that could send mail elsewhere', async () => {
    expect(await alias(['held'])).toEqual({ exitCode: 0, output: '', faults: '' });
    expect(JSON.parse((await alias(['held', '--json'])).output)).toEqual([]);
    const { key: everyday } = await makeApiKey(owner, { scope: 'use' });
    expect(await alias(['held'], everyday)).toMatchObject({ exitCode: 1, output: '' });

    // What strangers write moves no cursor, and makes no further line or cell.
    const message = {
      id: randomUUID(),
      aliasId: randomUUID(),
      alias: 'shop@kauke.test',
      from: 'Eve\r\n<eve@forged.example>',
      subject: 'Pay\tnow\u001b[2J',
      reason: 'spam',
      proven: false,
      receivedAt: '2026-11-20T10:00:00.000Z',
      expiresAt: '2026-11-27T10:00:00.000Z',
      bytes: 100,
    };
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ held: [message], holdDays: 7, digest: true, refusals: [] }));
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { output } = await runInside(['alias', 'held', '--server', at], { KAUKE_API_KEY: key });
    other.close();
    const cells = ['shop@kauke.test', 'spam', message.expiresAt, 'Eve <eve@forged.example>', 'Pay now [2J'];
    expect(output).toBe(`${cells.join('\t')}\n`);
  });

  it('is to make one whose name is made up', async () => {
    const { output } = await alias(['make', 'kauke.test', '--forward-to', owner.email, '--json']);
    const made = JSON.parse(output) as Alias;
    expect(await ofServer()).toContainEqual(made);
  });

  it('finds an alias by its domain as people write it', async () => {
    const made = await alias(['make', 'shop@straße.example', '--forward-to', owner.email]);
    expect(made.output).toMatch(/^shop@xn--strae-oqa\.example\twaiting\t/);
    for (const typed of ['shop@straße.example', 'Shop@STRAẞE.example', 'shop@xn--strae-oqa.example'])
      expect(await alias(['show', typed])).toEqual({ ...made, exitCode: 0 });
    expect(await alias(['show', 'shop@strasse.example'])).toMatchObject({ exitCode: 1 });
    expect(await alias(['delete', 'shop@straße.example'])).toMatchObject({ exitCode: 0, faults: '' });
  });

  it('is refused in the words of the server, with exit code 1', async () => {
    expect(await alias(['show', 'nobody@mask.test'])).toEqual({
      exitCode: 1,
      output: '',
      faults: 'You have no alias nobody@mask.test.\n',
    });
    const refused = await alias(['make', 'a b@mask.test', '--forward-to', 'nowhere']);
    expect(refused).toMatchObject({ exitCode: 1, output: '' });
    expect(refused.faults.split('\n').length).toBeGreaterThan(2);
    const { key: weak } = await makeApiKey(owner, { scope: 'create' });
    expect(await alias(['list'], weak)).toMatchObject({ exitCode: 1, output: '' });
    const wrong = await alias(['list'], `kauke${'x'.repeat(43)}`);
    expect(wrong).toMatchObject({ exitCode: 1, output: '' });
    expect(wrong.faults).not.toContain('xxx');
  });
});

describe('an API key', () => {
  const list = (more: readonly string[], variables: Record<string, string> = {}, server = url) =>
    runInside(['alias', 'list', '--server', server, ...more], variables);

  it('comes from a file that nobody else can read', async () => {
    const file = join(folder, 'key');
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    expect(await list(['--key-file', file])).toMatchObject({ exitCode: 0, faults: '' });
    await chmod(file, 0o644);
    const open = await list(['--key-file', file]);
    expect(open).toMatchObject({ exitCode: 1, output: '' });
    expect(open.faults).toContain('can be read or changed by others; run: chmod 6');
    expect((await list(['--key-file', join(folder, 'none')])).faults).toContain('cannot be read (ENOENT).');
  });

  it('is asked for, and never taken as a word', async () => {
    expect(await list([])).toMatchObject({ exitCode: 2, output: '' });
    const said = await list(['--key', key]);
    expect(said).toMatchObject({ exitCode: 2, output: '' });
    expect(said.faults).not.toContain(key);
  });

  it('goes to no other server, and nowhere in the clear', async () => {
    expect(await list([], { KAUKE_API_KEY: key }, 'http://mask.example')).toMatchObject({ exitCode: 2 });
    const seen: (string | undefined)[] = [];
    const other: Server = createServer((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const answer = await list([], { KAUKE_API_KEY: key }, `http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    other.close();
    expect(answer).toMatchObject({ exitCode: 1, output: '' });
    expect(answer.faults).toContain('not as a server of Kauke');
    expect(seen).toEqual(['/api/aliases/me']);
    expect((await list([], { KAUKE_API_KEY: key }, 'http://127.0.0.1:1')).faults).toContain('does not answer.');
  });

  it('may stand in the environment of a server, too', async () => {
    const { faults } = await runCommand(['domain', 'list'], { KAUKE_API_KEY: key, DATA_DIR: join(folder, 'data') });
    expect(faults).not.toContain('KAUKE_API_KEY');
  });
});

it.each([
  [[]],
  [['list', 'a', 'b']],
  [['show']],
  [['make']],
  [['make', '--forward-to', 'ann@inbox.example']],
  [['show', 'a@b.test', '--notes', 'x']],
  [['toString']],
  [['held', 'x']],
  [['block', 'a@b.test']],
])('alias %j is answered with how to say it, and exit code 2', async (words) => {
  const { exitCode, faults } = await alias(words);
  expect(exitCode).toBe(2);
  expect(faults).toContain('alias pause ADDRESS');
});

it.each([
  [['make', 'shop@mask.test'], '--forward-to takes the inbox that the new alias is for.'],
  [['make', 'mask.test', '--notes', 'x'], '--forward-to takes the inbox that the new alias is for.'],
  [['retarget', 'shop@mask.test'], '--forward-to takes the inbox that the alias is for from now on.'],
])('alias %j is answered with the option that it lacks, and exit code 2', async (words, fault) => {
  expect(await alias(words)).toEqual({ exitCode: 2, output: '', faults: `${fault}\n` });
});
