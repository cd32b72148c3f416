import { defaultLanguage, isLanguage, type Language } from '#contract/account/languages.ts';
import type { Db } from '#database/database.ts';
import { mailTexts, type MailTexts } from '#messages/all-languages.ts';

/** Mails in one language. */
export type OwnTexts = MailTexts & { readonly language: Language };

/** What mails to the owner of an account say, in their language; English, where nobody knows it. */
export async function findOwnTexts(db: Db, userId: string | null): Promise<OwnTexts> {
  const row =
    userId === null
      ? undefined
      : await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const language = isLanguage(row?.language) ? row.language : defaultLanguage;
  return { ...mailTexts[language], language };
}

/** What the owner of an account reads from now on. */
export async function setLanguage(db: Db, userId: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

/** The same where nobody chose yet: what the browser that signs in shows. */
export async function learnLanguage(db: Db, userId: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).where('language', 'is', null).execute();
}
