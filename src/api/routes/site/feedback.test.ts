import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { createVisitor, startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;
let operatedApi: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  const settings = { ...test.core.settings, operatorEmail: 'operator@home.example' };
  operatedApi = await startTestApi({ ...test.core, settings });
});
afterAll(async () => {
  await Promise.all([api.stop(), operatedApi.stop()]);
  await test.drop();
});

function send(to: TestApi, body: unknown) {
  return createVisitor(to).send('POST', '/api/feedback', body);
}

describe('feedback', () => {
  it('is mailed to postmaster where no operator is named', async () => {
    const answer = await send(api, { message: '  Nice <b>masks</b>\n\nGreetings ' });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Thank you. Your words are on their way.' } });
    await sendNotices(test.core);
    const mail = test.mails.at(-1);
    expect(mail).toMatchObject({ recipient: 'postmaster@kauke.test', subject: 'Feedback', userId: null });
    expect(mail?.text).toBe('Somebody wrote to you from the Feedback button:\n\nNice <b>masks</b>\n\nGreetings\n');
    expect(mail?.html).toContain('<p>Nice &lt;b&gt;masks&lt;/b&gt;</p>');
  });

  it('is mailed to the operator', async () => {
    await send(operatedApi, { message: 'Hello' });
    await sendNotices(test.core);
    expect(test.mails.at(-1)?.recipient).toBe('operator@home.example');
  });

  it.each([
    [{}, 'Please write something first'],
    [{ message: ' \n ' }, 'Please write something first'],
    [{ message: 7 }, 'Please write something first'],
    [{ message: 'x'.repeat(limits.feedbackMax + 1) }, `Feedback must be ${limits.feedbackMax} characters or less`],
  ])('is refused when it is no message: %#', async (body, message) => {
    const sent = test.mails.length;
    expect(await send(api, body)).toMatchObject({ status: 400, body: { errors: { message: [message] } } });
    await sendNotices(test.core);
    expect(test.mails).toHaveLength(sent);
  });

  it('is limited', async () => {
    const answers = [];
    for (let index = 0; index < 12; index += 1) answers.push(await send(api, { message: 'again' }));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited', rateLimited: true } });
  });
});
