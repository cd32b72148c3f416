import { describe, expect, it } from 'vitest';
import { accountResponseSchema } from '#contract/account.ts';
import { languageHeader } from '#contract/account/languages.ts';
import { accountExportSchema } from '#contract/export.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { resumeAccount, suspendAccount } from '#core/operator/suspension.ts';
import { dayMs, eraseAccount } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { jpegSegment, makeExif, makePicture, smallJpeg, withSegments } from '#support/pictures.ts';
import { useApi, type Person } from '#support/use-api.ts';

const test = useApi();

const picture = makePicture();

async function choose({ visitor }: Person, octets: Buffer): Promise<void> {
  const answer = await visitor.send('PUT', '/api/account/picture', { picture: octets.toString('base64') });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Picture saved' } });
}

async function addressOf({ visitor }: Person): Promise<string | null> {
  return accountResponseSchema.parse((await visitor.send('GET', '/api/account')).body).account.pictureUrl;
}

/** As an app does: a plain GET without a cookie. */
async function load(address: string | null) {
  const response = await fetch(`${test.url}${address}`, { headers: { connection: 'close' } });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    octets: Buffer.from(await response.arrayBuffer()),
  };
}

async function expectGone(address: string | null): Promise<void> {
  const { status, octets } = await load(address);
  expect({ status, body: JSON.parse(octets.toString()) as unknown }).toEqual({
    status: 404,
    body: { message: 'Not found', code: 'not_found' },
  });
}

