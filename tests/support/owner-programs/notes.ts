import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendMessage } from '#support/smtp-client.ts';
import type { Desk } from '#support/owner-programs/answering.ts';
import { ownersInbox, person } from '#support/owner-programs/owner-world.ts';

export const note = 'I am away until Monday.';

async function returnPathOf({ message }: Desk): Promise<string> {
  return /^Return-Path: <(.*)>$/m.exec(await readFile(message, 'latin1'))?.[1] ?? '';
}

/** Debian's vacation, which knows one place of sendmail: whatever the machine has there, a provider's stands before it meanwhile. */
export async function byVacation(desk: Desk): Promise<void> {
  const sendmail = [
    '#!/bin/sh',
    'for to; do :; done',
    `cat > ${desk.folder}/note`,
    `exec curl --silent --show-error --crlf smtp://127.0.0.1:${desk.port}/office.example --mail-from ${ownersInbox} \\`,
    `  --mail-rcpt "$to" --upload-file ${desk.folder}/note`,
  ];
  await desk.write('sbin/sendmail', `${sendmail.join('\n')}\n`);
  const words = await desk.write('note-words', `From: ${person}\nSubject: Away\n\n${note}\n`);
  const database = join(desk.folder, 'note.db');
  await desk.run('vacation', ['-i', '-f', database]);
  const [login = ''] = desk.alias.split('@');
  // It answers mail to its user, or to whom `-a` names by the part before the @.
  const vacation = `vacation -d -a ${login} -f ${database} -m ${words} root`;
  const script = `mount -t overlay overlay -o lowerdir=${desk.folder}/sbin:/usr/sbin /usr/sbin && exec ${vacation}`;
  await desk.run('unshare', ['--mount', 'sh', '-c', script], { input: await readFile(desk.message) });
}

async function bySieve(desk: Desk, script: string): Promise<void> {
  const settings = [
    `mail_location = maildir:${desk.folder}/mail`,
    // As root it would read nobody's mail.
    'mail_uid = nobody',
    'mail_gid = nogroup',
    'hostname = office.example',
    'postmaster_address = postmaster@office.example',
  ];
  const file = await desk.write('dovecot.conf', `${settings.join('\n')}\n`);
  const rules = await desk.write('rules.sieve', script);
  await desk.run('chmod', ['-R', 'a+rwX', desk.folder]);
  const from = await returnPathOf(desk);
  const whom = ['-f', from, '-r', ownersInbox, '-a', ownersInbox];
  const said = await desk.run('sieve-test', ['-c', file, '-e', ...whom, rules, desk.message], { only: 'stdout' });
  // It prints what it would give to sendmail; by RFC 5230 and RFC 5429 that has no return path. Where it prints into a pipe, the
  // message comes first, and then for whom it is.
  const [, text = '', to = ''] = /(^X-Sieve: [^]*?)\nRECIPIENT: (.*)$/m.exec(said) ?? [];
  const data = text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  await sendMessage({ port: desk.port, from: '', to, data });
}

export async function bySieveVacation(desk: Desk): Promise<void> {
  const text = `vacation :days 7 :addresses ["${desk.alias}"] :from "${person}" "${note}";`;
  await bySieve(desk, `require "vacation";\n${text}\n`);
}

/** As it does by itself: its From is whichever of the addresses the message was for. */
export async function bySieveVacationAsAlias(desk: Desk): Promise<void> {
  await bySieve(desk, `require "vacation";\nvacation :addresses ["${desk.alias}"] "${note}";\n`);
}

const rejection = 'No more mail of this kind, please.';

export async function bySieveReject(desk: Desk): Promise<void> {
  await bySieve(desk, `require "reject";\nreject "${rejection}";\n`);
}
