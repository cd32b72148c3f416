/** Failures told in plain text: the words by which servers that follow no standard say what happened, and to what. */

/** Of a mailbox, or of a server in brackets: a group of IPv6 looks like a reply. */
const address = /[^\s<>:;,"]{1,64}@[^\s<>:;,"]{1,255}|\[[\da-f:.]{2,45}\]/gi;

/** What a server wrote about one failure, without the addresses in it, whose words are nobody's judgement. */
function withoutAddresses(words: string): string {
  return words.replaceAll(address, ' ');
}

const statuses = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const finalReply = /(?<![\d.])5[0-5]\d(?=[ :-])/;

/** Replies that mean one thing (RFC 5321 §4.2.3); 550, 553 and 554 are given for anything. */
const replyStatuses: Readonly<Record<string, string>> = { '551': '5.1.6', '552': '5.2.2' };

/** The first that fits counts: a mailbox before what was written to it, both before rules. */
const sentences: readonly (readonly [status: string, said: RegExp])[] = [
  [
    '5.2.2',
    /(?:over|exceed(?:s|ed|ing)?) .{0,30}quota|over ?quota|quota exceeded|mailbox (?:is )?full|not enough .{0,20}space/i,
  ],
  ['5.2.1', /(?:account|mailbox|user)\b.{0,40}(?:disabled|suspended|inactive|deactivated)/i],
  [
    '5.1.2',
    /(?:host|domain)(?: name)? (?:is )?(?:not found|unknown|does not exist)|(?:unknown|no such) (?:host|domain)|unrouteable/i,
  ],
  [
    '5.1.1',
    /(?:no such|unknown) (?:user|mailbox|recipient|person|account|address)|user (?:is )?unknown|RecipientNotFound|RecipNotFound|(?:user|recipient|account|mailbox|address|recipient name)\b.{0,40}(?:(?:does not|doesn't) (?:exist|have)|not (?:be )?(?:found|recognized|known|exist))/i,
  ],
  ['5.3.4', /(?:message|mail)\b.{0,40}too (?:large|big)|exceeds? .{0,40}size/i],
  ['5.6.0', /\bspam\b|unsolicited|\bvirus|malware|content (?:was )?(?:rejected|refused)|message content/i],
  [
    '5.7.1',
    /\bblock(?:ed|list)|blacklist|not (?:allowed|authori[sz]ed|permitted)|(?:relay|access) (?:access )?denied|polic(?:y|ies)/i,
  ],
  ['4.4.7', /retry time(?:out)? exceeded|too long in the queue|in the queue too long|timed out/i],
];

/** More of a text is not looked at. */
const maxReadCharacters = 32 * 1024;

/**
 * The status that a text about a failure gives (RFC 3463): its enhanced code, else its SMTP reply, else its sentences;
 * `5.0.0` where it has a reply that says no more. Null when it has nothing of these.
 */
export function findStatus(text: string): string | null {
  const words = withoutAddresses(text.slice(0, maxReadCharacters));
  const found = words.match(statuses) ?? [];
  const final = found.filter((status) => status.startsWith('5'));
  const candidates = final.length > 0 ? final : found;
  // One line of a reply may say nothing, and the next what it is.
  const enhanced = candidates.find((status) => !status.endsWith('.0.0'));
  if (enhanced !== undefined) return enhanced;
  const reply = finalReply.exec(words)?.[0];
  return readReply(words, reply) ?? candidates[0] ?? (reply === undefined ? null : '5.0.0');
}

function readReply(words: string, reply = ''): string | null {
  return replyStatuses[reply] ?? sentences.find(([, form]) => form.test(words))?.[0] ?? null;
}

const failureSubject =
  /^(?:undeliver(?:able|ed)\b|returned mail\b|failure notice|mail (?:delivery|system) (?:failed|failure|error)|delivery (?:failure|failed|has failed|status notification(?: \(failure\)|: error))|(?:message|mail) (?:undeliverable|could not be delivered|delivery failed)|non-?deliver)/i;
const failureStart =
  /^(?:hi[.!] this is the .{1,100} program|this is the mail system at host|this is the .{1,60} mail agent|this message was created automatically by mail delivery software)/i;
const failureWriter = /^"?(?:mailer[- _]?daemon|mail delivery (?:sub)?system|postmaster|system administrator)\b/i;
const failureSentence =
  /(?:could not|cannot|can't|couldn't) be delivered|(?:unable|not able) to deliver|delivery (?:has )?failed|did not reach the following|(?:was|were) not delivered|not deliverable|undeliverable|error (?:has )?(?:occurred while attempting to deliver|delivering)|permanent error|giving up/i;

const delaySubject =
  /^(?:warning\b|(?:mail )?delivery (?:is |has been )?delayed|(?:message|mail) delayed|delayed (?:mail|message)|delivery status notification \(delay)/i;
const delaySentence =
  /will be (?:re)?tried|still (?:being |be )?(?:re)?tr(?:ied|ying)|will (?:keep on |keep |continue )(?:to )?(?:try|retry|attempt|deliver|for )|will try again|not yet been delivered|warning message only|this is (?:only )?a warning/i;
const finalSentence = /permanent (?:error|failure)|giving up|gave up|not going to try again|not be retried|no further/i;

const challenge =
  /(?:prove|verify|confirm) (?:it|that you|you are|you're|your (?:e-?mail|message|address|identity))|challenge[- ]response|(?:click|visit|follow) .{0,60}(?:deliver|release|approve)/i;

/** A text from a mail server, with what its header says of it; empty strings where it says nothing. */
export interface ServerText {
  readonly from: string;
  readonly subject: string;
  /** Above the message of ours that it brings back. */
  readonly words: string;
}

/** What is looked at, with its sentences whole: Postfix breaks a line inside of the one that counts. */
function joinLines(words: string): string {
  return words.slice(0, maxReadCharacters).replaceAll(/\s+/g, ' ');
}

/** A code by which a server refuses for good. */
export function namesFinalCode(text: string): boolean {
  const words = withoutAddresses(text.slice(0, maxReadCharacters));
  return finalReply.test(words) || (words.match(statuses) ?? []).some((status) => status.startsWith('5'));
}

/** Still tried: nothing failed yet. */
export function tellsOfDelay({ subject, words }: ServerText): boolean {
  if (delaySubject.test(subject)) return true;
  const read = joinLines(words);
  return delaySentence.test(read) && !finalSentence.test(read);
}

/** Written by a mail server, by its name, its subject or how it begins. */
export function isByServer({ from, subject, words }: ServerText): boolean {
  return failureWriter.test(from) || failureSubject.test(subject) || failureStart.test(words.trimStart());
}

/** Of a server's own report: that it says what failed. */
export function saysItFailed({ subject, words }: ServerText): boolean {
  return failureSentence.test(`${subject}\n${joinLines(words)}`) || findStatus(words) !== null;
}

/** A machine that asks the sender to prove that a person wrote. */
export function asksForProof({ subject, words }: ServerText): boolean {
  return challenge.test(`${subject}\n${words.slice(0, maxReadCharacters)}`);
}
