import { Reply } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#contract/limits.ts';
import { inboxMessages, inboxWritingMessages as texts } from '#messages/pages/inbox.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/input.tsx';
import { useReply } from '#web/lib/calls/inbox-posts.ts';
import { Link } from '#web/lib/router/link.tsx';

interface ReplyProps {
  messageId: string;
  /** Who writes. */
  inbox: string;
  replyTo: string;
}

type Stage = 'closed' | 'open' | 'sent';

/** Answers a message from the inbox that it reached. */
export function ReplyPart(props: ReplyProps) {
  const [stage, setStage] = useState<Stage>('closed');
  const openRef = useRef<HTMLButtonElement>(null);
  const sentRef = useRef<HTMLParagraphElement>(null);
  const move = (next: Stage): void => {
    flushSync(() => setStage(next));
    // What had the focus is gone now.
    (next === 'sent' ? sentRef : openRef).current?.focus();
  };
  if (stage === 'open') return <ReplyForm {...props} onCancel={() => move('closed')} onSent={() => move('sent')} />;
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-line p-5 sm:px-6">
      {stage === 'sent' && (
        <p ref={sentRef} tabIndex={-1} role="status" className="min-w-0 flex-1 text-small outline-none">
          {texts.replied}{' '}
          <Link to="/inbox" className="font-semibold underline underline-offset-2 md:hidden">
            {inboxMessages.all}
          </Link>
        </p>
      )}
      <Button ref={openRef} look={stage === 'sent' ? 'plain' : 'primary'} size="small" onClick={() => setStage('open')}>
        <Reply aria-hidden="true" className="size-4" />
        {texts.reply}
      </Button>
    </div>
  );
}

interface FormProps extends ReplyProps {
  onCancel: () => void;
  onSent: () => void;
}

function findFault(text: string): string | null {
  if (text.trim() === '') return texts.replyEmpty;
  return text.trim().length > limits.previewReplyMaxLength ? texts.replyTooLong(limits.previewReplyMaxLength) : null;
}

function ReplyForm({ messageId, inbox, replyTo, onCancel, onSent }: FormProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => textRef.current?.focus(), []);
  const { mutate, isPending, error } = useReply(messageId);
  const submit = (): void => {
    const found = findFault(text);
    setFault(found);
    if (found === null && !isPending) mutate(text, { onSuccess: onSent });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4 border-t border-line p-5 sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={texts.replyFrom(inbox)} hint={texts.replyHint(replyTo)} error={fault ?? error?.message}>
        {(control) => (
          <Textarea
            {...control}
            ref={textRef}
            rows={5}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setFault(null);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" aria-disabled={isPending}>
          {isPending ? texts.sending : texts.send}
        </Button>
        <Button look="plain" size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
