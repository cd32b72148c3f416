import { useId, useState, type FormEvent } from 'react';
import type { AccountTarget, SetTargetKey, SetTargetKeyResponse } from '#contract/targets.ts';
import { inboxKeyMessages as texts } from '#messages/pages/account/inbox-keys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/input.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { KeyFacts, Warning } from '#web/features/settings/targets/key/key-facts.tsx';
import { keyFileInput, keyInput, useSetKey } from '#web/features/settings/targets/key/key-calls.ts';
import { explain, RequestError } from '#web/lib/request.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const fileMaxBytes = 64 * 1024;

/** A key that was looked at, and what it came from. */
interface Looked {
  readonly input: SetTargetKey;
  readonly key: SetTargetKeyResponse['key'];
}

/** What is wrong with what was given, in the server's words. */
function faultOf(error: unknown): string {
  const first = error instanceof RequestError ? Object.values(error.fieldErrors ?? {}).flat()[0] : undefined;
  return first ?? explain(error, texts.failure);
}

/** Armored ones say so (RFC 9580, section 6.2; RFC 7468, section 10): they need not even leave the browser. */
function holdsPrivateKey(input: SetTargetKey): boolean {
  return Object.values(input).some((value) => typeof value === 'string' && value.includes('PRIVATE KEY'));
}

/** A key is given or found, looked at, and only then used. */
export function KeyForm({ target, nowMs, onDone }: { target: AccountTarget; nowMs: number; onDone: () => void }) {
  const [looked, setLooked] = useState<Looked | null>(null);
  return looked === null ? (
    <GiveKey target={target} onLooked={setLooked} />
  ) : (
    <UseKey target={target} nowMs={nowMs} looked={looked} onBack={() => setLooked(null)} onDone={onDone} />
  );
}

function GiveKey({ target, onLooked }: { target: AccountTarget; onLooked: (looked: Looked) => void }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { mutateAsync, isPending, variables } = useSetKey(target);
  const finding = isPending && variables.findByWkd === true;
  const look = useSingleRun(async (input: SetTargetKey) => {
    setFault(undefined);
    if (holdsPrivateKey(input)) {
      setText('');
      setFault(texts.privateKey);
      return;
    }
    try {
      const { key } = await mutateAsync({ ...input, dryRun: true });
      onLooked({ input, key });
    } catch (error) {
      setFault(faultOf(error));
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void look(keyInput(text));
  };
  return (
    <form onSubmit={submit} className="flex w-full flex-col items-start gap-4">
      <Button look="plain" size="small" disabled={isPending} onClick={() => void look({ findByWkd: true })}>
        {finding ? texts.finding : texts.find}
      </Button>
      <Field label={texts.paste} hint={texts.pasteHint} error={fault} className="w-full">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={text}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <KeyFile onRead={(input) => void look(input)} />
      <Button type="submit" size="small" disabled={isPending || text.trim() === ''}>
        {isPending && !finding ? texts.looking : texts.look}
      </Button>
    </form>
  );
}

function KeyFile({ onRead }: { onRead: (input: SetTargetKey) => void }) {
  const id = useId();
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size <= fileMaxBytes) onRead(keyFileInput(new Uint8Array(await file.arrayBuffer())));
    else showToast({ title: texts.tooLarge, description: texts.tooLargeDescription, tone: 'destructive' });
  };
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-2">
      <label htmlFor={id} className="text-small font-semibold">
        {texts.file}
      </label>
      <input
        id={id}
        type="file"
        accept=".asc,.gpg,.pgp,.pem,.crt,.cer,.der"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // The same file once more is a choice, too.
          event.target.value = '';
        }}
        className="max-w-full text-small file:mr-4 file:h-9 file:cursor-pointer file:rounded-box file:border file:border-edge file:bg-sheet file:px-4 file:font-semibold file:text-ink hover:file:bg-well"
      />
    </div>
  );
}

interface UseKeyProps {
  target: AccountTarget;
  nowMs: number;
  looked: Looked;
  onBack: () => void;
  onDone: () => void;
}

function UseKey({ target, nowMs, looked: { input, key }, onBack, onDone }: UseKeyProps) {
  const [hideSubject, setHideSubject] = useState(target.key?.hideSubject ?? false);
  const { mutateAsync, isPending } = useSetKey(target);
  const use = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync({ ...input, hideSubject, fingerprint: key.fingerprint });
      showToast({ title: message });
      onDone();
    } catch (error) {
      reportFailure(error, texts.notDone, texts.failure);
    }
  });
  return (
    <div className="flex w-full flex-col items-start gap-4">
      <p className="text-small" role="status">
        {texts.preview}
      </p>
      <KeyFacts shown={{ ...key, hideSubject }} nowMs={nowMs} />
      {key.kind === 'smime' && key.selfSigned && <Warning text={texts.selfSigned} />}
      <div className="self-stretch">
        <SwitchRow
          label={texts.hideSubject}
          text={texts.hideSubjectText}
          checked={hideSubject}
          busy={isPending}
          onChange={setHideSubject}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={isPending} onClick={() => void use()}>
          {isPending ? texts.using : texts.use}
        </Button>
        <Button look="plain" size="small" disabled={isPending} onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </div>
  );
}
