import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDomainAdd, runDomainList, runDomainRetire } from '#cli/domain.ts';
import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { startService, type RunningService } from '#support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService({ MAIL_DOMAINS: 'one.example,two.example', DELIVERY: 'preview' });
});
afterAll(() => service.stop());

type Run = (context: DomainCommandContext, print: (line: string) => void) => Promise<void>;
/** Beside the running program, as an operator would. */
async function run(command: Run): Promise<string> {
  const lines: string[] = [];
  await command(service.command, (line) => lines.push(line));
  return lines.join('\n');
}
function add(name: string) {
  return run((context, print) => runDomainAdd(context, name, print));
}
function retire(name: string) {
  return run((context, print) => runDomainRetire(context, name, print));
}
function list() {
  return run(runDomainList);
}

describe('the domain commands', () => {
  it('add, retire and list while the program runs, which follows by itself', async () => {
    await withDomains(service.command, async (core) => {
      const directory = await createDomainDirectory(core, { reloadEveryMs: 50 });
      const names = () => [...directory.names()];
      try {
        expect(await add('Next.example')).toMatch(
          /^next\.example is added\. Programs that run know it within 30 seconds/,
        );
        await expect.poll(names).toEqual(['one.example', 'two.example', 'next.example']);
        await add('later.example');
        await expect.poll(names).toEqual(['one.example', 'two.example', 'later.example', 'next.example']);
        expect(await retire('next.example')).toMatch(/^next\.example is retired: it takes no new aliases/);
        await expect.poll(names).toEqual(['one.example', 'two.example', 'later.example']);
        expect(directory.find('next.example')).toMatchObject({ retired: true });
        expect(await list()).toBe('one.example\ntwo.example\nnext.example (retired)\nlater.example');
        const { key } = directory.find('next.example') ?? {};
        expect(await add('next.example')).toMatch(/^next\.example takes new aliases again/);
        await expect.poll(names).toContain('next.example');
        expect(directory.find('next.example')?.key).toBe(key);
      } finally {
        directory.close();
      }
    });
  });

  it('print the DNS records of the added domain and of no other', async () => {
    const printed = await add('printed.example');
    expect(printed).toMatch(/^printed\.example\. +IN MX 10 /m);
    expect(printed).toMatch(/^k1\._domainkey\.printed\.example\. +IN TXT "v=DKIM1; k=rsa; p=/m);
    expect(printed).not.toContain('one.example');
    const again = await add('printed.example');
    expect(again).toMatch(/^printed\.example is there already/);
    expect(again.split('\n').slice(1)).toEqual(printed.split('\n').slice(1));
  });

  it('add one domain once when asked twice at the same moment', async () => {
    await Promise.all([add('twice.example'), add('twice.example')]);
    expect((await list()).split('\n').filter((line) => line === 'twice.example')).toHaveLength(1);
  });

  it('refuse what makes no sense in one line', async () => {
    for (const name of ['', 'no domain', 'a.example,b.example', 'single', '-x.example', '127.0.0.1']) {
      await expect(add(name)).rejects.toThrow(`"${name}" is not a domain name.`);
    }
    await expect(retire('unknown.example')).rejects.toThrow('unknown.example is none of the domains here.');
    const operatorEmail = 'me@home.example';
    const context = { ...service.command, config: { ...service.command.config, operatorEmail } };
    await expect(runDomainAdd(context, 'home.example', () => {})).rejects.toThrow(
      /^OPERATOR_EMAIL is on home\.example/,
    );
  });

  it('keep one domain for new aliases', async () => {
    const names = (await list()).split('\n').filter((line) => !line.endsWith('(retired)'));
    const last = names.pop() ?? '';
    for (const name of names) await retire(name);
    expect(await retire(names[0] ?? '')).toMatch(/was retired before/);
    await expect(retire(last)).rejects.toThrow(`${last} is the last domain for new aliases. Add another one first.`);
  });
});
