import { useState } from 'react';
import { confirmMessages as texts } from '#messages/confirm.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useAnswerTargetLink } from '#web/features/confirm/target-link.ts';
import { explain } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface StopForwardingProps {
  token: string;
  address: string;
  label: string;
}

export function StopForwarding({ token, address, label }: StopForwardingProps) {
  const [asking, setAsking] = useState(false);
  const stop = useAnswerTargetLink(token, 'stop');

  const confirm = useSingleRun(async () => {
    try {
      await stop.mutateAsync();
    } catch (error) {
      const description = explain(error, texts.noAnswer);
      showToast({ title: texts.notStopped, description, tone: 'destructive' });
      setAsking(false);
    }
  });

  return (
    <>
      <Button look="plain" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !stop.isPending && setAsking(open)}
        title={texts.stopQuestion}
        description={texts.stopDescription(address)}
        cancelText={texts.cancel}
        confirmText={texts.stop}
        busyText={texts.stopping}
        busy={stop.isPending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
