import { z } from 'zod';
import { receiverHost, startWebhookReceiver, type WebhookCall } from '#support/webhook-receiver.ts';
import { idOfSubject, type Copy } from './delivery-name.ts';
import type { Trouble } from './trouble.ts';

/** A program of an owner that takes webhooks, in trouble. */
export interface CrashReceiver {
  readonly url: string;
  readonly copies: readonly Copy[];
  stop(): Promise<void>;
}

const eventSchema = z.object({ type: z.literal('email.received'), data: z.object({ subject: z.string() }) });

function idOfCall({ body }: WebhookCall): number {
  return idOfSubject(eventSchema.parse(JSON.parse(body.toString())).data.subject);
}

/** Over https under the name of its certificate, or over http. */
export async function startCrashReceiver(trouble: Trouble, secure: boolean): Promise<CrashReceiver> {
  const copies: Copy[] = [];
  const receiver = await startWebhookReceiver({ secure });
  const origin = secure ? `https://${receiverHost}` : 'http://127.0.0.1';
  const url = `${origin}:${receiver.port}/mail`;
  receiver.answer((response, call) => {
    if (trouble.refuses()) {
      response.writeHead(500).end();
      return;
    }
    void trouble.decide().then((action) => {
      if (action === 'drop') {
        response.destroy();
        return;
      }
      copies.push({ id: idOfCall(call), recipient: url });
      response.writeHead(204).end();
    });
  });
  return { url, copies, stop: receiver.stop };
}
