import { expect, it } from 'vitest';
import { addAliasRows, addMembers, addOwnDomain } from '#support/own-domain.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();

it('the owner of a domain makes admin@ that a maker has deleted, in the bin or for good, and the maker does not', async () => {
  const owner = await test.register('owner@example.com');
  const maker = await test.register('maker@example.com');
  const domain = await addOwnDomain(test.core, { userId: owner.userId, name: 'roles.example' });
  await addMembers(test.core, domain.id, [maker.userId]);
  const make = ({ visitor, userId }: typeof owner, alias: string) =>
    visitor.send('POST', `/api/aliases/${userId}`, { alias, domain: domain.name, forwardTo: 'box@example.org' });
  const unavailable = { status: 409, body: { code: 'alias_unavailable' } };

  for (const [name, forGood] of [
    ['admin', false],
    ['hostmaster', true],
  ] as const) {
    await addAliasRows(test.core, { userId: maker.userId, domainId: domain.id, names: [name] });
    expect(await make(owner, name)).toMatchObject(unavailable);
    const { id } = await test.core.database.db
      .selectFrom('aliases')
      .select('id')
      .where('localPart', '=', name)
      .executeTakeFirstOrThrow();
    const path = forGood ? `/api/aliases/${id}/forget` : `/api/aliases/${id}`;
    expect((await maker.visitor.send('DELETE', path)).status).toBe(200);
    expect(await make(maker, name)).toMatchObject({ body: { code: 'alias_reserved' } });
    expect(await make(owner, name)).toMatchObject({ status: 201, body: { alias: { alias: name } } });
  }
});
