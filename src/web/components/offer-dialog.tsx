import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offerMessages as texts } from '#messages/pages/account/offers.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatDay } from '#web/lib/format-time.ts';

interface Offering {
  kind: 'alias' | 'domain';
  id: string;
}

function offerQuery({ kind, id }: Offering) {
  return queryOptions({
    queryKey: [ownKey, 'offer', id],
    queryFn: ({ signal }) => {
      const call = { params: { id }, signal };
      return kind === 'alias'
        ? request('GET /api/aliases/{id}/offer', call)
        : request('GET /api/account/domains/{id}/offer', call);
    },
    staleTime: 0,
  });
}

function makeOffer({ kind, id }: Offering, withAliases: boolean) {
  const params = { id };
  return kind === 'alias'
    ? requestConfirmed('POST /api/aliases/{id}/offer', { params })
    : requestConfirmed('POST /api/account/domains/{id}/offer', { params, payload: { withAliases } });
}

function withdrawOffer({ kind, id }: Offering) {
  const call = { params: { id } };
  return kind === 'alias'
    ? request('DELETE /api/aliases/{id}/offer', call)
    : request('DELETE /api/account/domains/{id}/offer', call);
}

/** Makes and ends the link; it is known only where it was made. */
function useOffer(of: Offering) {
  const [link, setLink] = useState<string | null>(null);
  const query = useQuery(offerQuery(of));
  const { queryKey } = offerQuery(of);
  const making = useMutation({
    mutationFn: (withAliases: boolean) => makeOffer(of, withAliases),
    onSuccess: ({ offer }, _input, _result, { client }) => client.setQueryData(queryKey, { offer }),
  });
  const ending = useMutation({
    mutationFn: () => withdrawOffer(of),
    onSettled: (_answer, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey }),
  });
  const make = useSingleRun(async (withAliases: boolean) => {
    try {
      setLink((await making.mutateAsync(withAliases)).link);
    } catch (error) {
      reportUnconfirmed(error, texts.failure, texts.failure);
    }
  });
  const withdraw = useSingleRun(async () => {
    try {
      showToast({ title: (await ending.mutateAsync()).message });
      setLink(null);
    } catch (error) {
      reportUnconfirmed(error, texts.withdrawFailure, texts.withdrawFailure);
    }
  });
  return { query, link, make, withdraw, isMaking: making.isPending, isEnding: ending.isPending };
}

interface OfferDialogProps extends Offering {
  /** `name@domain`, or the domain. */
  name: string;
  onClose: () => void;
}

/** Offers an alias or a domain to another account. */
export function OfferDialog({ kind, id, name, onClose }: OfferDialogProps) {
  const offer = useOffer({ kind, id });
  const { data, isFetching, refetch } = offer.query;
  return (
    <Dialog title={texts.title(name)} description={texts[kind]} onClose={onClose}>
      <div className="mt-5 flex flex-col gap-5">
        {data && <OfferState kind={kind} until={data.offer?.expiresAt ?? null} offer={offer} />}
        {!data && isFetching && <Waiting text={texts.loading} />}
        {!data && !isFetching && (
          <div role="alert" className="flex flex-col items-start gap-4 text-soft">
            {texts.notLoaded}
            <Button look="plain" onClick={() => void refetch()}>
              {controlMessages.tryAgain}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface OfferStateProps {
  kind: Offering['kind'];
  until: string | null;
  offer: ReturnType<typeof useOffer>;
}

function dayOf(iso: string | null): string {
  return iso === null ? '' : formatDay(iso);
}

function makeText(until: string | null): string {
  return until === null ? texts.make : texts.makeAnother;
}

function OfferState({ kind, until, offer }: OfferStateProps) {
  const { link, make, withdraw, isMaking, isEnding } = offer;
  const [withAliases, setWithAliases] = useState(false);
  const day = dayOf(until);
  const isBusy = isMaking || isEnding;
  return (
    <>
      {link !== null && <ShownLink link={link} day={day} />}
      {link === null && until !== null && <p className="text-small text-soft">{texts.offered(day)}</p>}
      {link === null && kind === 'domain' && <AliasesField value={withAliases} onChange={setWithAliases} />}
      <div className="flex flex-wrap gap-3">
        {link === null && (
          <Button disabled={isBusy} onClick={() => void make(withAliases)}>
            {isMaking ? texts.making : makeText(until)}
          </Button>
        )}
        {until !== null && (
          <Button look="removing" disabled={isBusy} onClick={() => void withdraw()}>
            {isEnding ? texts.withdrawing : texts.withdraw}
          </Button>
        )}
      </div>
    </>
  );
}

function ShownLink({ link, day }: { link: string; day: string }) {
  return (
    <>
      <CopiedLine name={texts.link} text={link} />
      <p role="status" className="text-small text-soft">
        {texts.linkHint(day)}
      </p>
    </>
  );
}

function AliasesField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-amber"
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {texts.withAliases}
        <span className="block text-small text-soft">{texts.withAliasesHint}</span>
      </span>
    </label>
  );
}
