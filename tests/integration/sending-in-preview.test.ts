import { afterAll, beforeAll, expect, it } from 'vitest';
import { aliasesResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { inboxListSchema, inboxMessageAnswerSchema, type InboxEntry } from '#contract/inbox.ts';
import { publicConfigSchema } from '#contract/site.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { openMailProgram } from '#support/submission.ts';

let service: RunningService;
let ann: Owner;

beforeAll(async () => {
  service = await startService({
    DELIVERY: 'preview',
    TARGET_CONFIRMATION: 'off',
    PROXY_PROTOCOL: '127.0.0.9',
    MAILBOX_PORT: '0',
  });
  ann = await signUpOwner(service, 'ann.private@home.example');
});

afterAll(() => service.stop());

async function inbox(): Promise<InboxEntry[]> {
  return inboxListSchema.parse((await ann.send('GET', '/api/inbox')).body).messages;
}

it('shows in the local inbox what is sent as an alias, by the ports that people are told', async () => {
  await ann.createAlias('sneakers', ['ann.inbox@office.example']);
  const { aliases } = aliasesResponseSchema.parse((await ann.send('GET', `/api/aliases/${ann.id}`)).body);
  const made = await ann.send('POST', '/api/smtp-credentials', { aliasId: aliases[0]?.id });
  const { credential } = newCredentialResponseSchema.parse(made.body);
  const { smtp } = publicConfigSchema.parse((await ann.send('GET', '/api/config')).body);
  expect(smtp).toEqual({
    host: 'localhost',
    port: service.program.submissionPort,
    sslPort: service.program.submissionsPort,
  });

  const ways = [
    { port: smtp.port, secure: false },
    { port: smtp.sslPort, secure: true },
  ];
  for (const way of ways) {
    const program = openMailProgram({ ...way, ...credential });
    const message = { from: 'sneakers@kauke.test', to: 'Bob <bob@b.example>', subject: `By ${way.port}`, text: 'Hi' };
    await program.sendMail(message);
    program.close();
    await expect.poll(async () => (await inbox()).map(({ subject }) => subject)).toContain(message.subject);
  }
  const entry = (await inbox()).find(({ to }) => to === 'bob@b.example');
  expect(entry?.from).toContain('sneakers@kauke.test');
  const { body } = await ann.send('GET', `/api/inbox/${entry?.id ?? ''}`);
  const { message } = inboxMessageAnswerSchema.parse(body);
  expect(message.text?.trim()).toBe('Hi');
  expect(JSON.stringify(message)).not.toContain('ann.');
});

it('asks the proxies it was told of for a PROXY header, on every SMTP port', async () => {
  const { mxPort, submissionPort } = service.program;
  for (const port of [mxPort, submissionPort]) {
    const localAddress = '127.0.0.9';
    const prelude = 'PROXY TCP4 198.51.100.7 192.0.2.1 40000 25\r\n';
    const client = await connectSmtp({ port: port ?? 0, localAddress, prelude });
    expect(await client.reply()).toMatch(/^220 /);
    const mute = await connectSmtp({ port: port ?? 0, localAddress, prelude: 'EHLO client.example\r\n' });
    await expect(mute.reply()).rejects.toThrow('closed');
  }
});

it('lets programs that set themselves up by the address into a mailbox that is always empty, with the same password', async () => {
  await ann.createAlias('writing', ['ann.inbox@office.example']);
  const { aliases } = aliasesResponseSchema.parse((await ann.send('GET', `/api/aliases/${ann.id}`)).body);
  const { id: aliasId } = aliases.find(({ alias }) => alias === 'writing') ?? {};
  const made = await ann.send('POST', '/api/smtp-credentials', { aliasId });
  const { credential } = newCredentialResponseSchema.parse(made.body);
  const port = service.program.mailboxPort ?? 0;
  const file = await fetch(
    `http://127.0.0.1:${service.program.httpPort}/mail/config-v1.1.xml?emailaddress=x@kauke.test`,
  );
  expect(await file.text()).toContain(`<port>${port}</port>`);

  const signIn = async (password: string): Promise<string> => {
    const client = await connectSmtp({ port, implicitTls: true });
    await client.reply();
    await client.command('USER WRITING@kauke.test');
    const answer = await client.command(`PASS ${password}`);
    const stat = await client.command('STAT');
    client.destroy();
    return `${answer}|${stat}`;
  };
  expect(await signIn(credential.password)).toMatch(/^\+OK .*\|\+OK 0 0$/);
  expect(await signIn(credential.password.toLowerCase())).toMatch(/^-ERR \[AUTH\] .*\|-ERR/);
  // Who polls with a password that was right once locks nobody out.
  for (let polls = 0; polls < 12; polls += 1) expect(await signIn('the one before')).toMatch(/^-ERR \[AUTH\]/);
  expect(await signIn(credential.password)).toMatch(/^\+OK/);
  // Both doors count together: here and where mail is sent nobody guesses on.
  for (let tries = 0; tries < 8; tries += 1) await signIn(`guess ${tries}`);
  expect(await signIn(credential.password)).toMatch(/^-ERR \[SYS\/TEMP\]/);
  const program = openMailProgram({ port: service.program.submissionsPort ?? 0, secure: true, ...credential });
  await expect(program.verify()).rejects.toThrow('454');
  program.close();
});
