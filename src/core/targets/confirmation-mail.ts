const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The mail that asks an inbox's owner for consent. Holds nothing the requester chose, so that nobody can
 * send words of his own through us.
 */
export const confirmationMail = (link: string): { subject: string; text: string; html: string } => {
  const lines = [
    'Somebody asked Kauke to forward mail from an email alias to this inbox.',
    'If it was you, open this link within 7 days and confirm:',
    'If it was not you, open the same link and choose "This was not me". We will not write to you again.',
    'Keep this mail: its link also stops the forwarding later.',
  ] as const;
  const [asked, confirm, refuse, keep] = lines;
  const href = escapeHtml(link);
  return {
    subject: 'Confirm this inbox',
    text: `${asked}\n\n${confirm}\n\n${link}\n\n${refuse}\n\n${keep}\n`,
    html: [
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Confirm this inbox</title><body>',
      `<p>${escapeHtml(asked)}</p><p>${escapeHtml(confirm)}</p><p><a href="${href}">${href}</a></p>`,
      `<p>${escapeHtml(refuse)}</p><p>${escapeHtml(keep)}</p></body></html>`,
    ].join('\n'),
  };
};
