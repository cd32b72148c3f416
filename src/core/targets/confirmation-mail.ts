import { renderMail, type RenderedMail } from '#core/render-mail.ts';

/**
 * The mail that asks an inbox's owner for consent. Holds nothing the requester chose, so that nobody can
 * send words of his own through us.
 */
export function confirmationMail(link: string): RenderedMail {
  return renderMail('Confirm this inbox', [
    'Somebody asked Kauke to forward mail from an email alias to this inbox.',
    'If it was you, open this link within 7 days and confirm:',
    { link },
    'If it was not you, open the same link and choose "This was not me". We will not write to you again.',
    'Keep this mail: its link also stops the forwarding later.',
  ]);
}
