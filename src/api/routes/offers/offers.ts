import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  madeOfferResponseSchema,
  offerDomainSchema,
  offeredResponseSchema,
  offerResponseSchema,
  readOfferSchema,
  takenResponseSchema,
  takeOfferSchema,
} from '#contract/domains/offers.ts';
import { limits } from '#contract/limits.ts';
import { offerAlias, offerDomain, readAliasOffer, readDomainOffer, withdrawOffer } from '#core/offers/offers.ts';
import { readOffer, takeOffer } from '#core/offers/take-offer.ts';
import { offerAnswers } from '#messages/server/offers.ts';

/** With its secret in the fragment, which no server is told. */
function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/take#${token}`;
}

/** Aliases and domains that pass to another account, when both agree. */
export const offerRoutes = [
  route(
    'GET /api/aliases/{id}/offer',
    {
      access: 'session',
      answer: offerResponseSchema,
      description: 'Until when the alias is offered to another account',
    },
    async ({ core, user, params }) => ({ offer: await readAliasOffer(core, { aliasId: params.id, userId: user.id }) }),
  ),

  route(
    'POST /api/aliases/{id}/offer',
    {
      access: 'confirmed',
      errors: ['rate_limited', 'offer_stopped'],
      status: 201,
      answer: madeOfferResponseSchema,
      description: 'A link, shown once, by which another account takes the alias; one that was made before ends',
    },
    async ({ core, user, params }) => {
      const { token, offer } = await offerAlias(core, { aliasId: params.id, userId: user.id });
      return { message: offerAnswers.made(limits.offerDays), link: linkTo(core.settings.publicUrl, token), offer };
    },
  ),

  route(
    'DELETE /api/aliases/{id}/offer',
    { access: 'session', answer: messageResponseSchema, description: 'Taken back: the link works no more' },
    async ({ core, user, params }) => {
      await withdrawOffer(core, user.id, { aliasId: params.id });
      return { message: offerAnswers.withdrawn };
    },
  ),

  route(
    'GET /api/account/domains/{id}/offer',
    {
      access: 'session',
      feature: 'domainOffers',
      answer: offerResponseSchema,
      description: 'Until when the domain is offered to another account',
    },
    async ({ core, user, params }) => ({
      offer: await readDomainOffer(core, { domainId: params.id, userId: user.id }),
    }),
  ),

  route(
    'POST /api/account/domains/{id}/offer',
    {
      access: 'confirmed',
      feature: 'domainOffers',
      input: offerDomainSchema,
      errors: ['rate_limited', 'domain_unproven', 'offer_stopped'],
      status: 201,
      answer: madeOfferResponseSchema,
      description: 'A link, shown once, by which another account takes the domain; one that was made before ends',
    },
    async ({ core, user, params, input }) => {
      const { token, offer } = await offerDomain(core, { domainId: params.id, userId: user.id }, input);
      return { message: offerAnswers.made(limits.offerDays), link: linkTo(core.settings.publicUrl, token), offer };
    },
  ),

  route(
    'DELETE /api/account/domains/{id}/offer',
    {
      access: 'session',
      feature: 'domainOffers',
      answer: messageResponseSchema,
      description: 'Taken back: the link works no more',
    },
    async ({ core, user, params }) => {
      await withdrawOffer(core, user.id, { domainId: params.id });
      return { message: offerAnswers.withdrawn };
    },
  ),

  route(
    'POST /api/offers/read',
    {
      access: 'session',
      input: readOfferSchema,
      errors: ['link_unusable'],
      answer: offeredResponseSchema,
      description: 'What a link offers. Changes nothing',
    },
    async ({ core, user, input }) => ({ offered: await readOffer(core, user.id, input.token) }),
  ),

  route(
    'POST /api/offers/take',
    {
      access: 'session',
      input: takeOfferSchema,
      errors: [
        'rate_limited',
        'link_unusable',
        'offer_changed',
        'offer_own',
        'offer_stopped',
        'offer_members_only',
        'alias_reserved',
        'no_target',
        'too_many_targets',
        'too_many_aliases',
        'too_many_domains',
        'domain_unproven',
        'domain_exists',
        'domain_taken',
      ],
      answer: takenResponseSchema,
      description: 'The alias or domain is the account’s from now on, with nothing of its former owner’s but the name',
    },
    async ({ core, user, ip, input }) => {
      const taken = await takeOffer(core, { userId: user.id, ip, ...input });
      return { message: offerAnswers.taken(taken.name), ...taken };
    },
  ),
];
