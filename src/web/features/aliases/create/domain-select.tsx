import type { ComponentProps } from 'react';
import { Select } from '#web/components/ui/select.tsx';
import { TextButton } from '#web/components/ui/text-button.tsx';
import { useDomains } from '#web/lib/get-domains.ts';

export function DomainSelect(props: ComponentProps<'select'>) {
  const { data, isError, refetch } = useDomains();
  if (!data) {
    return (
      <>
        <Select {...props} disabled>
          <option value="">{isError ? 'Domains could not be loaded' : 'Loading domains...'}</option>
        </Select>
        {isError && (
          <TextButton className="self-start" onClick={() => void refetch()}>
            Try again
          </TextButton>
        )}
      </>
    );
  }
  return (
    <Select {...props}>
      {data.domains.map((domain) => (
        <option key={domain} value={domain}>
          @{domain}
        </option>
      ))}
    </Select>
  );
}
