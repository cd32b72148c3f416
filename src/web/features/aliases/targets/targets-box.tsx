import { CircleAlert, Webhook, X } from 'lucide-react';
import { useRef, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import { findTypedForwardToFault } from '#contract/account/typed-address.ts';
import { parseForwardTarget } from '#contract/forward-to.ts';
import { targetsFieldMessages as texts } from '#messages/pages/aliases.tsx';
import type { ControlProps } from '#web/components/ui/field.tsx';
import {
  addTargets,
  formatEntered,
  parseEntered,
  typeTargets,
  type EnteredTargets,
} from '#web/features/aliases/targets/read-targets.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

interface TargetsBoxProps {
  /** Text with commas; what follows the last one is still being typed. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLTextAreaElement>;
  control: ControlProps;
  /** Right, whatever new ones must be. */
  kept: readonly string[];
  /** Enter sends the form, whether or not something is still being typed. */
  sendsOnEnter?: boolean;
}

/** What a key means in the box: a line finishes a target, Backspace takes the last one up again. */
function pressKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { pieces, draft }: EnteredTargets,
  sendsOnEnter: boolean,
): EnteredTargets | null {
  if (event.nativeEvent.isComposing) return null;
  if (event.key === 'Backspace' && draft === '' && pieces.length > 0) {
    event.preventDefault();
    return { pieces: pieces.slice(0, -1), draft: pieces.at(-1) ?? '' };
  }
  if (event.key !== 'Enter') return null;
  event.preventDefault();
  if (draft !== '' && !sendsOnEnter) return addTargets({ pieces, draft }, '');
  event.currentTarget.form?.requestSubmit();
  return null;
}

/** Chips, and a text box for the next one. */
export function TargetsBox({ value, onChange, onBlur, ref, control, kept, sendsOnEnter = false }: TargetsBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const entered = parseEntered(value);
  const { pieces, draft } = entered;
  const enter = (next: EnteredTargets): void => onChange(formatEntered(next));

  const remove = (index: number): void => {
    enter({ pieces: pieces.toSpliced(index, 1), draft });
    box.current?.querySelector('textarea')?.focus();
  };

  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;<]/.test(text.trim())) return;
    event.preventDefault();
    enter(addTargets(entered, text));
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const next = pressKey(event, entered, sendsOnEnter);
    if (next) enter(next);
  };

  return (
    <div
      ref={box}
      data-invalid={control['aria-invalid'] || undefined}
      className="flex max-h-64 min-h-11 flex-1 flex-wrap content-start gap-2 overflow-y-auto rounded-box border border-edge bg-sheet p-2 transition-colors focus-within:outline-2 focus-within:outline-amber-deep hover:border-soft data-invalid:border-gone"
    >
      {pieces.length > 0 && (
        <ul aria-label={texts.targets} className="contents">
          {pieces.map((piece, index) => (
            <TargetChip
              key={piece}
              text={piece}
              isRight={findTypedForwardToFault(piece, kept) === null}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <textarea
        {...control}
        ref={ref}
        rows={1}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => enter(typeTargets(entered, event.target.value))}
        onPaste={paste}
        onKeyDown={press}
        onBlur={onBlur}
        className="min-w-40 flex-1 resize-none bg-transparent px-1 py-[3px] text-body leading-6 outline-none"
      />
    </div>
  );
}

interface TargetChipProps {
  text: string;
  isRight: boolean;
  onRemove: () => void;
}

/** One finished target. What cannot be one says so by form and by word. */
function TargetChip({ text, isRight, onRemove }: TargetChipProps) {
  const isWebhook = parseForwardTarget(text)?.kind === 'webhook';
  return (
    <li
      className={joinClasses(
        'flex max-w-full items-center gap-1 self-start rounded-mark border pl-2 text-small leading-5',
        isRight ? 'border-line bg-well' : 'border-gone bg-gone-wash text-gone',
      )}
    >
      {isWebhook && <Webhook role="img" aria-label={texts.webhook} className="size-4 shrink-0 text-soft" />}
      {!isRight && <CircleAlert role="img" aria-label={texts.notValid} className="size-4 shrink-0" />}
      <bdi className="truncate py-[3px]">{text}</bdi>
      <button
        type="button"
        aria-label={texts.remove(text)}
        onClick={onRemove}
        className="grid size-7 shrink-0 place-items-center rounded-mark hover:bg-line focus-visible:-outline-offset-2"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
