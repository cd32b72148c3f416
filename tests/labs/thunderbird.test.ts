import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasesResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { inboxListSchema, type InboxEntry } from '#contract/inbox.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { openThunderbird, type Thunderbird } from '#support/thunderbird/thunderbird.ts';

const alias = 'sneakers@kauke.test';
const mailHost = 'mail.kauke.test';

let service: RunningService;
let ann: Owner;
let password: string;
let thunderbird: Thunderbird;

beforeAll(async () => {
  service = await startService({
    DELIVERY: 'preview',
    TARGET_CONFIRMATION: 'off',
    MAILBOX_PORT: '0',
    MAIL_HOSTNAME: mailHost,
  });
  ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('sneakers', ['ann.inbox@office.example']);
  const { aliases } = aliasesResponseSchema.parse((await ann.send('GET', `/api/aliases/${ann.id}`)).body);
  const made = await ann.send('POST', '/api/smtp-credentials', { aliasId: aliases[0]?.id });
  ({ password } = newCredentialResponseSchema.parse(made.body).credential);
  thunderbird = await openThunderbird({
    httpPort: service.program.httpPort,
    hosts: [mailHost],
    // What it would make of a file with our outgoing servers alone.
    rewrite: (host, text) =>
      host.endsWith('mask.test') ? text.replace(/ *<incomingServer.*<\/incomingServer>\n/s, '') : text,
  });
});

afterAll(async () => {
  await thunderbird.close();
  await service.stop();
});

async function inbox(): Promise<InboxEntry[]> {
  return inboxListSchema.parse((await ann.send('GET', '/api/inbox')).body).messages;
}

const find = (address: string): string => `await FindConfig.parallelAutoDiscovery(
  new AccountCreationUtils.SuccessiveAbortable(), ${JSON.stringify(address.replace(/.*@/, ''))}, ${JSON.stringify(address)})`;

describe('Thunderbird', () => {
  it('finds our servers by the alias alone, by a file that is the same for every alias', async () => {
    const found = await thunderbird.evaluate(`(async () => {
      const { incoming, outgoing, outgoingAlternatives, subSource } = ${find(alias)};
      const tell = ({ type, hostname, port, username, socketType }) => [type, hostname, port, username, socketType].join(' ');
      return { subSource, servers: [incoming, outgoing, ...outgoingAlternatives].map(tell) };
    })()`);
    const { mailboxPort, submissionPort, submissionsPort } = service.program;
    expect(found).toEqual({
      subSource: 'xml-from-isp-http',
      servers: [
        `pop3 ${mailHost} ${mailboxPort} %EMAILADDRESS% 3`,
        `smtp ${mailHost} ${submissionsPort} %EMAILADDRESS% 3`,
        `smtp ${mailHost} ${submissionPort} %EMAILADDRESS% 2`,
      ],
    });
    expect(thunderbird.asked).toContain(
      `http://autoconfig.kauke.test/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(alias)}`,
    );
  });

  it('takes no file without a server that mail is fetched from', async () => {
    expect(await thunderbird.evaluate(`(async () => ${find('sneakers@mask.test')})()`)).toBeNull();
    expect(thunderbird.asked.some((url) => url.startsWith('http://autoconfig.mask.test/'))).toBe(true);
  });

  it('says no to a wrong password, and with the right one makes an account that sends as the alias', async () => {
    const signIn = (secret: string) => `(async () => {
      const config = ${find(alias)};
      AccountConfig.replaceVariables(config, 'Shoe Fan', ${JSON.stringify(alias)}, ${JSON.stringify(secret)});
      return new ConfigVerifier(window.msgWindow).verifyConfig(config, false).then(
        async () => {
          const account = await CreateInBackend.createAccountInBackend(config);
          return [account.incomingServer.type, account.defaultIdentity.email].join(' ');
        }, ({ message }) => message);
    })()`;
    expect(await thunderbird.evaluate(signIn('wrong'))).toMatch(/password/i);
    expect(await thunderbird.evaluate(signIn(password))).toBe(`pop3 ${alias}`);

    const sent = await thunderbird.evaluate(`(async () => {
      const [account] = MailServices.accounts.accounts.filter(({ incomingServer }) => incomingServer.type === 'pop3');
      const identity = account.defaultIdentity;
      const fields = Cc['@mozilla.org/messengercompose/composefields;1'].createInstance(Ci.nsIMsgCompFields);
      Object.assign(fields, { from: '"Shoe Fan" <${alias}>', to: 'bob@b.example', subject: 'From Thunderbird' });
      MailServices.outgoingServer.getServerByIdentity(identity).password = ${JSON.stringify(password)};
      identity.doFcc = false;
      return new Promise((resolve) => {
        const listener = {
          QueryInterface: ChromeUtils.generateQI(['nsIMsgSendListener']),
          onStartSending() {}, onProgress() {}, onStatus() {}, onGetDraftFolderURI() {}, onSendNotPerformed() {},
          onTransportSecurityError() {},
          onStopSending: (id, status) => resolve(status),
        };
        Cc['@mozilla.org/messengercompose/send;1'].createInstance(Ci.nsIMsgSend).createAndSendMessage(
          null, identity, account.key, fields, false, false, Ci.nsIMsgSend.nsMsgDeliverNow, null,
          'text/plain', 'Hello Bob.', window, null, listener, '', '', Ci.nsIMsgCompType.New);
      });
    })()`);
    expect(sent).toBe(0);
    await expect.poll(async () => (await inbox()).map(({ subject }) => subject)).toContain('From Thunderbird');
    const [message] = (await inbox()).filter(({ subject }) => subject === 'From Thunderbird');
    expect(message).toMatchObject({ from: expect.stringContaining(alias), to: 'bob@b.example' });
  });

  it('asks the mailbox again and again, and there is never anything in it', async () => {
    const count = await thunderbird.evaluate(`(async () => {
      const [server] = MailServices.accounts.allServers.filter(({ type }) => type === 'pop3');
      server.password = ${JSON.stringify(password)};
      const { promise, resolve } = Promise.withResolvers();
      const listener = { OnStartRunningUrl() {}, OnStopRunningUrl: (url, status) => resolve(status) };
      MailServices.pop3.GetNewMail(null, listener, server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox),
        server.QueryInterface(Ci.nsIPop3IncomingServer));
      const status = await promise;
      return [status, server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox).getTotalMessages(false)];
    })()`);
    expect(count).toEqual([0, 0]);
  });
});
