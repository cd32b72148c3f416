import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import {
  deleteForReasonSchema,
  findAccountSchema,
  journalResponseSchema,
  operatorAccountResponseSchema,
  queueActInputSchema,
  queueResponseSchema,
  recoveryLinkResponseSchema,
  quotaSchema,
  suspendSchema,
  type OperatorAccount,
} from '#contract/operator.ts';
import { deleteAccount, makeRecoveryLink, resume, setQuota, suspend, unlock } from '#core/operator/act-on-account.ts';
import { describeAccount, findAccount } from '#core/operator/find-account.ts';
import { readJournal } from '#core/operator-journal.ts';
import type { OperatorContext } from '#core/operator/operator-context.ts';
import { actOnQueue, listQueue } from '#core/operator/queue.ts';

/** As it is after an act, which is written down with what it was about. */
async function shown(context: OperatorContext, id: string): Promise<{ account: OperatorAccount }> {
  const account = await describeAccount(context, id);
  if (account === null) throw new AppError('not_found');
  return { account };
}

const shownEntries = 100;

/** Behind the operator's page. To all but operators there are no such routes. */
export const operatorRoutes = [
  route(
    'POST /api/operator/account',
    {
      access: 'operator',
      input: findAccountSchema,
      answer: operatorAccountResponseSchema,
      description: 'The account behind an email, an id, or an address of ours in a complaint: age, state and counts',
    },
    async ({ core, operatorTools, user, input }) => ({
      account: await findAccount({ ...core, ...operatorTools }, user.id, input.who),
    }),
  ),

  route(
    'POST /api/operator/accounts/{id}/suspension',
    {
      access: 'operator',
      input: suspendSchema,
      answer: operatorAccountResponseSchema,
      description: 'Suspended; within a second nothing more of it leaves',
    },
    async ({ core, operatorTools, user, params: { id: account }, input }) => {
      const context = { ...core, ...operatorTools };
      await suspend(context, { by: user.id, account }, input);
      return shown(context, account);
    },
  ),

  route(
    'DELETE /api/operator/accounts/{id}/suspension',
    { access: 'operator', answer: operatorAccountResponseSchema, description: 'As before; what was held goes out' },
    async ({ core, operatorTools, user, params: { id: account } }) => {
      const context = { ...core, ...operatorTools };
      await resume(context, { by: user.id, account });
      return shown(context, account);
    },
  ),

  route(
    'POST /api/operator/accounts/{id}/deletion',
    {
      access: 'operator',
      input: deleteForReasonSchema,
      answer: operatorAccountResponseSchema,
      description: 'Suspended, and erased in seven days unless it is resumed',
    },
    async ({ core, operatorTools, user, params: { id: account }, input }) => {
      const context = { ...core, ...operatorTools };
      await deleteAccount(context, { by: user.id, account }, input.reason);
      return shown(context, account);
    },
  ),

  route(
    'POST /api/operator/accounts/{id}/recovery-link',
    {
      access: 'operator',
      errors: ['password_missing'],
      answer: recoveryLinkResponseSchema,
      description: 'A link for its owner, which works in 72 hours; every confirmed inbox of the account is told',
    },
    async ({ core, operatorTools, user, params: { id: account } }) => {
      const link = await makeRecoveryLink({ ...core, ...operatorTools }, { by: user.id, account });
      return { link: { ...link, worksAt: link.worksAt.toISOString(), expiresAt: link.expiresAt.toISOString() } };
    },
  ),

  route(
    'PUT /api/operator/accounts/{id}/quota',
    {
      access: 'operator',
      input: quotaSchema,
      answer: operatorAccountResponseSchema,
      description: 'So many aliases it may have; those it has stay',
    },
    async ({ core, operatorTools, user, params: { id: account }, input }) => {
      const context = { ...core, ...operatorTools };
      await setQuota(context, { by: user.id, account }, input.aliases);
      return shown(context, account);
    },
  ),

  route(
    'DELETE /api/operator/accounts/{id}/lock',
    {
      access: 'operator',
      answer: operatorAccountResponseSchema,
      description: 'Not locked any more, neither by its owner nor by wrong codes; its inboxes are told',
    },
    async ({ core, operatorTools, user, params: { id: account } }) => {
      const context = { ...core, ...operatorTools };
      await unlock(context, { by: user.id, account });
      return shown(context, account);
    },
  ),

  route(
    'GET /api/operator/queue',
    { access: 'operator', answer: queueResponseSchema, description: 'What waits, by destination, most first' },
    async ({ core, operatorTools, user }) => ({
      destinations: await listQueue({ ...core, ...operatorTools }, user.id),
    }),
  ),

  route(
    'POST /api/operator/queue',
    {
      access: 'operator',
      input: queueActInputSchema,
      errors: ['not_found'],
      answer: queueResponseSchema,
      description: 'Held, released, tried now or given up; what waits then',
    },
    async ({ core, operatorTools, user, input }) => {
      const context = { ...core, ...operatorTools };
      await actOnQueue(context, user.id, input);
      return { destinations: await listQueue(context, user.id) };
    },
  ),

  route(
    'GET /api/operator/log',
    {
      access: 'operator',
      answer: journalResponseSchema,
      description: 'What operators looked at and did last, newest first, and whether the list is whole',
    },
    async ({ core }) => {
      const { entries, ...state } = await readJournal(core, shownEntries);
      const listed = entries.map((entry) => {
        const { mark: _, ...rest } = entry;
        return { ...rest, at: entry.at.toISOString() };
      });
      return { entries: listed, ...state };
    },
  ),
];
