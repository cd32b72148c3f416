import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAliasNames } from '#cli/doctor/check-alias-names.ts';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

let mail: TestMail;
beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
});
afterAll(() => mail.close());

it('names aliases that have the name of a reverse address, in the bin or not, and no others', async () => {
  const check = () => checkAliasNames(mail.context.database);
  const local = writeReverseName('a'.repeat(26), 'plain');
  await mail.addAlias({ local: `${local}x`, targets: [] });
  await mail.addAlias({ local: `reply.${'a'.repeat(33)}`, targets: [] });
  expect(await check()).toMatchObject({ state: 'ok' });
  const { aliasId } = await mail.addAlias({ local, targets: [] });
  const finding = {
    state: 'warning',
    text: 'Aliases with the name of a reverse address: 1',
    todo: `They keep their mail. Ask their owners for other names:\n${local}@kauke.test`,
  };
  expect(await check()).toEqual(finding);
  const now = new Date(mail.context.clock.now());
  const bin = { binnedAt: now, binEndsAt: now };
  await mail.context.database.db.updateTable('aliases').set(bin).where('id', '=', aliasId).execute();
  expect(await check()).toEqual(finding);
});
