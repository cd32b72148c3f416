import type { Command } from '#cli/command.ts';
import type { DomainCommandContext } from '#cli/database.ts';
import {
  runAccountApprove,
  runAccountDelete,
  runAccountFind,
  runAccountQuota,
  runAccountRefuse,
  runAccountResume,
  runAccountSignOut,
  runAccountSuspend,
  runAccountUnlock,
  runAccountWaiting,
  runOperatorAdd,
  runOperatorList,
  runOperatorRemove,
  runRecoveryLink,
  runReturnName,
} from '#cli/operator/account.ts';
import { runAccountReported, runHealth, runVolume } from '#cli/operator/look.ts';
import { runOperatorLog } from '#cli/operator/journal.ts';
import { runBlock, runBlockList, runQueue, runQueueAct, runUnblock } from '#cli/operator/queue.ts';
import { queueActSchema, type QueueAct } from '#contract/operator.ts';

function print(line: string): void {
  void process.stdout.write(`${line}\n`);
}

const queueSummaries: Record<QueueAct, string> = {
  hold: 'let nothing be tried at a destination: a domain, smarthost, or an id that `queue` prints',
  release: 'end that',
  'try-now': 'try now what waits for a destination',
  drop: 'give up what waits for a destination; whoever must know is told',
};

type Adapters = Omit<DomainCommandContext, 'config'>;

/** What operators do by command: see and stop. */
export function operatorCommands(adapters: Adapters): Record<string, Command> {
  return {
    ...accountCommands(adapters),
    ...ownerCommands(adapters),
    ...operatorNameCommands(adapters),
    ...queueCommands(adapters),
    volume: {
      parameters: [],
      summary: 'print how many messages there were on each of the last 30 days, by the age of the accounts',
      run: (config) => runVolume({ config, ...adapters }, print),
    },
    health: {
      parameters: [],
      summary: 'print how DNS stands for each domain, and the certificates that the program gets',
      run: (config) => runHealth({ config, ...adapters }, print),
    },
  };
}

function queueCommands(adapters: Adapters): Record<string, Command> {
  const queueActs = Object.fromEntries(
    queueActSchema.options.map((act): [string, Command] => [
      `queue ${act}`,
      {
        parameters: ['DESTINATION'],
        summary: queueSummaries[act],
        run: (config, [destination = '']) => runQueueAct({ config, ...adapters }, { act, destination }, print),
      },
    ]),
  );
  return {
    queue: {
      parameters: [],
      summary: 'print what waits, by destination',
      run: (config) => runQueue({ config, ...adapters }, print),
    },
    ...queueActs,
    'block add': {
      parameters: ['SENDER'],
      summary: 'refuse mail from an address, or from a domain and those below it, for everybody',
      run: (config, [sender = '']) => runBlock({ config, ...adapters }, sender, print),
    },
    'block remove': {
      parameters: ['SENDER'],
      summary: 'end that',
      run: (config, [sender = '']) => runUnblock({ config, ...adapters }, sender, print),
    },
    'block list': {
      parameters: [],
      summary: 'print who is blocked',
      run: (config) => runBlockList({ config, ...adapters }, print),
    },
  };
}

function accountCommands(adapters: Adapters): Record<string, Command> {
  return {
    'account find': {
      parameters: ['WHO'],
      summary: 'age, state and counts of the account behind an email, id, name, alias, reverse or bounce address',
      run: (config, [who = '']) => runAccountFind({ config, ...adapters }, who, print),
    },
    'account suspend': {
      parameters: ['WHO', 'SCOPE', 'REASON'],
      summary: 'stop what an account sends (sending), or its mail both ways (all); its owner reads the reason',
      run: (config, parameters) => runAccountSuspend({ config, ...adapters }, parameters, print),
    },
    'account resume': {
      parameters: ['WHO'],
      summary: 'end that; what was held goes out',
      run: (config, [who = '']) => runAccountResume({ config, ...adapters }, who, print),
    },
    'account delete': {
      parameters: ['WHO', 'REASON'],
      summary: 'suspend an account and erase it in seven days',
      run: (config, parameters) => runAccountDelete({ config, ...adapters }, parameters, print),
    },
    'account reported': {
      parameters: [],
      summary: 'list the accounts that complaints at abuse@ lead to',
      run: (config) => runAccountReported({ config, ...adapters }, print),
    },
    'account quota': {
      parameters: ['WHO', 'NUMBER'],
      summary: 'how many aliases an account may have; `default`: as the settings say',
      run: (config, parameters) => runAccountQuota({ config, ...adapters }, parameters, print),
    },
  };
}

/** For owners who are kept out, and for those who wait. */
function ownerCommands(adapters: Adapters): Record<string, Command> {
  return {
    'account recovery-link': {
      parameters: ['WHO'],
      summary: 'a link to choose a new password, which works in 72 hours; every inbox of the account is told',
      run: (config, [who = '']) => runRecoveryLink({ config, ...adapters }, who, print),
    },
    'account unlock': {
      parameters: ['WHO'],
      summary: "end a lock of an account, its owner's or of too many wrong codes; its inboxes are told",
      run: (config, [who = '']) => runAccountUnlock({ config, ...adapters }, who, print),
    },
    'account sign-out': {
      parameters: ['WHO'],
      summary: 'end all sessions of an account, or of everybody',
      run: (config, [who = '']) => runAccountSignOut({ config, ...adapters }, who, print),
    },
    'account return-name': {
      parameters: ['WHO', 'ADDRESS', 'FORMER'],
      summary: 'let an account take a name that it had before it was erased; FORMER: its id then, from its export',
      run: (config, parameters) => runReturnName({ config, ...adapters }, parameters, print),
    },
    'account waiting': {
      parameters: [],
      summary: 'list the accounts that wait for approval',
      run: (config) => runAccountWaiting({ config, ...adapters }, print),
    },
    'account approve': {
      parameters: ['WHO'],
      summary: 'let an account that waits do what others do',
      run: (config, [who = '']) => runAccountApprove({ config, ...adapters }, who, print),
    },
    'account refuse': {
      parameters: ['WHO'],
      summary: 'erase an account that waits',
      run: (config, [who = '']) => runAccountRefuse({ config, ...adapters }, who, print),
    },
  };
}

function operatorNameCommands(adapters: Adapters): Record<string, Command> {
  return {
    'operator add': {
      parameters: ['WHO'],
      summary: "let an account open the operator's page",
      run: (config, [who = '']) => runOperatorAdd({ config, ...adapters }, who, print),
    },
    'operator remove': {
      parameters: ['WHO'],
      summary: 'end that',
      run: (config, [who = '']) => runOperatorRemove({ config, ...adapters }, who, print),
    },
    'operator list': {
      parameters: [],
      summary: 'print the accounts that may',
      run: (config) => runOperatorList({ config, ...adapters }, print),
    },
    'operator log': {
      parameters: ['[COUNT]'],
      summary: 'print what operators looked at and did last, and check the list',
      run: (config, [count]) => runOperatorLog({ config, ...adapters }, count, print),
    },
  };
}
