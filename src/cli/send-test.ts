import { faultOf, handIn, type HandInResult } from '#mail/hand-in/hand-in.ts';
import type { Reply, ServerAddress } from '#mail/hand-in/smtp-conversation.ts';
import { renderTestMessage, testableAddress, testSender as sender } from '#mail/hand-in/test-message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

/** What came of a test message, in one line. */
export interface TestResult {
  readonly sent: boolean;
  readonly line: string;
}

export interface TestContext {
  readonly server: ServerAddress;
  readonly clock: Clock;
  readonly random: Random;
}

function refused(line: string): TestResult {
  return { sent: false, line };
}
function quote({ code, text }: Reply): string {
  return `${code} ${text}`;
}

function explainRecipient(alias: string, result: HandInResult): TestResult {
  const said = quote(result.reply);
  switch (faultOf(result)) {
    case 'unknown':
      return refused(`${alias} is not an alias here (${said}).`);
    case 'elsewhere':
      return refused(`The domain of ${alias} is not served here (${said}).`);
    case 'unconfirmed':
      return refused(`${alias} has no confirmed inbox yet (${said}).`);
    case 'other':
      return refused(`${alias} was refused: ${said}`);
  }
}

function explain(alias: string, result: HandInResult): TestResult {
  const { stage, accepted, reply } = result;
  if (accepted) return { sent: true, line: `The message to ${alias} was accepted: ${quote(reply)}` };
  switch (stage) {
    case 'greeting':
      return refused(`The server turned us away: ${quote(reply)}`);
    case 'RCPT':
      return explainRecipient(alias, result);
    case 'end':
      return refused(`The message to ${alias} was refused: ${quote(reply)}`);
    default:
      return refused(`The server refused ${stage}: ${quote(reply)}`);
  }
}

function explainFailure(error: unknown, { host, port }: ServerAddress): TestResult {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
    return refused(`Nothing listens on ${host} port ${port}. Start Kauke first, or set MX_PORT to the port it uses.`);
  }
  return refused(`No answer from ${host} port ${port}: ${error instanceof Error ? error.message : String(error)}`);
}

/** Sends a test message by SMTP to an alias of the running program. Never throws: every fault is told in the line. */
export async function sendTest(alias: string, { server, clock, random }: TestContext): Promise<TestResult> {
  if (!testableAddress.test(alias)) return refused(`"${alias}" is not an alias address like name@kauke.test.`);
  const content = renderTestMessage({ alias, sender, sentAt: new Date(clock.now()), id: random.uuid() });
  try {
    return explain(alias, await handIn(server, { mailFrom: sender, rcptTo: alias, content }));
  } catch (error) {
    return explainFailure(error, server);
  }
}
