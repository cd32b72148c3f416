import { useId, useRef, useState } from 'react';
import type { MessageResponse } from '#contract/answers.ts';
import { accountPictureMessages as texts } from '#messages/pages/account/profile.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

/** Null: there is to be none. @throws RequestError, UnreadablePicture */
async function changePicture(file: File | null): Promise<MessageResponse> {
  if (file === null) return request('DELETE /api/account/picture');
  const { scalePicture } = await import('#web/features/settings/scale-picture.ts');
  const picture = await scalePicture(file);
  if (picture === null) throw new UnreadablePicture();
  return request('PUT /api/account/picture', { payload: { picture } });
}

/** What is wrong with the file, if that is what is wrong. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof UnreadablePicture) return texts.unreadable;
  return error instanceof RequestError ? error.fieldErrors?.['picture']?.[0] : undefined;
}

/** Chooses the picture of an account, and takes it away. */
export function PictureButtons({ hasPicture }: { hasPicture: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const faultId = useId();
  const { change, isPending } = useAccountChange({
    send: changePicture,
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
    showFaults: (error) => setFault(faultOf(error)),
  });
  const ask = (chosen: File | null): void => {
    setAsked(chosen);
    setFault(undefined);
    void change(chosen);
  };
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen !== undefined) ask(chosen);
          // The same file once more is a choice, too.
          target.value = '';
        }}
      />
      <Button
        look="plain"
        disabled={isPending}
        aria-describedby={fault && faultId}
        onClick={() => file.current?.click()}
      >
        {isPending && asked !== null ? texts.saving : texts.choose}
      </Button>
      {hasPicture && (
        <Button look="removing" disabled={isPending} onClick={() => ask(null)}>
          {isPending && asked === null ? texts.removing : texts.remove}
        </Button>
      )}
      {fault && (
        <p id={faultId} role="alert" className="w-full text-small text-gone">
          {fault}
        </p>
      )}
    </>
  );
}
