import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { moveServices, type MoveService } from '#contract/moves/move-names.ts';
import type { Move } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { LoadedSection } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, PasswordInput, Select } from '#web/components/ui/input.tsx';
import { MoveView } from '#web/features/settings/moving/move-view.tsx';
import { beginMove, keepMove, useMoves } from '#web/features/settings/moving/moves.ts';
import { RequestError } from '#web/lib/request.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Aliases from another service: chosen, read, looked at, brought, and for a day taken back. */
export function MoveInSection() {
  const query = useMoves();
  const title = useRef<HTMLHeadingElement>(null);
  // A key is of the move that it was typed for, and of this tab.
  const [fresh, setFresh] = useState<{ readonly id: string; readonly apiKey: string } | null>(null);
  return (
    <LoadedSection title={texts.title} titleRef={title} description={texts.description} query={query}>
      {({ moves }) => (
        <>
          {moves.map((move) => (
            <MoveView
              key={move.id}
              move={move}
              apiKey={fresh?.id === move.id ? fresh.apiKey : null}
              sectionTitle={title}
            />
          ))}
          {moves.length < moveLimits.movesMax && (
            <StartForm isFirst={moves.length === 0} onStarted={(move, apiKey) => setFresh({ id: move.id, apiKey })} />
          )}
        </>
      )}
    </LoadedSection>
  );
}

const selfHosted: readonly MoveService[] = ['simplelogin', 'addy'];

interface StartFormProps {
  isFirst: boolean;
  onStarted: (move: Move, apiKey: string) => void;
}

interface StartFields {
  readonly service: MoveService;
  readonly apiKey: string;
  readonly server: string;
}

const noFields: StartFields = { service: 'simplelogin', apiKey: '', server: '' };

function StartForm({ isFirst, onStarted }: StartFormProps) {
  const client = useQueryClient();
  const [fields, setFields] = useState(noFields);
  const [fault, setFault] = useState<string>();
  const [isPending, setPending] = useState(false);
  const apiKey = fields.apiKey.trim();
  const start = useSingleRun(async () => {
    setFault(undefined);
    setPending(true);
    try {
      const baseUrl = selfHosted.includes(fields.service) ? fields.server.trim() : '';
      const move = await beginMove({ service: fields.service, ...(baseUrl !== '' && { baseUrl }) });
      onStarted(move, apiKey);
      keepMove(client, move);
      setFields(noFields);
    } catch (error) {
      const [ofServer] = (error instanceof RequestError && error.fieldErrors?.['baseUrl']) || [];
      setFault(ofServer);
      if (ofServer === undefined) reportFailure(error, texts.failed, texts.failure);
    } finally {
      setPending(false);
    }
  });
  return (
    <form
      noValidate
      className={isFirst ? 'flex flex-col gap-5' : 'flex flex-col gap-5 border-t border-line pt-5'}
      onSubmit={(event) => {
        event.preventDefault();
        if (apiKey !== '') void start();
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <ServiceFields fields={fields} onChange={setFields} />
        {selfHosted.includes(fields.service) && <ServerField fields={fields} fault={fault} onChange={setFields} />}
      </div>
      <Button type="submit" className="self-start" disabled={isPending || apiKey === ''}>
        {isPending ? texts.starting : texts.start}
      </Button>
    </form>
  );
}

interface FieldsProps {
  fields: StartFields;
  onChange: (fields: StartFields) => void;
}

function ServiceFields({ fields, onChange }: FieldsProps) {
  const { service, apiKey } = fields;
  return (
    <>
      <Field label={texts.service}>
        {(control) => (
          <Select
            value={service}
            onChange={({ target }) =>
              onChange({ ...fields, service: moveServices.find((one) => one === target.value) ?? service })
            }
            {...control}
          >
            {moveServices.map((one) => (
              <option key={one} value={one}>
                {texts.services[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.key} hint={texts.keyHints[service]}>
        {(control) => (
          <PasswordInput
            what={texts.key}
            autoComplete="off"
            value={apiKey}
            maxLength={moveLimits.apiKeyMax}
            onChange={({ target }) => onChange({ ...fields, apiKey: target.value })}
            {...control}
          />
        )}
      </Field>
    </>
  );
}

function ServerField({ fields, fault, onChange }: FieldsProps & { fault: string | undefined }) {
  return (
    <Field label={texts.server} hint={texts.serverHint} error={fault} className="sm:col-span-2">
      {(control) => (
        <Input
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={moveLimits.baseUrlMax}
          value={fields.server}
          onChange={({ target }) => onChange({ ...fields, server: target.value })}
          {...control}
        />
      )}
    </Field>
  );
}
