import { route } from '#api/route.ts';
import { operatorReportsResponseSchema } from '#contract/domains/mail-reports.ts';
import { operatorTraceResponseSchema, readTraceSchema } from '#contract/held/alias-trace.ts';
import {
  blockInputSchema,
  blocksResponseSchema,
  decisionSchema,
  healthResponseSchema,
  reportedAccountsResponseSchema,
  volumeResponseSchema,
  waitingAccountsResponseSchema,
} from '#contract/operator.ts';
import { listReportedAccounts } from '#core/operator/abuse-reports.ts';
import { decideAccount } from '#core/operator/act-on-account.ts';
import { listWaitingAccounts } from '#core/operator/find-account.ts';
import { readTraceOf } from '#core/operator/read-trace.ts';
import { lookAtHealth, lookAtMailReports, lookAtVolume } from '#core/operator/look-around.ts';
import { blockSender, listBlocks, unblockSender } from '#core/operator/sender-blocks.ts';

const shownBlocks = 200;

/** The lists of the operator's page. To all but operators there are no such routes. */
export const operatorListRoutes = [
  route(
    'GET /api/operator/reports',
    {
      access: 'operator',
      answer: reportedAccountsResponseSchema,
      description: 'The accounts that complaints lead to, at most 100; first those that sent what was complained of',
    },
    async ({ core, operatorTools, user }) => ({
      accounts: await listReportedAccounts({ ...core, ...operatorTools }, user.id),
    }),
  ),

  route(
    'POST /api/operator/trace',
    {
      access: 'operator',
      input: readTraceSchema,
      answer: operatorTraceResponseSchema,
      description: 'What became of the mail of an alias, by the code that its owner gave for it',
    },
    async ({ core, operatorTools, user, input }) => readTraceOf({ ...core, ...operatorTools }, user.id, input.code),
  ),

  route(
    'GET /api/operator/waiting',
    {
      access: 'operator',
      answer: waitingAccountsResponseSchema,
      description: 'The accounts that wait for approval, longest first, at most 100',
    },
    async ({ core, operatorTools, user }) => ({
      accounts: await listWaitingAccounts({ ...core, ...operatorTools }, user.id),
    }),
  ),

  route(
    'POST /api/operator/accounts/{id}/decision',
    {
      access: 'operator',
      input: decisionSchema,
      answer: waitingAccountsResponseSchema,
      description: 'Approved or refused, of which its owner is told; who waits then',
    },
    async ({ core, operatorTools, user, params: { id: account }, input }) => {
      const context = { ...core, ...operatorTools };
      await decideAccount(context, { by: user.id, account }, input.decision);
      return { accounts: await listWaitingAccounts(context, user.id) };
    },
  ),

  route(
    'GET /api/operator/blocks',
    {
      access: 'operator',
      answer: blocksResponseSchema,
      description: 'The senders whose mail nobody gets, the newest 200',
    },
    ({ core, operatorTools, user }) => listBlocks({ ...core, ...operatorTools }, user.id, shownBlocks),
  ),

  route(
    'POST /api/operator/blocks',
    {
      access: 'operator',
      input: blockInputSchema,
      errors: ['not_found'],
      answer: blocksResponseSchema,
      description: 'An address, or a domain with all below it, is refused or taken again; who is blocked then',
    },
    async ({ core, operatorTools, user, input: { act, sender } }) => {
      const context = { ...core, ...operatorTools };
      await (act === 'add' ? blockSender : unblockSender)(context, user.id, sender);
      return listBlocks(context, user.id, shownBlocks);
    },
  ),

  route(
    'GET /api/operator/volume',
    {
      access: 'operator',
      answer: volumeResponseSchema,
      description: 'How many messages were forwarded and sent on each of the last 30 days, by the age of the accounts',
    },
    async ({ core, operatorTools, user }) => ({ days: await lookAtVolume({ ...core, ...operatorTools }, user.id) }),
  ),

  route(
    'GET /api/operator/mail-reports',
    {
      access: 'operator',
      feature: 'reports',
      answer: operatorReportsResponseSchema,
      description:
        'What other mail servers reported of the last 30 days: of each shared domain, and of all domains of accounts together',
    },
    ({ core, operatorTools, user }) => lookAtMailReports({ ...core, ...operatorTools }, user.id),
  ),

  route(
    'GET /api/operator/health',
    {
      access: 'operator',
      answer: healthResponseSchema,
      description: 'How DNS stands for each domain, and the certificates that the program gets by itself',
    },
    ({ core, operatorTools, user }) => lookAtHealth({ ...core, ...operatorTools }, user.id),
  ),
];
