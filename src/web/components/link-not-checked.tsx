import { confirmMessages as texts } from '#messages/pages/confirm.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { RequestError } from '#web/lib/request.ts';

function isBusy(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 429;
}

/** Whether a link that was asked about may well be good: the server was not reached, failed, or was asked too often. */
export function mayBeGood(error: unknown): boolean {
  return !(error instanceof RequestError) || error.status < 400 || error.status >= 500 || isBusy(error);
}

/** In the place of what a mailed link opens. It is no longer in the address, so that to load the page anew would lose it. */
export function LinkNotChecked({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <MessageCard title={texts.notChecked}>
      <p className="text-soft">{isBusy(error) ? error.message : texts.notCheckedDescription}</p>
      <Button onClick={retry}>{texts.tryAgain}</Button>
    </MessageCard>
  );
}
