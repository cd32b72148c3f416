import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { inboxesOf, makeInboxKey, setInboxKey, type InboxKey } from '#support/key-world.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkReply, type SmtpSink } from '#support/smtp-sink.ts';

/** Of two inboxes of one alias, and the sender's own mail host. */
let keyed: SmtpSink;
let plain: SmtpSink;
let sender: SmtpSink;
let mail: TestMail;
let ann: InboxKey;

beforeAll(async () => {
  ann = await makeInboxKey('ann@keyed.example');
});
beforeEach(async () => {
  [keyed, plain, sender] = await Promise.all([startSmtpSink(), startSmtpSink(), startSmtpSink()]);
  const ports = { 'keyed.example': keyed.port, 'plain.example': plain.port, 'sender.example': sender.port };
  mail = await createTestMail({ transport: createSinkTransport(ports) });
  mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await Promise.all([keyed, plain, sender].map((sink) => sink.stop()));
});

const accepted = smtpReplies.messageAccepted;
const unknown: SinkReply = { code: 550, text: '5.1.1 nobody' };
const later: SinkReply = { code: 451, text: '4.3.0 later' };

/** Its first inbox has a key, so that each inbox has a message of its own. */
async function addAlias(): Promise<TestAlias> {
  const alias = await mail.addAlias({ local: 'shop', targets: ['ann@keyed.example', 'cy@plain.example'] });
  const [first = ''] = await inboxesOf(mail, alias.userId);
  await setInboxKey(mail, first, ann.key);
  return alias;
}

describe('a message that leaves with several bodies for one alias', () => {
  it('is reported to nobody where one inbox refuses what another one took', async () => {
    const alias = await addAlias();
    keyed.setScript({ onRcpt: () => unknown });
    expect(await mail.send(alias.address)).toEqual(accepted);
    mail.worker();
    await mail.drained();
    expect(plain.messages).toHaveLength(1);
    expect(sender.messages).toEqual([]);
  });

  it('is reported to nobody where one inbox refuses later what another one took at once', async () => {
    const alias = await addAlias();
    keyed.setScript({ onRcpt: () => later });
    expect(await mail.send(alias.address)).toEqual(accepted);
    keyed.setScript({ onRcpt: () => unknown });
    mail.worker();
    await mail.drained();
    expect(plain.messages).toHaveLength(1);
    expect(sender.messages).toEqual([]);
  });

  it('is reported once where each inbox refuses it', async () => {
    const alias = await addAlias();
    const other = await mail.addAlias({ local: 'other', targets: ['dee@sender.example'] });
    keyed.setScript({ onRcpt: () => unknown });
    plain.setScript({ onRcpt: () => unknown });
    expect(await mail.send([alias.address, other.address])).toEqual(accepted);
    mail.worker();
    await mail.drained();
    const reports = sender.messages.filter(({ mailFrom }) => mailFrom === '');
    expect(reports).toHaveLength(1);
  });

  describe('where each of its messages waits first', () => {
    const beginToWait = async (): Promise<TestAlias> => {
      const alias = await addAlias();
      keyed.setScript({ onRcpt: () => later });
      plain.setScript({ onRcpt: () => later });
      expect(await mail.send(alias.address)).toEqual(accepted);
      expect(await mail.waiting()).toEqual({ messages: 2, deliveries: 2 });
      return alias;
    };

    it('is reported to nobody where one inbox takes it and another one refuses', async () => {
      await beginToWait();
      plain.setScript({});
      keyed.setScript({ onRcpt: () => unknown });
      mail.worker();
      await mail.drained();
      expect(plain.messages).toHaveLength(1);
      expect(sender.messages).toEqual([]);
    });

    it('is reported to nobody where the other inbox refuses after that', async () => {
      await beginToWait();
      plain.setScript({});
      mail.worker();
      await expect.poll(() => mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
      keyed.setScript({ onRcpt: () => unknown });
      await mail.drained();
      expect(sender.messages).toEqual([]);
    });

    it('is reported once where each inbox refuses it', async () => {
      await beginToWait();
      keyed.setScript({ onRcpt: () => unknown });
      plain.setScript({ onRcpt: () => unknown });
      mail.worker();
      await mail.drained();
      expect(sender.messages.filter(({ mailFrom }) => mailFrom === '')).toHaveLength(1);
    });

    it('is reported to nobody where the inbox that has not got it is removed', async () => {
      const alias = await beginToWait();
      keyed.setScript({});
      mail.worker();
      await expect.poll(() => mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
      const { db } = mail.test.database;
      await db.deleteFrom('aliasTargets').where('aliasId', '=', alias.aliasId).where('position', '=', 1).execute();
      await mail.drained();
      expect(keyed.messages).toHaveLength(1);
      expect(plain.messages).toEqual([]);
      expect(sender.messages).toEqual([]);
    });
  });

  it('goes to no inbox twice when the other one is removed while it waits', async () => {
    const alias = await addAlias();
    plain.setScript({ onRcpt: () => later });
    expect(await mail.send(alias.address)).toEqual(accepted);
    expect(keyed.messages).toHaveLength(1);
    const { db } = mail.test.database;
    await db.deleteFrom('aliasTargets').where('aliasId', '=', alias.aliasId).where('position', '=', 1).execute();
    mail.worker();
    await mail.drained();
    expect(keyed.messages).toHaveLength(1);
  });
});
