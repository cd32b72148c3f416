import { defaultLanguage, type Language } from '#contract/account/languages.ts';
import type { MailParagraph, MailWords } from '#messages/server/mails.ts';

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

function asText(paragraph: MailParagraph): string {
  return typeof paragraph === 'string' ? paragraph : paragraph.link;
}

function asHtml(paragraph: MailParagraph): string {
  const text = escapeHtml(asText(paragraph));
  return typeof paragraph === 'string' ? `<p>${text}</p>` : `<p><a href="${text}">${text}</a></p>`;
}

/** Lines that can be read, in the reader's own light or dark. */
const head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark">';
const body = '<body style="max-width:36rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif">';

/** A short mail of ours, as plain text and as HTML without anything to load. `language`: of its words. */
export function renderMail({ subject, paragraphs }: MailWords, language: Language = defaultLanguage): RenderedMail {
  return {
    subject,
    text: `${paragraphs.map(asText).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}">${head}<title>${escapeHtml(subject)}</title>${body}`,
      '<p><strong>Kauke</strong></p>',
      ...paragraphs.map(asHtml),
      '</body></html>',
    ].join('\n'),
  };
}
