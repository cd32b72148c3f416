import { setTimeout as pause } from 'node:timers/promises';
import { startSmtpSink, type SinkAction, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { messageIdOf } from './delivery-name.ts';

/** A copy of a message that the sink took. */
export interface Copy {
  readonly id: number;
  readonly recipient: string;
}

/** A receiving server that refuses, hangs at the final dot or drops the connection for more than half of the deliveries. */
export interface CrashSink {
  readonly port: number;
  readonly copies: readonly Copy[];
  /** Attempts while the sink made trouble, and how many of them met it. */
  readonly figures: { troubled: number; attempts: number };
  /** Takes everything at once from now on. */
  behave(): void;
  stop(): Promise<void>;
}

const refusedShare = 0.35;
const hangingShare = 0.3;
const droppedShare = 0.15;
const hangMs = { least: 300, spread: 2500 };

export const startCrashSink = async (): Promise<CrashSink> => {
  const copies: Copy[] = [];
  const figures = { troubled: 0, attempts: 0 };
  let trouble = true;

  const onRcpt = (): SinkAction => {
    if (!trouble) return 'accept';
    figures.attempts += 1;
    if (Math.random() >= refusedShare) return 'accept';
    figures.troubled += 1;
    return { code: 451 };
  };

  /** Some of those that hang are taken in the end, also when the program has died meanwhile. */
  const decideData = async (): Promise<'accept' | 'drop'> => {
    const draw = trouble ? Math.random() : 1;
    if (draw < hangingShare + droppedShare) figures.troubled += 1;
    if (draw < hangingShare) {
      await pause(hangMs.least + Math.random() * hangMs.spread);
      return Math.random() < 0.5 ? 'accept' : 'drop';
    }
    return draw < hangingShare + droppedShare ? 'drop' : 'accept';
  };

  const onData = async (message: SinkMessage): Promise<SinkAction> => {
    const action = await decideData();
    const id = messageIdOf(message.raw);
    if (action === 'accept' && id > 0) copies.push({ id, recipient: message.rcptTo[0] ?? '' });
    return action;
  };

  const sink: SmtpSink = await startSmtpSink({ onRcpt, onData });
  return {
    port: sink.port,
    copies,
    figures,
    behave: () => {
      trouble = false;
    },
    stop: sink.stop,
  };
};
