import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';

/** Ends the session. The browser forgets it even when the server cannot be told. */
export const useLogOut = (): (() => Promise<void>) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await request('/api/auth/logout', { method: 'POST' }).catch(() => undefined);
    // First away from the dashboard, which would show its sign-in screen for a moment.
    await navigate('/home');
    forgetSession(client);
    showToast({ title: 'Logged Out', description: 'Successfully logged out' });
  };
};
