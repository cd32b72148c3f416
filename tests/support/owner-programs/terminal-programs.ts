import { setTimeout as pause } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { eventually } from '#support/eventually.ts';
import { answer, readDesk, type Desk, type DeskMessage } from '#support/owner-programs/answering.ts';
import { ownersInbox, person } from '#support/owner-programs/owner-world.ts';
import { patience } from '#support/patience.ts';

const betweenLooksMs = 100;

/** A program in a terminal of tmux, and whoever sits before it. */
interface Terminal {
  /** Waits until the screen shows it. @throws Error with what it shows instead */
  see(text: string): Promise<void>;
  type(text: string): Promise<void>;
  /** As tmux names it. */
  press(key: string): Promise<void>;
}

async function atTerminal(desk: Desk, command: string, work: (terminal: Terminal) => Promise<void>): Promise<void> {
  const tmux = (...words: readonly string[]): Promise<string> =>
    desk.run('tmux', ['-S', `${desk.folder}/tmux`, ...words]);
  await tmux('-f', '/dev/null', 'new-session', '-d', '-x', '200', '-y', '50', command);
  const see: Terminal['see'] = async (text) => {
    const giveUpAt = performance.now() + patience.pollMs;
    for (;;) {
      const screen = await tmux('capture-pane', '-p');
      if (screen.includes(text)) return;
      if (performance.now() > giveUpAt) throw new Error(`it shows no ${text}:\n${screen}`);
      await pause(betweenLooksMs);
    }
  };
  try {
    await work({
      see,
      type: async (text) => void (await tmux('send-keys', '-l', text)),
      press: async (key) => void (await tmux('send-keys', key)),
    });
  } finally {
    await tmux('kill-server');
  }
}

/** What screens say of a message that was sent goes too soon to be seen (Alpine), or never comes (aerc, of a forwarded one). */
async function untilHandedIn({ handedIn }: Desk, send: () => Promise<void>): Promise<void> {
  const before = handedIn.length;
  await send();
  await eventually(() => {
    if (handedIn.length === before) throw new Error('nothing was sent');
  });
}

async function atAlpine(desk: Desk, work: (terminal: Terminal) => Promise<void>): Promise<void> {
  const settings = [
    'personal-name=Olive Owner',
    'user-domain=office.example',
    `customized-hdrs=From: ${person}`,
    `smtp-server=127.0.0.1:${desk.port}/novalidate-cert`,
    `inbox-path=${desk.mbox}`,
    'default-fcc=""',
    `alt-addresses=${desk.alias}`,
    'last-version-used=6.26',
    'feature-list=allow-changing-from,quit-without-confirm,send-without-confirm',
  ];
  const file = await desk.write('pinerc', `${settings.join('\n')}\n`);
  await atTerminal(desk, `alpine -p ${file} -i`, async (terminal) => {
    await terminal.see('Monday');
    await work(terminal);
    await untilHandedIn(desk, () => terminal.press('C-x'));
  });
}

/** `toAll`: what it is told when it asks whether all recipients are meant. */
export function byAlpine(toAll: 'y' | 'n') {
  return (desk: Desk): Promise<void> =>
    atAlpine(desk, async ({ see, type }) => {
      await type('r');
      await see('Include original message');
      await type('n');
      await see('Reply to all recipients');
      await type(toAll);
      await see('COMPOSE MESSAGE REPLY');
      await type(answer);
      await see(answer);
    });
}

export async function forwardByAlpine(desk: Desk): Promise<void> {
  const { carol } = await readDesk(desk);
  await atAlpine(desk, async ({ see, type }) => {
    await type('f');
    await see('FORWARD MESSAGE');
    await type(carol);
    await see(carol);
  });
}

/** What aerc has to know. `outgoing`: a server, or a program that sends. */
async function writeAercSettings(desk: Desk, outgoing: string, more: readonly string[]): Promise<string> {
  await desk.run('mkdir', ['-p', 'mail/INBOX/cur', 'mail/INBOX/tmp']);
  await desk.write('mail/INBOX/new/1.olive', await readFile(desk.message, 'latin1'));
  const account = [
    '[olive]',
    `source = maildir://${desk.folder}/mail`,
    `outgoing = ${outgoing}`,
    'smtp-starttls = no',
    `from = ${person}`,
    'default = INBOX',
    ...more,
  ];
  await desk.write('.config/aerc/accounts.conf', `${account.join('\n')}\n`);
  await desk.run('chmod', ['600', `${desk.folder}/.config/aerc/accounts.conf`]);
  const editor = await desk.write('editor', `#!/bin/sh\nprintf '%s\\n' '${answer}' >> "$1"\n`);
  return `env EDITOR=${editor} aerc`;
}

async function atAerc(desk: Desk, aerc: string, command: string): Promise<void> {
  await atTerminal(desk, aerc, async ({ see, type, press }) => {
    await see('Monday');
    await type(command);
    await press('Enter');
    await see('Send this email?');
    await untilHandedIn(desk, () => type('y'));
  });
}

export function byAerc(command: (message: DeskMessage) => string) {
  return async (desk: Desk): Promise<void> => {
    const aerc = await writeAercSettings(desk, `smtp+none://127.0.0.1:${desk.port}`, []);
    await atAerc(desk, aerc, command(await readDesk(desk)));
  };
}

/** It takes an invitation for its user's by `aliases`, and then writes as the alias; msmtp puts the owner's own address there again. */
export async function acceptByAerc(desk: Desk): Promise<void> {
  const server = ['host 127.0.0.1', `port ${desk.port}`, 'tls off', 'auth off'];
  const words = ['account default', ...server, `from ${ownersInbox}`, 'set_from_header on'];
  await desk.write('.msmtprc', `${words.join('\n')}\n`);
  await desk.run('chmod', ['600', `${desk.folder}/.msmtprc`]);
  await atAerc(desk, await writeAercSettings(desk, '/usr/bin/msmtp', [`aliases = ${desk.alias}`]), ':accept');
}
