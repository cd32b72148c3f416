import { answer, readDesk, type Desk } from '#support/owner-programs/answering.ts';
import { ownersInbox, ownersName } from '#support/owner-programs/owner-world.ts';

/** Emacs with the message on the desk before it. */
async function runEmacs(desk: Desk, work: string): Promise<void> {
  const program = `
    (require 'message)
    (require 'smtpmail)
    (setq user-full-name "${ownersName}" user-mail-address "${ownersInbox}" mail-host-address "office.example"
      message-send-mail-function 'smtpmail-send-it smtpmail-smtp-server "127.0.0.1"
      smtpmail-smtp-service ${desk.port} smtpmail-stream-type 'plain smtpmail-local-domain "office.example"
      message-dont-reply-to-names "${desk.alias.replaceAll('.', '\\\\.')}")
    (find-file "${desk.message}")
    ${work}`;
  await desk.run('emacs', ['-Q', '--batch', '-l', await desk.write('work.el', program)]);
}

export function byEmacs(command: 'message-reply' | 'message-wide-reply' | 'message-forward') {
  return async (desk: Desk): Promise<void> => {
    const whom = command === 'message-forward' ? (await readDesk(desk)).carol : '';
    await runEmacs(
      desk,
      `(${command})
      (message-goto-to)
      (insert "${whom}")
      (message-goto-body)
      (insert "${answer}\\n")
      (message-send)`,
    );
  };
}

/** By gnus-icalendar(el), which takes whom it is told for its user; nobody reads a summary here, so it answers the message itself. */
export function acceptByEmacs(identities: (desk: Desk) => readonly string[]) {
  return async (desk: Desk): Promise<void> => {
    const names = identities(desk).map((name) => `"${name}"`);
    await runEmacs(
      desk,
      `(require 'gnus-icalendar)
      (setq gnus-icalendar-additional-identities '(${names.join(' ')}) gnus-summary-buffer (current-buffer))
      (fset 'gnus-summary-reply #'message-reply)
      (let* ((parts (cdr (mm-dissect-buffer t)))
             (isCalendar (lambda (part) (equal (mm-handle-media-type part) "text/calendar")))
             (part (seq-find isCalendar parts))
             (event (gnus-icalendar-event-from-handle part (gnus-icalendar-identities))))
        (gnus-icalendar-reply (list part 'accepted event)))`,
    );
  };
}
