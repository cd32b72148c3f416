import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { answer, type Desk } from '#support/owner-programs/answering.ts';
import { ownersInbox, ownersName, person } from '#support/owner-programs/owner-world.ts';
import { byAerc, byAlpine } from '#support/owner-programs/terminal-programs.ts';

/** A mail program of Debian that answers the message on its desk. */
export interface OwnerProgram {
  readonly debianPackage: string;
  readonly reply: (desk: Desk) => Promise<unknown>;
  /** Where the program knows it. */
  readonly replyAll?: (desk: Desk) => Promise<unknown>;
}

/** The keys are those of mutt's own list of functions: reply, or reply to the group; then send, then quit. */
function byMutt(program: 'mutt' | 'neomutt', keys: string): OwnerProgram['reply'] {
  return async (desk) => {
    const editor = await desk.write('editor', `#!/bin/sh\nprintf '%s\\n' '${answer}' >> "$1"\n`);
    const settings = {
      from: ownersInbox,
      realname: ownersName,
      smtp_url: `smtp://127.0.0.1:${desk.port}/`,
      folder: desk.folder,
      record: '',
      editor,
    };
    const words = [
      ...Object.entries(settings).map(([name, value]) => `set ${name} = "${value}"`),
      `alternates ${desk.alias}`,
      'set autoedit fast_reply include = yes quit = yes move = no',
      // The provider of the lab has no certificate.
      'unset ssl_starttls ssl_force_tls confirmappend wait_key mark_old',
    ];
    const file = await desk.write('muttrc', `${words.join('\n')}\n`);
    await desk.runInTerminal(`${program} -n -F ${file} -f ${desk.mbox} -e 'push ${keys}'`);
  };
}

/** `command`: `Reply` to the author, `reply` to all. */
function byNail(command: 'Reply' | 'reply'): OwnerProgram['reply'] {
  return async (desk) => {
    const words = [
      'set v15-compat mailcap-disable noasksub noaskcc noaskbcc',
      `set mta=smtp://127.0.0.1:${desk.port} smtp-auth=none smtp-hostname=office.example hostname=office.example`,
      `set from="${person}"`,
      `alternates ${desk.alias} ${ownersInbox}`,
    ];
    const file = await desk.write('mailrc', `${words.join('\n')}\n`);
    const options = { input: `${command} 1\n${answer}\n~.\nx\n`, env: { MAILRC: file } };
    await desk.run('s-nail', ['-n', '-#', '-R', '-r', ownersInbox, '-f', desk.mbox], options);
  };
}

function byNmh(...options: readonly string[]): OwnerProgram['reply'] {
  return async (desk) => {
    const words = ['Path: Mail', `Local-Mailbox: ${person}`, `Alternate-Mailboxes: ${desk.alias}`];
    await desk.write('.mh_profile', `${words.join('\n')}\n`);
    await desk.write('Mail/inbox/1', await readFile(desk.message, 'latin1'));
    await desk.run('repl', [...options, '-build', '1', '+inbox']);
    const draft = join(desk.folder, 'Mail', 'reply');
    const text = await readFile(draft, 'latin1');
    await writeFile(draft, `${text.replace(/^Fcc:.*\n/m, '')}${answer}\n`, 'latin1');
    await desk.run('send', ['-server', '127.0.0.1', '-port', String(desk.port), '-mts', 'smtp', draft]);
  };
}

function byEmacs(command: 'message-reply' | 'message-wide-reply'): OwnerProgram['reply'] {
  return async (desk) => {
    const program = `
      (require 'message)
      (require 'smtpmail)
      (setq user-full-name "${ownersName}" user-mail-address "${ownersInbox}" mail-host-address "office.example"
        message-send-mail-function 'smtpmail-send-it smtpmail-smtp-server "127.0.0.1"
        smtpmail-smtp-service ${desk.port} smtpmail-stream-type 'plain smtpmail-local-domain "office.example"
        message-dont-reply-to-names "${desk.alias.replaceAll('.', '\\\\.')}")
      (find-file-literally "${desk.message}")
      (${command})
      (message-goto-body)
      (insert "${answer}\\n")
      (message-send)`;
    await desk.run('emacs', ['-Q', '--batch', '-l', await desk.write('answer.el', program)]);
  };
}

