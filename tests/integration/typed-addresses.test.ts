import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTypedEmailFault, readTypedAddress } from '#contract/account/typed-address.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { toDomainName } from '#protocol/message/address.ts';
import { createVisitor, startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { typedDomains } from '#support/typed-domains.ts';

const repository = resolve(import.meta.dirname, '../..');

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

describe('a domain that somebody types', () => {
  it.each(typedDomains)('%s is the same one in forms, where mail goes, and in the account', async (domain, aLabel) => {
    const typed = `owner@${domain}`;
    expect(findTypedEmailFault(typed)).toBeNull();
    expect(readTypedAddress(typed)).toBe(`owner@${aLabel}`);
    expect(toDomainName(domain)).toBe(aLabel);
    const input = { email: typed, password: 'correct horse battery' };
    const { body } = await createVisitor(api).send('POST', '/api/auth/register', input);
    expect(userResponseSchema.parse(body).user.email).toBe(`owner@${aLabel}`);
    const again = await createVisitor(api).send('POST', '/api/auth/login', { ...input, email: `owner@${aLabel}` });
    expect(again.status).toBe(200);
  });

  it('is asked for by no field that the browser converts by itself', async () => {
    const found: string[] = [];
    for await (const path of glob('{src/web,extension}/**/*.{ts,tsx}', { cwd: repository })) {
      const code = (await readFile(resolve(repository, path), 'utf8')).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      if (/type(?:=|: ?)["'{]+email["']/u.test(code)) found.push(path);
    }
    expect(found).toEqual([]);
  });
});
