import { setTimeout as pause } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { answer, type Desk } from '#support/owner-programs/answering.ts';
import { person } from '#support/owner-programs/owner-world.ts';
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

/** `all`: to all recipients. */
export function byAlpine(all: boolean) {
  return async (desk: Desk): Promise<void> => {
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
    await atTerminal(desk, `alpine -p ${file} -i`, async ({ see, type, press }) => {
      await see('Monday');
      await type('r');
      await see('Include original message');
      await type('n');
      await see('Reply to all recipients');
      await type(all ? 'y' : 'n');
      await see('COMPOSE MESSAGE REPLY');
      await type(answer);
      await see(answer);
      await press('C-x');
      await see('Message sent');
    });
  };
}

/** What aerc has to know. `outgoing`: a server, or a program that sends. */
async function writeAercSettings(desk: Desk, outgoing: string, more: readonly string[] = []): Promise<string> {
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

export function byAerc(command: ':reply' | ':reply -a') {
  return async (desk: Desk): Promise<void> => {
    const aerc = await writeAercSettings(desk, `smtp+none://127.0.0.1:${desk.port}`);
    await atTerminal(desk, aerc, async ({ see, type, press }) => {
      await see('Monday');
      await type(command);
      await press('Enter');
      await see('Send this email?');
      await type('y');
      await see('Message sent');
    });
  };
}