/** Of the message on the desk. */
async function readDesk({ message }: Desk): Promise<{ readonly id: string; readonly reverse: string }> {
  const text = await readFile(message, 'latin1');
  const { fields } = parseMessage(Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'));
  const value = (name: string): string => {
    const field = fields.find(({ key }) => key === name);
    return field === undefined ? '' : fieldText(field);
  };
  return { id: value('message-id'), reverse: parseMailboxes(value('from'))[0]?.address ?? '' };
}

const date = 'Date: Sat, 21 Nov 2026 12:10:00 +0000';

async function byGit(desk: Desk): Promise<void> {
  const { id, reverse } = await readDesk(desk);
  const patch = [
    `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`,
    `From: ${person}`,
    date,
    'Subject: [PATCH] Monday',
    '',
    answer,
    '---',
    ' a | 1 +',
    ' 1 file changed, 1 insertion(+)',
    '',
    'diff --git a/a b/a',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/a',
    '@@ -0,0 +1 @@',
    '+Monday',
  ];
  const file = await desk.write('0001.patch', `${patch.join('\n')}\n`);
  await desk.run('git', ['init', '--quiet']);
  await desk.run('git', ['config', 'user.name', ownersName]);
  await desk.run('git', ['config', 'user.email', ownersInbox]);
  const server = ['--smtp-server=127.0.0.1', `--smtp-server-port=${desk.port}`, '--smtp-encryption=none'];
  const whom = [`--to=${reverse}`, `--from=${person}`, '--suppress-cc=all', `--in-reply-to=${id}`];
  await desk.run('git', ['send-email', '--quiet', '--no-format-patch', '--confirm=never', ...server, ...whom, file]);
}

async function byCurl(desk: Desk): Promise<void> {
  const { id, reverse } = await readDesk(desk);
  const fields = [`From: ${person}`, `To: ${reverse}`, 'Subject: Re: Monday', date, `In-Reply-To: ${id}`];
  const file = await desk.write(
    'answer',
    [...fields, 'Message-ID: <c1@olives.office.example>', '', answer, ''].join('\n'),
  );
  const envelope = ['--mail-from', ownersInbox, '--mail-rcpt', reverse, '--upload-file', file];
  // Without --crlf it sends the line ends of the file; without a name behind the slash it greets as the file is called.
  await desk.run('curl', [
    '--silent',
    '--show-error',
    '--crlf',
    `smtp://127.0.0.1:${desk.port}/office.example`,
    ...envelope,
  ]);
}

export const ownerPrograms: Readonly<Record<string, OwnerProgram>> = {
  mutt: { debianPackage: 'mutt', reply: byMutt('mutt', 'ryq'), replyAll: byMutt('mutt', 'gyq') },
  NeoMutt: { debianPackage: 'neomutt', reply: byMutt('neomutt', 'ryq'), replyAll: byMutt('neomutt', 'gyq') },
  's-nail': { debianPackage: 's-nail', reply: byNail('Reply'), replyAll: byNail('reply') },
  nmh: { debianPackage: 'nmh', reply: byNmh(), replyAll: byNmh('-group') },
  Alpine: { debianPackage: 'alpine', reply: byAlpine(false), replyAll: byAlpine(true) },
  aerc: { debianPackage: 'aerc', reply: byAerc(':reply'), replyAll: byAerc(':reply -a') },
  Emacs: { debianPackage: 'emacs-nox', reply: byEmacs('message-reply'), replyAll: byEmacs('message-wide-reply') },
  'git send-email': { debianPackage: 'git-email', reply: byGit },
  curl: { debianPackage: 'curl', reply: byCurl },
};
