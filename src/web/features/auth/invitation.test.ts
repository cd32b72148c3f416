import { expect, it } from 'vitest';
import { invitationIn } from '#web/features/auth/invitation.ts';

it('an invitation is what stands behind /auth; behind other pages that ask to sign in stand links of their own', () => {
  expect(invitationIn({ pathname: '/auth', hash: '#token' })).toBe('token');
  expect(invitationIn({ pathname: '/auth', hash: '' })).toBe('');
  // To a domain that somebody shares: it is looked at once its reader is signed in.
  expect(invitationIn({ pathname: '/settings/domains', hash: '#token' })).toBe('');
  expect(invitationIn({ pathname: '/dashboard', hash: '#main' })).toBe('');
});
