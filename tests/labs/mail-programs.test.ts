import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

let test: SendingTest;
let sender: Sender;

beforeAll(async () => {
  test = await startSendingTest();
  sender = await test.addSender();
});
afterAll(() => test.close());

async function runs(command: string, args: readonly string[], input = ''): Promise<boolean> {
  const child = execFile(command, args);
  // A program may end without reading all of it.
  child.stdin?.on('error', () => {}).end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** How other programs send. */
const programs: Readonly<Record<string, () => string[]>> = {
  curl: () => {
    const user = `${sender.credential.username}:${sender.credential.password}`;
    const server = `smtps://127.0.0.1:${test.listeners.submissionsPort}`;
    const envelope = ['--mail-from', sender.address, '--mail-rcpt', 'bob@b.example'];
    return ['--silent', '--insecure', server, '--user', user, ...envelope, '--upload-file', '-'];
  },
  swaks: () => {
    const { username, password } = sender.credential;
    const server = ['--server', `127.0.0.1:${test.listeners.submissionPort}`, '--tls', '--data', '-'];
    const auth = ['--auth', 'LOGIN', '--auth-user', username, '--auth-password', password];
    return [...server, ...auth, '--from', sender.address, '--to', 'bob@b.example'];
  },
};

describe('the submission listener', () => {
  it.each(Object.entries(programs))('takes mail from %s', async (name, args) => {
    const send = async (): Promise<void> => expect(await runs(name, args(), sender.message())).toBe(true);
    const messages = await test.arrivals(1, send);
    expect(messages.map(({ rcptTo }) => rcptTo)).toEqual([['bob@b.example']]);
  });
});
