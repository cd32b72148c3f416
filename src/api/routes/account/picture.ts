import { z } from '@hono/zod-openapi';
import { unlessSuspended } from '#api/middleware/session.ts';
import { route } from '#api/route.ts';
import { pictureInputSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { AppError } from '#contract/errors.ts';
import { findPicture, removePicture, savePicture } from '#core/accounts/pictures/account-picture.ts';
import { answers } from '#messages/server/answers.ts';

const daySeconds = 24 * 60 * 60;

/** The picture of an account, and the address that it is loaded from. */
export const pictureRoutes = [
  route(
    'PUT /api/account/picture',
    {
      access: 'session',
      input: pictureInputSchema,
      middleware: [unlessSuspended],
      errors: ['account_suspended', 'rate_limited'],
      answer: messageResponseSchema,
      description: 'The picture is kept in the place of the one before, without what it told beside what it shows',
    },
    async ({ core, user, input }) => {
      await savePicture(core, user.id, input.picture);
      return { message: answers.pictureSaved };
    },
  ),

  route(
    'DELETE /api/account/picture',
    {
      access: 'session',
      answer: messageResponseSchema,
      description: 'There is none any more; also when there was none',
    },
    async ({ core, user }) => {
      await removePicture(core, user.id);
      return { message: answers.pictureRemoved };
    },
  ),

  route(
    'GET /api/pictures/{token}',
    {
      access: 'public',
      params: z.object({ token: z.string() }),
      tags: ['Account'],
      description:
        'A picture, JPEG or PNG, by the address that the account is told: today and tomorrow, without a session',
    },
    async ({ core, c, params }) => {
      const picture = await findPicture(core, params.token);
      if (picture === null) throw new AppError('not_found');
      return c.body(new Uint8Array(picture.octets), 200, {
        'Content-Type': picture.type,
        'Content-Disposition': 'inline',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': `private, max-age=${daySeconds}`,
      });
    },
  ),
];
