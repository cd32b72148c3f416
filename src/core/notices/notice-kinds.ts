import type { OwnTexts } from '#core/account-language.ts';
import type { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { accountMails, alarmMails, type MailWords } from '#messages/server/mails.ts';
import { registrationMails } from '#messages/server/registration-mails.ts';
import { reportsNotSentMail } from '#messages/server/sent-reports.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What is told of one thing, and how. */
interface KindOf<Values extends readonly unknown[]> {
  /** `named`: the address that comes with the notice. */
  readonly to: 'owner' | 'operator' | 'named';
  /** `joined`: with what else waits, in few mails a day; `alone`: at once, in a mail of its own. */
  readonly form: 'joined' | 'alone';
  /** So long it waits for more of the same; left out: not at all. */
  readonly waitMs?: number;
  /** How often it is told for each subject; left out: each time. */
  readonly pace?: keyof typeof rateLimitRules;
  /** It is told even if its account is gone by then. */
  readonly outlives?: true;
  /** Its text; `url`: origin of the pages that it leads to. */
  readonly words: (texts: OwnTexts, url: string) => (...values: Values) => MailWords;
}

const owner = { to: 'owner', form: 'joined' } as const;
const operator = { to: 'operator', form: 'joined' } as const;
const named = { to: 'named', form: 'alone' } as const;

/** Puts a link before what else a text is made of. */
function leading<Values extends readonly unknown[]>(
  words: (link: string, ...values: Values) => MailWords,
  link: string,
): (...values: Values) => MailWords {
  return (...values) => words(link, ...values);
}

const page = { inboxes: '/settings/inboxes', held: '/settings/held', aliases: '/dashboard', signIn: '/auth' } as const;

/** `explain` says why, in the language of the mail. */
const notSent = (texts: OwnTexts) => (alias: string, explain: (texts: OwnTexts) => string) =>
  texts.failureMails.notSent(alias, explain(texts));

/** Everything that owners and operators are told, with the exception of warnings, whose events are a list of their own. */
const kinds = {
  failed_target: { ...owner, words: (own, url) => leading(own.failureMails.failedTarget, url + page.inboxes) },
  refused_by_inbox: {
    ...owner,
    waitMs: dayMs,
    words: (own, url) => leading(own.heldMails.refusedByInbox, url + page.inboxes),
  },
  refused_content: {
    ...owner,
    pace: 'alarms',
    words: (own, url) => leading(own.failureMails.refusedContent, url + page.aliases),
  },
  refused_beside: {
    ...owner,
    waitMs: dayMs,
    words: (own, url) => leading(own.heldMails.refusedBeside, url + page.held),
  },
  held: { ...owner, words: (own, url) => leading(own.heldMails.digest, url + page.held) },
  delayed: { ...owner, words: (own, url) => leading(own.failureMails.delayed, url + page.aliases) },
  failed_sent: { ...owner, words: (own) => own.failureMails.failedSent },
  failed_forward: { ...owner, words: (own, url) => leading(own.failureMails.failedForward, url + page.aliases) },
  failed_copy: { ...owner, words: (own, url) => leading(own.failureMails.failedCopy, url + page.aliases) },
  bounced_forward: { ...owner, words: (own, url) => leading(own.failureMails.bouncedForward, url + page.aliases) },
  unread_bounce: { ...owner, words: (own) => own.failureMails.unreadBounce },
  unread_return: { ...owner, waitMs: dayMs, words: (own) => own.failureMails.unreadReturn },
  unreadable_elsewhere: { ...owner, words: (own) => own.keyMails.unreadableElsewhere },
  unusable_key: {
    ...owner,
    pace: 'unusableKeysPerTarget',
    words: (own, url) => leading(own.keyMails.unusableKey, url + page.inboxes),
  },
  webhook_off: {
    ...owner,
    words: (own, url) => (host: string, failedMs: number | null, keptMs: number) => {
      const { webhookOff, webhookGone, webhookFailing } = own.accountMails;
      const reason = failedMs === null ? webhookGone : webhookFailing(failedMs);
      return webhookOff(host, { reason, keptMs, link: url + page.inboxes });
    },
  },
  not_sent: { ...named, pace: 'explanationsPerUser', words: notSent },
  null_not_sent: { ...named, pace: 'absenceNotesPerUser', words: notSent },
  absence_note: { ...named, pace: 'absenceNotesPerUser', words: (own) => own.heldMails.absenceNote },
  own_report: { ...named, pace: 'absenceNotesPerUser', words: (own) => own.heldMails.ownReport },
  tried_to_register: {
    ...named,
    pace: 'takenEmailNotices',
    words: (own, url) => leading(own.accountMails.triedToRegister, url + page.signIn),
  },
  account_approved: {
    ...named,
    outlives: true,
    words: (own, url) => leading(own.ownRegistrationMails.approved, url + page.aliases),
  },
  account_refused: { ...named, outlives: true, words: (own) => own.ownRegistrationMails.refused },
  feedback: { ...named, words: () => accountMails.feedback },
  accounts_wait: { ...operator, pace: 'waitingAccountNotices', words: () => registrationMails.accountsWait },
  refused_us: { ...operator, pace: 'alarms', words: () => alarmMails.refused },
  refused_content_of_domain: { ...operator, pace: 'alarms', words: () => alarmMails.refusedContent },
  unreadable_mail: { ...operator, words: () => alarmMails.unreadable },
  listed: { ...operator, words: () => alarmMails.listed },
  reports_not_sent: { ...operator, pace: 'alarms', words: () => () => reportsNotSentMail },
  alarms: { ...operator, words: () => (words: MailWords) => words },
} satisfies Record<string, KindOf<never[]>>;

export type NoticeKind = keyof typeof kinds;

/** What the text of each kind is made of. */
export type NoticeValues = {
  readonly [Kind in NoticeKind]: Readonly<Parameters<ReturnType<(typeof kinds)[Kind]['words']>>>;
};

export const noticeKinds: { readonly [Kind in NoticeKind]: KindOf<NoticeValues[Kind]> } = kinds;
