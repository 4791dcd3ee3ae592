import { useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Passkey } from '#contract/passkeys.ts'
import { daysSince, instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ListRow } from '#web/ui/list-rows.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { deletePasskeyWithToast } from './delete-passkey.ts'

/** A passkey with its actions. */
export function PasskeyRow({ passkey, onRename, onDeleted }: PasskeyRowProps) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const { name, createdAt } = passkey
  const remove = async () => {
    if (await deletePasskeyWithToast(queries, passkey, texts)) onDeleted()
  }
  return (
    <ListRow
      inline
      icon={KeyRound}
      name={name}
      facts={[
        text('passkeys.added-on', { date: instantDayLabel(texts, createdAt) }),
        formatUse(texts, passkey),
      ]}
      end={
        <MenuTrigger
          icon={Ellipsis}
          label={text('passkeys.actions', { name })}
          items={[
            { id: 'rename', label: text('passkeys.rename'), icon: Pencil, onAction: onRename },
            {
              id: 'delete',
              label: text('action.delete'),
              icon: Trash2,
              danger: true,
              onAction: () => void remove(),
            },
          ]}
        />
      }
    />
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onDeleted: () => void
}

function formatUse(texts: Texts, { lastUsedAt }: Passkey): string {
  if (lastUsedAt === null) return texts.text('passkeys.never-used')
  return daysSince(texts, lastUsedAt, Date.now()) === 0
    ? texts.text('passkeys.used-today')
    : texts.text('passkeys.used-on', { date: instantDayLabel(texts, lastUsedAt) })
}
