import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer, readDesk, type Desk } from '#support/owner-programs/answering.ts';
import { ownersInbox, ownersName, person } from '#support/owner-programs/owner-world.ts';
import { byEmacs } from '#support/owner-programs/emacs.ts';
import { byAerc, byAlpine, forwardByAlpine } from '#support/owner-programs/terminal-programs.ts';

/** A mail program of Debian that answers the message on its desk. */
export interface OwnerProgram {
  readonly debianPackage: string;
  readonly reply: (desk: Desk) => Promise<unknown>;
  /** Where the program knows it. */
  readonly replyAll?: (desk: Desk) => Promise<unknown>;
  /** To Carol. */
  readonly forward?: (desk: Desk) => Promise<unknown>;
}

/** The keys are those of mutt's own list of functions: reply, reply to the group, or forward to somebody; then send, then quit. */
function byMutt(program: 'mutt' | 'neomutt', begin: 'r' | 'g' | 'f', asAttachment = false): OwnerProgram['reply'] {
  return async (desk) => {
    const whom = begin === 'f' ? `${(await readDesk(desk)).carol}<enter>` : '';
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
      `set mime_forward = ${asAttachment ? 'yes' : 'no'}`,
      'set autoedit fast_reply include = yes quit = yes move = no',
      // The provider of the lab has no certificate.
      'unset ssl_starttls ssl_force_tls confirmappend wait_key mark_old',
    ];
    const file = await desk.write('muttrc', `${words.join('\n')}\n`);
    await desk.runInTerminal(`${program} -F ${file} -f ${desk.mbox} -e 'push ${begin}${whom}yq'`);
  };
}

/** `command`: `Reply` to the author, `reply` to all, `forward` to Carol. */
function byNail(command: 'Reply' | 'reply' | 'forward'): OwnerProgram['reply'] {
  return async (desk) => {
    const whom = command === 'forward' ? (await readDesk(desk)).carol : '';
    const words = [
      'set v15-compat mailcap-disable noasksub noaskcc noaskbcc',
      `set mta=smtp://127.0.0.1:${desk.port} smtp-auth=none smtp-hostname=office.example hostname=office.example`,
      `set from="${person}"`,
      `alternates ${desk.alias} ${ownersInbox}`,
    ];
    const file = await desk.write('mailrc', `${words.join('\n')}\n`);
    const options = { input: `${command} 1 ${whom}\n${answer}\n~.\nx\n`, env: { MAILRC: file } };
    await desk.run('s-nail', ['-#', '-R', '-r', ownersInbox, '-f', desk.mbox], options);
  };
}

/** `command`: `repl` answers, `forw` forwards to Carol. */
function byNmh(command: 'repl' | 'forw', ...options: readonly string[]): OwnerProgram['reply'] {
  return async (desk) => {
    const words = ['Path: Mail', `Local-Mailbox: ${person}`, `Alternate-Mailboxes: ${desk.alias}`];
    await desk.write('.mh_profile', `${words.join('\n')}\n`);
    await desk.write('Mail/inbox/1', await readFile(desk.message, 'latin1'));
    await desk.run(command, [...options, '-build', '1', '+inbox']);
    const draft = join(desk.folder, 'Mail', command === 'repl' ? 'reply' : 'draft');
    const text = (await readFile(draft, 'latin1')).replace(/^Fcc:.*\n/m, '');
    const filled = command === 'repl' ? text : text.replace(/^To:.*$/m, `To: ${(await readDesk(desk)).carol}`);
    await writeFile(draft, `${filled}${answer}\n`, 'latin1');
    await desk.run('send', ['-server', '127.0.0.1', '-port', String(desk.port), '-mts', 'smtp', draft]);
  };
}

const date = 'Date: Sat, 21 Nov 2026 12:10:00 +0000';

async function byGit(desk: Desk): Promise<void> {
  const { id, bob } = await readDesk(desk);
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
  const whom = [`--to=${bob}`, `--from=${person}`, '--suppress-cc=all', `--in-reply-to=${id}`];
  await desk.run('git', ['send-email', '--quiet', '--no-format-patch', '--confirm=never', ...server, ...whom, file]);
}

async function byCurl(desk: Desk): Promise<void> {
  const { id, bob } = await readDesk(desk);
  const fields = [`From: ${person}`, `To: ${bob}`, 'Subject: Re: Monday', date, `In-Reply-To: ${id}`];
  const file = await desk.write(
    'answer',
    [...fields, 'Message-ID: <c1@olives.office.example>', '', answer, ''].join('\n'),
  );
  const envelope = ['--mail-from', ownersInbox, '--mail-rcpt', bob, '--upload-file', file];
  // Without --crlf it sends the line ends of the file; without a name behind the slash it greets as the file is called.
  await desk.run('curl', [
    '--silent',
    '--show-error',
    '--crlf',
    `smtp://127.0.0.1:${desk.port}/office.example`,
    ...envelope,
  ]);
}

/** Forwards the message to Carol as an attachment, with all that the provider wrote on it. */
export const attachByMutt = byMutt('mutt', 'f', true);

export const ownerPrograms: Readonly<Record<string, OwnerProgram>> = {
  mutt: {
    debianPackage: 'mutt',
    reply: byMutt('mutt', 'r'),
    replyAll: byMutt('mutt', 'g'),
    forward: byMutt('mutt', 'f'),
  },
  NeoMutt: {
    debianPackage: 'neomutt',
    reply: byMutt('neomutt', 'r'),
    replyAll: byMutt('neomutt', 'g'),
    forward: byMutt('neomutt', 'f'),
  },
  's-nail': {
    debianPackage: 's-nail',
    reply: byNail('Reply'),
    replyAll: byNail('reply'),
    forward: byNail('forward'),
  },
  nmh: {
    debianPackage: 'nmh',
    reply: byNmh('repl'),
    replyAll: byNmh('repl', '-group'),
    forward: byNmh('forw'),
  },
  Alpine: { debianPackage: 'alpine', reply: byAlpine('n'), replyAll: byAlpine('y'), forward: forwardByAlpine },
  aerc: {
    debianPackage: 'aerc',
    reply: byAerc(() => ':reply'),
    replyAll: byAerc(() => ':reply -a'),
    forward: byAerc(({ carol }) => `:forward ${carol}`),
  },
  Emacs: {
    debianPackage: 'emacs-nox',
    reply: byEmacs('message-reply'),
    replyAll: byEmacs('message-wide-reply'),
    forward: byEmacs('message-forward'),
  },
  'git send-email': { debianPackage: 'git-email', reply: byGit },
  curl: { debianPackage: 'curl', reply: byCurl },
};
