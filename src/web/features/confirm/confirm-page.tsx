import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { useTargetLink } from '#web/features/confirm/get-target-link.ts';
import { TargetLinkCard } from '#web/features/confirm/target-link-card.tsx';
import { RequestError } from '#web/lib/request.ts';

/** `/confirm#TOKEN`. The token leaves the address bar at once, so that no history or picture keeps it. */
export const ConfirmPage = () => {
  const token = useTokenFromFragment();
  return token === '' ? <UnusableLink /> : <OpenedLink key={token} token={token} />;
};

const useTokenFromFragment = (): string => {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const arrived = hash.slice(1);
  if (arrived !== '' && arrived !== token) setToken(arrived);
  useEffect(() => {
    if (arrived !== '') void navigate('/confirm', { replace: true });
  }, [arrived, navigate]);
  return token;
};

const OpenedLink = ({ token }: { token: string }) => {
  const { data, error, refetch } = useTargetLink(token);
  if (data) return <TargetLinkCard token={token} link={data.link} />;
  if (!error) return <FullScreenWaiting />;
  if (error instanceof RequestError && error.status < 500) return <UnusableLink />;
  return (
    <MessageCard title="The link could not be checked">
      <p className="text-soft">The server did not answer. Your link stays valid.</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </MessageCard>
  );
};

const UnusableLink = () => (
  <MessageCard title="This link no longer works">
    <p className="text-soft">
      It has expired, was already used, or was not copied whole. Links work once and for 7 days. Whoever asked can send
      a new one.
    </p>
  </MessageCard>
);
