import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  changeDomainSchema,
  claimDomainSchema,
  domainAliasesQuerySchema,
  domainAliasesResponseSchema,
  domainMembersResponseSchema,
  giveRoleSchema,
  invitedMemberResponseSchema,
  inviteMemberSchema,
  joinDomainSchema,
  ownDomainResponseSchema,
  ownDomainsResponseSchema,
} from '#contract/account/domains.ts';
import { ownReportsResponseSchema } from '#contract/domains/mail-reports.ts';
import { readOwnReports } from '#core/mail-reports/read-reports.ts';
import { changeDomain, claimDomain, removeDomain, verifyDomain } from '#core/own-domains/own-domains.ts';
import { listDomainAliases } from '#core/own-domains/domain-aliases.ts';
import { giveRole } from '#core/offers/give-role.ts';
import { inviteMember, joinDomain, listMembers, removeMember } from '#core/own-domains/members.ts';
import { listOwnDomains } from '#core/own-domains/read-domains.ts';
import { domainAnswers } from '#messages/server/domains.ts';

/** Domains that an account brought or was given. */
export const domainRoutes = [
  route(
    'GET /api/account/domains',
    {
      access: 'session',
      feature: 'ownDomains',
      answer: ownDomainsResponseSchema,
      description: 'The domains of the account, oldest first, with what DNS should say and what it said last',
    },
    ({ core, user }) => listOwnDomains(core, user.id),
  ),

  route(
    'POST /api/account/domains',
    {
      access: 'session',
      feature: 'ownDomains',
      input: claimDomainSchema,
      errors: ['domain_exists', 'domain_taken', 'too_many_domains'],
      status: 201,
      answer: ownDomainResponseSchema,
      description: 'The new domain: one of its own takes no mail before its DNS proves it, a sub-domain at once',
    },
    async ({ core, user, input }) => {
      const domain = await claimDomain(core, user.id, input.name);
      const message = domain.kind === 'sub' ? domainAnswers.given(domain.name) : domainAnswers.claimed(domain.name);
      return { message, domain };
    },
  ),

  route(
    'POST /api/account/domains/{id}/verify',
    {
      access: 'session',
      feature: 'ownDomains',
      answer: ownDomainResponseSchema,
      description: 'The domain as its DNS stands now',
    },
    async ({ core, user, params }) => {
      const domain = await verifyDomain(core, { domainId: params.id, userId: user.id });
      const { verified, unverified } = domainAnswers;
      return { message: domain.state === 'verified' ? verified : unverified, domain };
    },
  ),

  route(
    'PATCH /api/account/domains/{id}',
    {
      access: 'session',
      feature: 'ownDomains',
      input: changeDomainSchema,
      errors: ['too_many_targets'],
      answer: ownDomainResponseSchema,
      description: 'The domain with its changes; what is left out stays',
    },
    async ({ core, user, ip, params, input }) => {
      const domain = await changeDomain(core, { domainId: params.id, userId: user.id, ip }, input);
      return { message: domainAnswers.changed, domain };
    },
  ),

  route(
    'DELETE /api/account/domains/{id}',
    {
      access: 'session',
      feature: 'ownDomains',
      errors: ['domain_in_use'],
      answer: messageResponseSchema,
      description: 'Removed, with what lay in the bin; a member of a domain of others leaves it',
    },
    async ({ core, user, params }) => {
      await removeDomain(core, { domainId: params.id, userId: user.id });
      return { message: domainAnswers.removed };
    },
  ),

  route(
    'GET /api/account/domains/{id}/members',
    {
      access: 'session',
      feature: 'ownDomains',
      answer: domainMembersResponseSchema,
      description: 'Who may use the domain, and who is invited to, for its admins',
    },
    async ({ core, user, params }) => ({
      members: await listMembers(core, { domainId: params.id, userId: user.id }),
    }),
  ),

  route(
    'GET /api/account/domains/{id}/aliases',
    {
      access: 'session',
      feature: 'ownDomains',
      query: domainAliasesQuerySchema,
      answer: domainAliasesResponseSchema,
      description: 'Names and states of the aliases on the domain, for its admins: no inboxes, notes or labels',
    },
    ({ core, user, params, query }) => listDomainAliases(core, { domainId: params.id, userId: user.id }, query),
  ),

  route(
    'POST /api/account/domains/{id}/roles',
    {
      access: 'confirmed',
      feature: 'ownDomains',
      input: giveRoleSchema,
      errors: ['no_target', 'too_many_aliases'],
      answer: messageResponseSchema,
      description:
        'An alias that others have by whose name one asks whose the domain is goes to its owner, with nothing but the name',
    },
    async ({ core, user, params, input }) => {
      const address = await giveRole(core, { domainId: params.id, userId: user.id }, input.name);
      return { message: domainAnswers.roleGiven(address) };
    },
  ),

  route(
    'GET /api/account/domains/{id}/reports',
    {
      access: 'session',
      feature: 'reports',
      answer: ownReportsResponseSchema,
      description: 'What other mail servers reported of the domain in the last 30 days, for its admins',
    },
    ({ core, user, params }) => readOwnReports(core, { domainId: params.id, userId: user.id }),
  ),

  route(
    'POST /api/account/domains/{id}/invitations',
    {
      access: 'confirmed',
      feature: 'ownDomains',
      input: inviteMemberSchema,
      errors: ['too_many_members'],
      status: 201,
      answer: invitedMemberResponseSchema,
      description: 'A link, shown once, that makes one account a member',
    },
    async ({ core, user, params, input }) => {
      const { token, member } = await inviteMember(core, { domainId: params.id, userId: user.id }, input);
      return { message: domainAnswers.invited, link: `${core.settings.publicUrl}/settings/domains#${token}`, member };
    },
  ),

  route(
    'POST /api/account/domains/join',
    {
      access: 'session',
      feature: 'ownDomains',
      input: joinDomainSchema,
      errors: ['link_unusable', 'too_many_domains'],
      answer: ownDomainResponseSchema,
      description: 'The domain that the account may use from now on',
    },
    async ({ core, user, input }) => {
      const domain = await joinDomain(core, user.id, input.token);
      return { message: domainAnswers.joined(domain.name), domain };
    },
  ),

  route(
    'DELETE /api/account/domains/{id}/members/{memberId}',
    {
      access: 'session',
      feature: 'ownDomains',
      answer: messageResponseSchema,
      description: 'Off the list: a member, or an invitation. Aliases stay with whoever made them',
    },
    async ({ core, user, params }) => {
      await removeMember(core, { domainId: params.id, userId: user.id }, params.memberId);
      return { message: domainAnswers.memberRemoved };
    },
  ),
];
