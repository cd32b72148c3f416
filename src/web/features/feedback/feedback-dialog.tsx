import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedbackInput } from '#contract/site.ts';
import { limits } from '#contract/limits.ts';
import type { MessageResponse } from '#contract/answers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/input.tsx';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
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
      <Dialog
        title="Feedback"
        description="It reaches the people who run this service, without your name. Add an address if you want an answer."
        onClose={onClose}
      >
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
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={feedback.isPending}>
          {feedback.isPending ? 'Sending...' : 'Send feedback'}
        </Button>
      </div>
    </form>
  );
}

function useSendFeedback() {
  return useMutation({
    mutationFn: (payload: FeedbackInput) => request<MessageResponse>('/api/feedback', { method: 'POST', payload }),
  });
}
