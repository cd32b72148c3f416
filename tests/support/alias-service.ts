import type { Adapters } from '#main/main.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** The one alias of `startAliasService`, and its owner's inbox. */
export const inbox = 'ann.private@office.example';
export const alias = 'my-alias@kauke.test';
export const accepted = '250 2.0.0 Message accepted';

/** A whole service with one owner, Ann, whose alias forwards to a confirmed inbox. */
export interface AliasService {
  readonly sink: SmtpSink;
  readonly service: RunningService;
  readonly ann: Owner;
  /** Delivers over SMTP; the last reply, and what arrived at the address `at`, if anything did. */
  deliver(from: string, to: string, data: Buffer, at: string): Promise<{ reply: string | null; raw: Buffer | null }>;
  close(): Promise<void>;
}

export async function startAliasService(adapters: Partial<Adapters> = {}): Promise<AliasService> {
  const sink = await startSmtpSink();
  const settings = { SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' };
  const service = await startService(settings, adapters);
  const ann = await signUpOwner(service, 'ann-account@home.example');
  await ann.createAlias('my-alias', [inbox]);
  for (const { raw } of await sink.waitForMessages(2)) if (raw.includes(inbox)) await confirmInbox(ann, raw);
  return {
    sink,
    service,
    ann,
    deliver: async (from, to, data, at) => {
      const before = sink.messages.length;
      const { data: reply } = await sendMessage({ port: service.mxPort, from, to, data, timeoutMs: 60_000 });
      const arrived = sink.messages.slice(before).find(({ rcptTo }) => rcptTo.includes(at));
      return { reply, raw: arrived?.raw ?? null };
    },
    close: async () => {
      await service.stop();
      await sink.stop();
    },
  };
}
