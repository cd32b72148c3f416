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
/** `explain` says why, in the language of the mail. */
const notSent = (texts: OwnTexts) => (alias: string, explain: (texts: OwnTexts) => string) =>
  texts.failureMails.notSent(alias, explain(texts));

/** Puts the link before what else a text is made of. */
function leading<Values extends readonly unknown[]>(
  words: (link: string, ...values: Values) => MailWords,
  link: string,
): (...values: Values) => MailWords {
  return (...values) => words(link, ...values);
}

/** Everything that owners and operators are told, with the exception of warnings, whose events are a list of their own. */
const kinds = {
  failed_target: {
    ...owner,
    words: ({ failureMails }, url) => leading(failureMails.failedTarget, `${url}/settings/inboxes`),
  },
  refused_by_inbox: {
    ...owner,
    waitMs: dayMs,
    words: ({ heldMails }, url) => leading(heldMails.refusedByInbox, `${url}/settings/inboxes`),
  },
  refused_content: {
    ...owner,
    pace: 'alarms',
    words: ({ failureMails }, url) => leading(failureMails.refusedContent, `${url}/dashboard`),
  },
  refused_beside: {
    ...owner,
    waitMs: dayMs,
    words: ({ heldMails }, url) => leading(heldMails.refusedBeside, `${url}/settings/held`),
  },
  held: { ...owner, words: ({ heldMails }, url) => leading(heldMails.digest, `${url}/settings/held`) },
  delayed: { ...owner, words: ({ failureMails }, url) => leading(failureMails.delayed, `${url}/dashboard`) },
  failed_sent: { ...owner, words: ({ failureMails }) => failureMails.failedSent },
  failed_forward: {
    ...owner,
    words: ({ failureMails }, url) => leading(failureMails.failedForward, `${url}/dashboard`),
  },
  failed_copy: { ...owner, words: ({ failureMails }, url) => leading(failureMails.failedCopy, `${url}/dashboard`) },
  bounced_forward: {
    ...owner,
    words: ({ failureMails }, url) => leading(failureMails.bouncedForward, `${url}/dashboard`),
  },
  unread_bounce: { ...owner, words: ({ failureMails }) => failureMails.unreadBounce },
  unread_return: { ...owner, waitMs: dayMs, words: ({ failureMails }) => failureMails.unreadReturn },
  unreadable_elsewhere: { ...owner, words: ({ keyMails }) => keyMails.unreadableElsewhere },
  unusable_key: {
    ...owner,
    pace: 'unusableKeysPerTarget',
    words: ({ keyMails }, url) => leading(keyMails.unusableKey, `${url}/settings/inboxes`),
  },
  webhook_off: {
    ...owner,
    words:
      ({ accountMails }, url) =>
      (host: string, reason: { readonly failedMs: number | null; readonly keptMs: number }) =>
        accountMails.webhookOff(host, {
          reason: reason.failedMs === null ? accountMails.webhookGone : accountMails.webhookFailing(reason.failedMs),
          keptMs: reason.keptMs,
          link: `${url}/settings/inboxes`,
        }),
  },
  not_sent: { ...named, pace: 'explanationsPerUser', words: notSent },
  null_not_sent: { ...named, pace: 'absenceNotesPerUser', words: notSent },
  absence_note: { ...named, pace: 'absenceNotesPerUser', words: ({ heldMails }) => heldMails.absenceNote },
  own_report: { ...named, pace: 'absenceNotesPerUser', words: ({ heldMails }) => heldMails.ownReport },
  tried_to_register: {
    ...named,
    pace: 'takenEmailNotices',
    words: ({ accountMails }, url) => leading(accountMails.triedToRegister, `${url}/auth`),
  },
  account_approved: {
    ...named,
    outlives: true,
    words: ({ ownRegistrationMails }, url) => leading(ownRegistrationMails.approved, `${url}/dashboard`),
  },
  account_refused: { ...named, outlives: true, words: ({ ownRegistrationMails }) => ownRegistrationMails.refused },
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
