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

/** A short mail of ours, as plain text and as HTML without anything to load. */
export function renderMail({ subject, paragraphs }: MailWords): RenderedMail {
  return {
    subject,
    text: `${paragraphs.map(asText).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body>`,
      ...paragraphs.map(asHtml),
      '</body></html>',
    ].join('\n'),
  };
}
