import type { Alias } from '#contract/aliases.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { AliasActions } from '#web/features/aliases/alias-actions.tsx';
import { AliasNotes } from '#web/features/aliases/alias-notes.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { AliasStatus } from '#web/features/aliases/alias-status.tsx';
import { TargetList } from '#web/features/aliases/target-list.tsx';

interface AliasesProps {
  aliases: Alias[];
  onDelete: (alias: Alias) => void;
}

const headings = 'px-3 py-3 text-left text-note font-semibold text-soft first:pl-6 last:pr-6';
const cells = 'px-3 py-4 align-top leading-6 first:pl-6 last:pr-6';

/** For wide screens. */
export const AliasTable = ({ aliases, onDelete }: AliasesProps) => (
  <table className="w-full table-fixed border-collapse text-small">
    <thead>
      <tr className="border-b border-line">
        <th className={`${headings} w-[24%]`}>Alias</th>
        <th className={`${headings} w-[31%]`}>Forwards To</th>
        <th className={headings}>Notes</th>
        <th className={`${headings} hidden w-28 lg:table-cell`}>Created</th>
        <th className={`${headings} w-24`}>Actions</th>
        <th className={`${headings} w-28`}>Status</th>
      </tr>
    </thead>
    <tbody>
      {aliases.map((alias) => (
        <tr key={alias.id} className="border-b border-line last:border-0">
          <th scope="row" className={`${cells} text-left text-body font-semibold`}>
            <EmailText address={aliasAddress(alias)} />
          </th>
          <td className={cells}>
            <TargetList alias={alias} />
          </td>
          <td className={`${cells} break-words`}>
            <AliasNotes notes={alias.notes} />
          </td>
          <td className={`${cells} hidden text-soft tabular-nums lg:table-cell`}>
            <time dateTime={alias.createdAt}>{new Date(alias.createdAt).toLocaleDateString()}</time>
          </td>
          <td className={cells}>
            <AliasActions alias={alias} onDelete={onDelete} />
          </td>
          <td className={cells}>
            <AliasStatus alias={alias} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
