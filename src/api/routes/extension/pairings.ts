import { describeDevice } from '#api/middleware/describe-device.ts';
import { route } from '#api/route.ts';
import {
  beginPairingSchema,
  pairingResponseSchema,
  redeemedPairingSchema,
  redeemPairingSchema,
} from '#contract/extension/pairing.ts';
import { beginPairing, redeemPairing } from '#core/api-keys/pairings.ts';

/** How a browser extension gets a key: its owner says so on a page, the extension comes for it with what only it knows. */
export const pairingRoutes = [
  route(
    'POST /api/pairings',
    {
      access: 'confirmed',
      handsOut: true,
      input: beginPairingSchema,
      errors: ['rate_limited'],
      status: 201,
      answer: pairingResponseSchema,
      description: 'A code for the extension whose challenge this is, good once and for two minutes',
    },
    async ({ core, c, user, input: { challenge } }) => {
      // Named by ourselves, as whoever opened the page could call himself anything.
      const device = describeDevice(c.req.header('User-Agent'));
      return { pairing: await beginPairing(core, { userId: user.id, challenge, device }) };
    },
  ),

  route(
    'POST /api/pairings/key',
    {
      access: 'public',
      input: redeemPairingSchema,
      errors: ['pairing_over', 'too_many_api_keys', 'account_leaving', 'account_waiting'],
      status: 201,
      answer: redeemedPairingSchema,
      description: 'The API key of the extension, the only time with its text. Reads no cookie',
    },
    ({ core, input }) => redeemPairing(core, input),
  ),
];
