import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/input.tsx';
import { useSendFeedback } from '#web/features/feedback/send-feedback.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface FeedbackDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A few words to whoever runs this. What was typed outlives a closed dialog and a failed request. */
export const FeedbackDialog = ({ open, onOpenChange }: FeedbackDialogProps) => {
  const feedback = useFeedback(() => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Dialog.Content className="fixed top-1/2 left-1/2 z-30 w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-fade rounded-box border border-line bg-sheet p-6">
          <Dialog.Title className="text-lead font-semibold">Feedback</Dialog.Title>
          <Dialog.Description className="mt-1 mb-5 text-soft">
            It reaches the people who run this service, without your name. Add an address if you want an answer.
          </Dialog.Description>
          <FeedbackForm feedback={feedback} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const useFeedback = (onSent: () => void) => {
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState<string>();
  const send = useSendFeedback();

  const write = (text: string): void => {
    setMessage(text);
    setFault(undefined);
  };
  const submit = useSingleRun(async (): Promise<void> => {
    if (message.trim() === '') {
      setFault('Please write something first');
      return;
    }
    try {
      const answer = await send.mutateAsync({ message });
      showToast({ title: 'Feedback Sent', description: answer.message });
    } catch (error) {
      reportFailure(error, 'Not Sent', 'Failed to send feedback');
      return;
    }
    write('');
    onSent();
  });
  return { message, fault, write, submit, isPending: send.isPending };
};

const FeedbackForm = ({ feedback }: { feedback: ReturnType<typeof useFeedback> }) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void feedback.submit();
    }}
  >
    <Field label="Your message" error={feedback.fault}>
      {(control) => (
        <Textarea
          rows={6}
          maxLength={limits.feedbackMax}
          value={feedback.message}
          onChange={({ target }) => feedback.write(target.value)}
          {...control}
        />
      )}
    </Field>
    <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Dialog.Close asChild>
        <Button look="plain">Cancel</Button>
      </Dialog.Close>
      <Button type="submit" disabled={feedback.isPending}>
        {feedback.isPending ? 'Sending...' : 'Send feedback'}
      </Button>
    </div>
  </form>
);
