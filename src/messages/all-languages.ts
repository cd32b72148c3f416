import { answerTexts as germanAnswers } from './de/all/answer-texts.ts';
import { mailTexts as german } from './de/all/mail-texts.ts';
import { unsubscribeTexts as germanUnsubscribe } from './de/server/unsubscribe.ts';
import { answerTexts as englishAnswers } from './en/all/answer-texts.ts';
import { mailTexts as english } from './en/all/mail-texts.ts';
import { unsubscribeTexts as englishUnsubscribe } from './en/server/unsubscribe.ts';
import { answerTexts as lithuanianAnswers } from './lt/all/answer-texts.ts';
import { mailTexts as lithuanian } from './lt/all/mail-texts.ts';
import { unsubscribeTexts as lithuanianUnsubscribe } from './lt/server/unsubscribe.ts';

export type MailTexts = typeof english;

/** What mails say to the owners of accounts. Those to operators are English. */
export const mailTexts: Readonly<Record<'en' | 'de' | 'lt', MailTexts>> = { en: english, de: german, lt: lithuanian };

/** What the API answers in English, and the same in other languages. */
export const answerTexts = { en: englishAnswers, de: germanAnswers, lt: lithuanianAnswers } as const;

/** The page behind unsubscribe buttons, which the server writes. */
export const unsubscribeTexts = {
  en: englishUnsubscribe,
  de: germanUnsubscribe,
  lt: lithuanianUnsubscribe,
} as const;
export type UnsubscribeTexts = typeof englishUnsubscribe;
