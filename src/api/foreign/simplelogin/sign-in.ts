import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { nameOf } from '#api/foreign/simplelogin/account.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { inputError } from '#api/render-error.ts';
import { accountFaults, fitsPassword } from '#contract/account-faults.ts';
import type { CreateApiKeyInput } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { authenticateApiKey } from '#core/api-keys/api-keys.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { finishSignInForKey, signInForKey } from '#core/sign-in/sign-in-for-key.ts';

const maxText = 1024;
const unnamed = 'Client of SimpleLogin';

const loginSchema = z.object({
  email: z.string().max(limits.emailMaxOctets),
  password: z
    .string({ error: accountFaults.passwordMissing })
    .min(1, accountFaults.passwordMissing)
    .refine(fitsPassword, accountFaults.passwordTooLong),
  device: z.string().max(maxText),
});

const mfaSchema = z.object({
  mfa_token: z.string().trim().min(1).max(32),
  mfa_key: z.string().max(maxText),
  device: z.string().max(maxText),
});

/** Clients of SimpleLogin name their device where our own sign-in does not, and the code as no other does. */
export function isSimpleLoginSignIn(path: string, body: object): boolean {
  return path === '/api/auth/mfa' ? 'mfa_token' in body : 'email' in body && 'device' in body;
}

function readKeyInput(device: string): CreateApiKeyInput {
  const cut = device.trim().slice(0, limits.apiKeyNameMax);
  // What these clients know to do.
  return { name: cut.toWellFormed() || unnamed, scope: 'aliases' };
}

/** Sign-in for an API key. Mounted before our own routes of the same paths. */
export function simpleLoginSignInRoutes(app: OpenAPIHono, core: AccountContext): void {
  app.post('/api/auth/login', async (c, next) => {
    const asked = c.get('foreignSignIn');
    if (asked?.service !== 'simplelogin') return next();
    const { data: input, error } = loginSchema.safeParse(asked.body);
    if (error) throw inputError('json', error);
    const credentials = { email: input.email, password: input.password, key: readKeyInput(input.device) };
    const signedIn = await signInForKey(core, credentials, clientAddress(c));
    const shown = { name: input.email, email: input.email };
    if (signedIn.kind === 'key') {
      return c.json({ ...shown, mfa_enabled: false, mfa_key: null, api_key: signedIn.apiKey.key }, 200);
    }
    return c.json({ ...shown, mfa_enabled: true, mfa_key: signedIn.ticket, api_key: null }, 200);
  });

  app.post('/api/auth/mfa', async (c, next) => {
    const asked = c.get('foreignSignIn');
    if (asked?.service !== 'simplelogin') return next();
    const { data: input, error } = mfaSchema.safeParse(asked.body);
    if (error) throw inputError('json', error);
    const proof = { ticket: input.mfa_key, code: input.mfa_token, key: readKeyInput(input.device) };
    const { key } = await finishSignInForKey(core, proof, clientAddress(c));
    const { user } = await authenticateApiKey(core, key);
    return c.json({ api_key: key, name: nameOf(user), email: nameOf(user) }, 200);
  });
}
