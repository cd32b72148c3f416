import { startSmtpSink, type SinkAction, type SinkMessage } from '#support/smtp-sink.ts';
import { idOf, type Copy } from './delivery-name.ts';
import type { Trouble } from './trouble.ts';

/** A receiving mail server in trouble: it also refuses one inbox for good, and takes the mail of another one to bounce it. */
export interface CrashSink {
  readonly port: number;
  readonly copies: readonly Copy[];
  stop(): Promise<void>;
}

export const refusingInbox = 'full@inbox.example';
export const bouncingInbox = 'gone@inbox.example';

/** `bounce` gets each copy that the bouncing inbox took. */
export async function startCrashSink(trouble: Trouble, bounce: (taken: SinkMessage) => void): Promise<CrashSink> {
  const copies: Copy[] = [];

  const onRcpt = (address: string): SinkAction => {
    if (trouble.refuses()) return { code: 451 };
    return address === refusingInbox ? { code: 552, text: '5.2.2 Mailbox full' } : 'accept';
  };

  const onData = async (message: SinkMessage): Promise<SinkAction> => {
    const action = await trouble.decide();
    const recipient = message.rcptTo[0] ?? '';
    const id = idOf(recipient, message.raw);
    if (action === 'drop' || Number.isNaN(id)) return action;
    copies.push({ id, recipient });
    if (recipient === bouncingInbox) bounce(message);
    return action;
  };

  const { port, stop } = await startSmtpSink({ onRcpt, onData });
  return { port, copies, stop };
}