describe('the picture of an account', () => {
  it('is loaded by its address without a session, as what it is and nothing else', async () => {
    const ann = await test.register('shown@example.com');
    expect(await addressOf(ann)).toBeNull();
    await choose(ann, picture);
    const { status, headers, octets } = await load(await addressOf(ann));
    expect(status).toBe(200);
    expect(octets).toEqual(picture);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('tells nothing of where it was taken, is stored sealed, and is in the export', async () => {
    const ann = await test.register('phone@example.com');
    const place = 'GPS 54.6872 N 25.2797 E';
    await choose(ann, withSegments(smallJpeg, jpegSegment(0xe1, makeExif(1, place))));
    const { headers, octets } = await load(await addressOf(ann));
    expect(headers['content-type']).toBe('image/jpeg');
    expect(octets).toEqual(smallJpeg);
    expect(await searchDatabase(test.core.database, [smallJpeg.subarray(2, 34)])).toEqual([]);
    const exported = accountExportSchema.parse((await ann.visitor.send('GET', '/api/account/export')).body);
    const updatedAt = new Date(test.core.clock.now()).toISOString();
    expect(exported.picture).toEqual({ type: 'image/jpeg', base64: smallJpeg.toString('base64'), updatedAt });
    expect(exported.account).not.toHaveProperty('pictureUrl');
  });

  it('is removed, also when there is none', async () => {
    const ann = await test.register('removed@example.com');
    await choose(ann, picture);
    const address = await addressOf(ann);
    for (let time = 0; time < 2; time += 1) {
      expect(await ann.visitor.send('DELETE', '/api/account/picture')).toMatchObject({
        status: 200,
        body: { message: 'Picture removed' },
      });
    }
    expect(await addressOf(ann)).toBeNull();
    await expectGone(address);
    const exported = accountExportSchema.parse((await ann.visitor.send('GET', '/api/account/export')).body);
    expect(exported.picture).toBeNull();
  });

  it('has another address when it is another one, be it in the same moment', async () => {
    const ann = await test.register('two@example.com');
    await choose(ann, picture);
    const first = await addressOf(ann);
    await choose(ann, smallJpeg);
    const second = await addressOf(ann);
    await expectGone(first);
    expect((await load(second)).octets).toEqual(smallJpeg);
    // By two tabs at once: one of them comes last.
    await Promise.all([choose(ann, picture), choose(ann, smallJpeg)]);
    await expectGone(second);
    const { status, headers } = await load(await addressOf(ann));
    expect(status).toBe(200);
    expect(['image/png', 'image/jpeg']).toContain(headers['content-type']);
  });
});

describe('the address of a picture', () => {
  it('stays the same all day, and leads somewhere that day and the next', async () => {
    const ann = await test.register('days@example.com');
    await choose(ann, picture);
    const today = await addressOf(ann);
    test.advance(60_000);
    expect(await addressOf(ann)).toBe(today);
    test.advance(dayMs);
    const tomorrow = await addressOf(ann);
    expect(tomorrow).not.toBe(today);
    expect((await load(today)).status).toBe(200);
    test.advance(dayMs);
    await expectGone(today);
    expect((await load(tomorrow)).status).toBe(200);
    expect((await load(await addressOf(ann))).status).toBe(200);
  });

  it('leads nowhere once anything in it is another, and to nobody else', async () => {
    const ann = await test.register('ann@example.com');
    const bob = await test.register('bob@example.com');
    await choose(ann, picture);
    await choose(bob, smallJpeg);
    const address = (await addressOf(ann)) ?? '';
    const [userId = '', version = '', day = '', mac = ''] = address.slice('/api/pictures/'.length).split('.');
    const [, , , macOfBob = ''] = (await addressOf(bob))?.split('.') ?? [];
    const otherMac = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    const forged = [
      [bob.userId, version, day, mac],
      [userId, version, day, macOfBob],
      [userId, version, day, otherMac],
      [userId, String(Number(version) + 1), day, mac],
      [userId, version, String(Number(day) + 1), mac],
      [userId, version, day],
      [userId, version, day, mac, mac],
      [userId.toUpperCase(), version, day, mac],
    ];
    for (const parts of forged) await expectGone(`/api/pictures/${parts.join('.')}`);
    for (const token of ['x', '%00', 'x'.repeat(5000), `${userId}%2F${mac}`])
      await expectGone(`/api/pictures/${token}`);
    expect((await load(address)).octets).toEqual(picture);
  });

  it('leads nowhere while the account may do nothing, leaves, and once it is gone', async () => {
    const ann = await test.register('stopped@example.com');
    await choose(ann, picture);
    const address = await addressOf(ann);
    const { core } = test;
    const { db } = core.database;
    const suspend = (scope: 'sending' | 'all') =>
      db
        .transaction()
        .execute((transaction) => suspendAccount(transaction, core, ann.userId, { scope, reason: 'A reason' }));
    await suspend('sending');
    expect((await load(address)).status).toBe(200);
    await suspend('all');
    await expectGone(address);
    expect(await addressOf(ann)).toBeNull();
    const refused = await ann.visitor.send('PUT', '/api/account/picture', { picture: picture.toString('base64') });
    expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    await db.transaction().execute((transaction) => resumeAccount(transaction, core, ann.userId));
    expect((await load(address)).status).toBe(200);
    await ann.visitor.send('DELETE', '/api/account');
    await expectGone(address);
    await ann.visitor.send('POST', '/api/auth/login', { email: 'stopped@example.com', password: 'correct horse' });
    await ann.visitor.send('POST', '/api/account/restore');
    expect((await load(address)).status).toBe(200);
    await eraseAccount(core, ann.userId);
    await expectGone(address);
    expect(await db.selectFrom('accountPictures').select('userId').where('userId', '=', ann.userId).execute()).toEqual(
      [],
    );
  });
});

describe('what is no picture', () => {
  it.each([
    ['no base64', 'no base64!', 'A picture is sent as base64'],
    ['nothing', '', 'A picture is sent as base64'],
    ['a number', 7, 'A picture is sent as base64'],
    ['a drawing', Buffer.from('<svg/>').toString('base64'), 'This is neither a JPEG nor a PNG picture'],
    [
      'half of one',
      picture.subarray(0, 40).toString('base64'),
      'This picture is damaged, or a kind of JPEG or PNG that browsers do not draw',
    ],
    [
      'one that is too wide',
      makePicture({ width: 4097, height: 1 }).toString('base64'),
      'A picture can have at most 4096 pixels a side',
    ],
  ])('%s is refused with the reason', async (_, sent, reason) => {
    const { visitor } = await test.register(`refused-${String(sent).length}@example.com`);
    expect(await visitor.send('PUT', '/api/account/picture', { picture: sent })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { picture: [reason] } },
    });
  });

  it('one that is too large says how large it is, in the language of the page', async () => {
    const { visitor } = await test.register('large@example.com');
    const large = makePicture({ width: 500, height: 400, noise: true });
    const kibibytes = Math.ceil(large.length / 1024);
    const send = (headers = {}) =>
      visitor.send('PUT', '/api/account/picture', { picture: large.toString('base64') }, headers);
    expect(await send()).toMatchObject({
      status: 400,
      body: { errors: { picture: [`This picture has ${kibibytes} KiB. At most 512 KiB are allowed`] } },
    });
    expect(await send({ [languageHeader]: 'de' })).toMatchObject({
      body: { errors: { picture: [`Dieses Bild hat ${kibibytes} KiB. Erlaubt sind höchstens 512 KiB`] } },
    });
    const huge = { picture: Buffer.alloc(1024 * 1024).toString('base64') };
    expect(await visitor.send('PUT', '/api/account/picture', huge)).toMatchObject({ status: 413 });
  });

  it('is looked at some times an hour', async () => {
    const { visitor } = await test.register('often@example.com');
    const { max } = rateLimitRules.picturesPerUser;
    for (let time = 0; time < max; time += 1) await visitor.send('PUT', '/api/account/picture', { picture: 'AAAA' });
    expect(await visitor.send('PUT', '/api/account/picture', { picture: 'AAAA' })).toMatchObject({ status: 429 });
    expect(await visitor.send('DELETE', '/api/account/picture')).toMatchObject({ status: 200 });
  });
});

it('lines of base64 are one picture, as apps write it', async () => {
  const ann = await test.register('lines@example.com');
  const lines = picture.toString('base64').replaceAll(/.{76}/gu, '$&\n').replace(/=+$/u, '');
  expect(await ann.visitor.send('PUT', '/api/account/picture', { picture: `${lines}\n` })).toMatchObject({
    status: 200,
  });
  expect((await load(await addressOf(ann))).octets).toEqual(picture);
});

it('is nobody’s to choose without a session, nor by an API key', async () => {
  const { visitor } = await test.register('key@example.com');
  const { body } = await visitor.send('POST', '/api/api-keys', { name: 'program', scope: 'all' });
  const { key } = (body as { apiKey: { key: string } }).apiKey;
  const byKey = { headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
  for (const method of ['PUT', 'DELETE']) {
    const payload = { method, body: JSON.stringify({ picture: 'AAAA' }) };
    expect((await fetch(`${test.url}/api/account/picture`, { ...payload, ...byKey })).status).toBe(403);
    const signedOut = { headers: { 'content-type': 'application/json' } };
    expect((await fetch(`${test.url}/api/account/picture`, { ...payload, ...signedOut })).status).toBe(401);
  }
});
