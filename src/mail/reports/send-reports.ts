import {
  claimReportRows,
  type ClaimedRows,
  dropReportRows,
  eraseOrganisation,
  eraseReportRows,
  giveUpReports,
  putOffReportRows,
  releaseReportRows,
  reportNumber,
} from '#core/mail-reports/claimed-rows.ts';
import { reportMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import type { MailSigner } from '#core/domains/domain-directory.ts';
import { countAllWithin } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { notify } from '#core/notices/notify.ts';
import { organisationOf } from '#core/organisation.ts';
import { spoolOwnMail } from '#mail/queue/send-own-mail.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { composeReportMail } from '#mail/reports/compose-report-mail.ts';
import type { ReportAddressContext } from '#mail/reports/find-report-addresses.ts';
import { type Reporter, type WrittenReport, writeReport } from '#mail/reports/write-report.ts';
import { runEvery } from '#platform/run-every.ts';
import type { Clock } from '#platform/clock.ts';

/** Whose DNS answered on a day, and whose did not, as far as this process asked. */
export interface DnsTally {
  note(organisation: string, isHidden: boolean): void;
  /** Most did not: that is the fault of no stranger. */
  isOurs(): boolean;
}

/** Fewer organisations prove nothing: one of them may be all that was asked for. */
const leastAsked = 5;
const maxKept = 10_000;

/** By organisation, so that one with many names is one. */
export function createDnsTally(clock: Clock): DnsTally {
  let day = '';
  const asked = new Set<string>();
  const hidden = new Set<string>();
  const begin = (): void => {
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    if (today === day) return;
    day = today;
    asked.clear();
    hidden.clear();
  };
  return {
    note: (organisation, isHidden) => {
      begin();
      if (!asked.has(organisation) && asked.size >= maxKept) return;
      asked.add(organisation);
      if (isHidden) hidden.add(organisation);
      else hidden.delete(organisation);
    },
    isOurs: () => {
      begin();
      return asked.size >= leastAsked && hidden.size * 2 > asked.size;
    },
  };
}

export interface SendReportsContext extends ReportAddressContext {
  readonly queue: QueueContext;
  /** Of the program, for whoever reads the reports. */
  readonly version: string;
  readonly wanted: { readonly dmarc: boolean; readonly tls: boolean };
  /** So long DNS may take to say who gets one report; left out: 15 seconds. */
  readonly lookUpMs?: number;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const everyMs = 5 * 60 * 1000;
/** A day is told of when all processes have written what they saw of it. */
const settledAfterMs = hourMs;
const defaultLookUpMs = 15_000;
/** In one round, and of these at once. */
const maxInRound = 100;
const maxAtOnce = 6;

/** What the reports of one time have in common. */
interface Round {
  readonly signer: MailSigner;
  /** Days before it are over. UTC, ISO. */
  readonly before: string;
  readonly stop: AbortSignal;
  readonly tally: DnsTally;
  /** There is no room for more. */
  isFull: boolean;
}

/** DNS as long as somebody waits for it: then nothing is known, at once. */
function answerUntil(resolver: ReportAddressContext['resolver'], end: AbortSignal): ReportAddressContext['resolver'] {
  const trouble = { kind: 'trouble' } as const;
  return {
    txt: (name) => {
      if (end.aborted) return Promise.resolve(trouble);
      return new Promise((resolve) => {
        const giveUp = (): void => resolve(trouble);
        end.addEventListener('abort', giveUp, { once: true });
        void resolver.txt(name).then((answer) => {
          end.removeEventListener('abort', giveUp);
          resolve(answer);
        });
      });
    },
  };
}

/** Writes a report, as far as its time and that of the program go. */
async function writeInTime(
  context: SendReportsContext,
  claimed: ClaimedRows,
  reporter: Reporter,
  stop: AbortSignal,
): Promise<WrittenReport | 'nobody' | 'dns' | 'late'> {
  const end = new AbortController();
  const abort = (): void => end.abort();
  const timer = setTimeout(abort, context.lookUpMs ?? defaultLookUpMs);
  stop.addEventListener('abort', abort, { once: true });
  try {
    const resolver = answerUntil(context.resolver, end.signal);
    const written = await writeReport({ resolver, domains: context.domains }, claimed, reporter);
    if (written !== 'trouble') return written;
    return end.signal.aborted ? 'late' : 'dns';
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}

/** One mail to each address whose limit it keeps to. */
async function composeMails(
  { queue }: SendReportsContext,
  { kind, domain }: ClaimedRows,
  { name, version: _version, ...reporter }: Reporter,
  { text, addresses }: WrittenReport,
) {
  const from = `${reportMailboxes[kind]}@${name}`;
  const now = new Date(queue.clock.now());
  const mails = await Promise.all(
    addresses.map(async ({ address: to, domain: destination, maxBytes }) => {
      const mail = await composeReportMail({ ...reporter, kind, domain, submitter: name, from, to, now, text });
      const bytes = mail.header.length + mail.body.length;
      return maxBytes !== null && bytes > maxBytes ? [] : [{ to, destination, mail, bytes }];
    }),
  );
  return mails.flat();
}

/**
 * Sends mails from the null reverse-path: nothing comes back, and no report is answered. Whoever owns names and records decides how many
 * reports there are and at whose servers they knock, so there are only so many, over all nodes. False: there is no room.
 */
async function sendMails(
  { queue }: SendReportsContext,
  { organisation }: ClaimedRows,
  signer: MailSigner,
  mails: Awaited<ReturnType<typeof composeMails>>,
): Promise<boolean> {
  if (mails.length === 0) return true;
  const bytes = mails.reduce((sum, mail) => sum + mail.bytes, 0);
  if ((await queue.usage.admit(new Set([null]), bytes)).size > 0) return false;
  const { sentReportsPerSubject: ofSubject, sentReports: ofAll } = rateLimitRules;
  const counted = await countAllWithin(queue, [
    { rule: ofSubject, subject: { text: organisation }, amount: 1, max: ofSubject.max },
    { rule: ofAll, subject: {}, amount: mails.length, max: ofAll.max },
  ]);
  if (!counted.granted) return counted.refusing === 0;
  for (const { to, destination, mail } of mails) {
    const text = await organisationOf(destination);
    if ((await queue.limiter.reserve('sentReportsPerDestination', { text })) !== null) continue;
    await spoolOwnMail(queue, signer, mail, { userId: null, mailFrom: '', rcptTo: to });
  }
  return true;
}

async function report(context: SendReportsContext, claimed: ClaimedRows, round: Round): Promise<void> {
  const { queue, version } = context;
  const { signer, stop, tally, before } = round;
  const { organisation, day } = claimed;
  if (!(await queue.limiter.hasLeft('sentReportsPerSubject', { text: organisation }))) {
    await eraseOrganisation(queue, organisation, before);
    return;
  }
  const begin = Date.parse(`${day}T00:00:00Z`);
  const number = reportNumber(queue, claimed);
  const reporter = { name: signer.name, version, number, begin, end: begin + dayMs - 1000 };
  const written = await writeInTime(context, claimed, reporter, stop);
  if (stop.aborted) return releaseReportRows(queue, claimed);
  tally.note(organisation, written === 'dns' || written === 'late');
  if (written === 'dns' || written === 'late') return putOffReportRows(queue, claimed, written);
  if (written !== 'nobody') {
    const mails = await composeMails(context, claimed, reporter, written);
    if (!(await sendMails(context, claimed, signer, mails))) {
      round.isFull = true;
      return releaseReportRows(queue, claimed);
    }
  }
  return eraseReportRows(queue, claimed);
}

/** Reports of one domain after the other, some at once, until nothing is left, there is no room or the program stops. */
async function reportAll(context: SendReportsContext, round: Round): Promise<void> {
  const { queue } = context;
  const underWay = new Set<Promise<void>>();
  const goesOn = (): boolean => !round.stop.aborted && !round.isFull;
  for (let begun = 0; begun < maxInRound && goesOn(); begun += 1) {
    const claimed = await claimReportRows(queue, round.before);
    if (claimed === null) break;
    const one = report(context, claimed, round)
      .catch(async (error: unknown) => {
        queue.log.error('report_not_sent', error);
        await putOffReportRows(queue, claimed, 'failed').catch((again: unknown) =>
          queue.log.error('report_not_put_off', again),
        );
      })
      .finally(() => underWay.delete(one));
    underWay.add(one);
    if (underWay.size >= maxAtOnce) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/** Of what strangers broke only the log hears; the operator of what is broken here, once a day. */
async function tellOfLost({ queue }: SendReportsContext, tally: DnsTally): Promise<void> {
  const lost = await giveUpReports(queue);
  if (Object.values(lost).some((count) => count > 0)) queue.log.warn('reports_given_up', lost);
  if (!tally.isOurs()) return;
  await notify(queue, { kind: 'reports_not_sent', userId: null, subject: { text: 'report_dns' }, values: [] });
}

/**
 * Sends what is to be reported of days that are over, and erases it. Whatever dies in between is sent again under the same number.
 * @throws Error when the database does not answer.
 */
export async function sendDueReports(
  context: SendReportsContext,
  { stop, tally }: { readonly stop: AbortSignal; readonly tally: DnsTally },
): Promise<void> {
  const { wanted, queue, domains } = context;
  await dropReportRows(queue, [...(wanted.dmarc ? [] : ['dmarc' as const]), ...(wanted.tls ? [] : ['tls' as const])]);
  const [signer] = domains.all();
  if (signer !== undefined && (await queue.limiter.hasLeft('sentReports', {}))) {
    const before = new Date(queue.clock.now() - settledAfterMs).toISOString().slice(0, 10);
    await reportAll(context, { signer, before, stop, tally, isFull: false });
  }
  if (!stop.aborted) await tellOfLost(context, tally);
}

/** Sends due reports again and again. @returns how to stop it; settles when nothing is under way, and waits for no stranger's DNS. */
export function startReportMails(context: SendReportsContext): () => Promise<void> {
  const stopping = new AbortController();
  const tally = createDnsTally(context.queue.clock);
  const end = runEvery(
    everyMs,
    () => sendDueReports(context, { stop: stopping.signal, tally }),
    (error) => context.queue.log.error('reports_not_sent', error),
  );
  return () => {
    stopping.abort();
    return end();
  };
}
