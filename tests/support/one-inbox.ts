import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

/** The mail engine, and one server for all inboxes at `one.example`. */
export interface OneInbox {
  readonly mail: TestMail;
  readonly sink: SmtpSink;
  close(): Promise<void>;
}

export async function startOneInbox(): Promise<OneInbox> {
  const sink = await startSmtpSink();
  const mail = await createTestMail({ transport: createSinkTransport({ 'one.example': sink.port }) });
  return {
    mail,
    sink,
    close: async () => {
      await mail.context.transport.close();
      await mail.close();
      await sink.stop();
    },
  };
}
