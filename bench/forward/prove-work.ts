import { checkHeader, type HeaderWants } from './check-header.ts';
import { plainConditions } from './conditions.ts';
import type { Forwarder } from './forwarder.ts';
import type { Bench } from './measure.ts';

const timeoutMs = 60_000;
/** While a part of it is still starting, mail is put off. */
const retryAfterMs = 500;
const bytes = 4000;

function headerOf(conversation: string): string {
  const start = conversation.search(/\r\nDATA\r\n/i);
  const end = conversation.indexOf('\r\n\r\n', start);
  return start < 0 || end < 0 ? '' : conversation.slice(start + '\r\nDATA\r\n'.length, end);
}

/**
 * Sends one message through `forwarder` and looks at what reaches the sink.
 * @throws Error naming what was not done to it
 */
export async function proveWork(
  { generator, sink, outside }: Bench,
  forwarder: Forwarder,
  wants: HeaderWants,
): Promise<void> {
  const { name, mxPort: port, recipients } = forwarder;
  const domains = outside.arrange(plainConditions, 1);
  await generator.call('prepare', { messages: 1, bytes, recipients, domains, signer: outside.signer }, timeoutMs);
  await sink.call('expect', { replyDelayMs: 0, offersTls: false, keeps: true }, timeoutMs);
  const order = { port, connections: 1, tls: false, messagesPerConnection: null, perSecond: null, retryAfterMs };
  const { refusals } = await generator.call('send', order, timeoutMs);
  if (refusals.size > 0) throw new Error(`${name} refused a message: ${[...refusals.keys()].join('; ')}`);
  await sink.call('arrived', 1, timeoutMs);
  const header = headerOf(await sink.call('kept', null, timeoutMs));
  const faults = checkHeader(header, wants);
  if (faults.length > 0) throw new Error(`what ${name} forwards has ${faults.join(', ')}:\n${header}`);
}
