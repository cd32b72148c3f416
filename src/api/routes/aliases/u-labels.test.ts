import { expect, it } from 'vitest';
import { accountResponseSchema, newApiKeyResponseSchema } from '#contract/account.ts';
import { newCredentialResponseSchema } from '#contract/aliases.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { addAlias, aliasesOf, importReport, outcomes } from '#support/alias-files.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();

const name = 'xn--bcher-kva.example';
const written = 'Bücher.example';

it('a domain beyond ASCII is one domain, however it is written, wherever it is named', async () => {
  const person = await test.register('reader@example.com');
  const { visitor, userId } = person;
  await addOwnDomain(test.core, { userId, name });
  await addAlias(person, 'plain', { domain: written });
  const made = (answer: { status: number; body: unknown }) => expect(answer).toMatchObject({ status: 201 });
  made(
    await visitor.send('POST', `/api/aliases/${userId}/generated`, {
      domain: written,
      generate: 'words',
      forwardTo: 'box@example.org',
    }),
  );
  made(await visitor.send('POST', '/api/sites/new-alias', { host: null, domain: written }));
  const key = newApiKeyResponseSchema.parse(
    (await visitor.send('POST', '/api/api-keys', { name: 'Program', scope: 'aliases' })).body,
  ).apiKey.key;
  const addy = { authorization: `Bearer ${key}` };
  made(await visitor.send('POST', '/api/v1/aliases', { domain: written, format: 'random_words' }, addy));
  const csv = `alias,domain,forward_to\nfrom-file,${written},box@example.org`;
  expect(outcomes(await importReport(person, csv))).toEqual([`2 from-file@${name} created`]);
  const elsewhere = 'alias,domain,forward_to\nfrom-there,elsewhere.example,box@example.org';
  expect(outcomes(await importReport(person, elsewhere, { domain: written }))).toEqual([
    `2 from-there@${name} created`,
  ]);
  const aliases = await aliasesOf(person);
  expect(aliases.map(({ domain }) => domain)).toEqual(Array(6).fill(name));

  const found = await visitor.send('GET', `/api/aliases/${userId}?domain=${encodeURIComponent(written)}`);
  expect(found).toMatchObject({ status: 200, body: { aliases: { length: 6 } } });

  expect((await visitor.send('PATCH', '/api/account', { defaultDomain: written })).status).toBe(200);
  const { account } = accountResponseSchema.parse((await visitor.send('GET', '/api/account')).body);
  expect(account.defaultDomain).toBe(name);

  const { id: aliasId = '' } = aliases.find(({ alias }) => alias === 'plain') ?? {};
  const { body } = await visitor.send('POST', '/api/smtp-credentials', { aliasId });
  const { password } = newCredentialResponseSchema.parse(body).credential;
  for (const username of [`plain@${name}`, `Plain@${written}`])
    expect(await checkCredential(test.core, { username, password })).toMatchObject({ aliasId, domain: name });
});

it('what is no domain is refused as one that is not there', async () => {
  const { visitor, userId } = await test.register('nobody@example.com');
  for (const domain of [
    'bücher',
    'b\u202eücher.example',
    'ü'.repeat(5000),
    'kauke.test/x',
    'kauke.test:25',
    '1.2.3.4',
  ]) {
    const input = { alias: 'x', domain, forwardTo: 'box@example.org' };
    const answer = await visitor.send('POST', `/api/aliases/${userId}`, input);
    expect(answer).toMatchObject({ status: 400, body: { errors: { domain: ['This domain is not available'] } } });
  }
});
