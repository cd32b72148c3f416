import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { FeedbackInput } from '#contract/site.ts';
import { feedbackMessages } from '#messages/pages/feedback.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/input.tsx';
import { request } from '#web/lib/request.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export interface FeedbackDialogProps {
  open: boolean;
  onClose: () => void;
}

/** A few words to whoever runs this. What was typed outlives a closed dialog and a failed request. */
export function FeedbackDialog({ open, onClose }: FeedbackDialogProps) {
  const feedback = useFeedback(onClose);
  return (
    open && (
      <Dialog title={feedbackMessages.title} description={feedbackMessages.description} onClose={onClose}>
        <FeedbackForm feedback={feedback} onCancel={onClose} />
      </Dialog>
    )
  );
}

function useFeedback(onSent: () => void) {
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState<string>();
  const send = useSendFeedback();

  const write = (text: string): void => {
    setMessage(text);
    setFault(undefined);
  };
  const submit = useSingleRun(async (): Promise<void> => {
    if (message.trim() === '') {
      setFault(feedbackMessages.empty);
      return;
    }
    try {
      const answer = await send.mutateAsync({ message });
      showToast({ title: feedbackMessages.sent, description: answer.message });
    } catch (error) {
      reportFailure(error, feedbackMessages.notSent, feedbackMessages.failure);
      return;
    }
    write('');
    onSent();
  });
  return { message, fault, write, submit, isPending: send.isPending };
}

interface FeedbackFormProps {
  feedback: ReturnType<typeof useFeedback>;
  onCancel: () => void;
}

function FeedbackForm({ feedback, onCancel }: FeedbackFormProps) {
  return (
    <form
      noValidate
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        void feedback.submit();
      }}
    >
      <Field label={feedbackMessages.message} error={feedback.fault}>
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
        <Button look="plain" onClick={onCancel}>
          {feedbackMessages.cancel}
        </Button>
        <Button type="submit" disabled={feedback.isPending}>
          {feedback.isPending ? feedbackMessages.sending : feedbackMessages.send}
        </Button>
      </div>
    </form>
  );
}

function useSendFeedback() {
  return useMutation({
    mutationFn: (payload: FeedbackInput) => request('POST /api/feedback', { payload }),
  });
}
