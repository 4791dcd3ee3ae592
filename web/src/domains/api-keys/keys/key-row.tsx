import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { TableRow } from '#web/ui/table.tsx'
import { endLabel, keyHint, keyName, lastUseLabel, soonLabel } from '../key-texts.ts'
import styles from './api-keys.module.css'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { EndKeyDialog } from './end-key-dialog.tsx'
import type { ShownKey } from './key-shown-dialog.tsx'
import { ReplaceKeyDialog } from './replace-key-dialog.tsx'

/** A key with what it may do, its last use, its end, and the menu of a key that works. */
export function KeyRow({ apiKey, isBlocked, onReplaced }: KeyRowProps) {
  const texts = useTexts()
  const { text } = texts
  const { environment } = useConfig()
  const [open, setOpen] = useState<'replace' | 'edit' | 'end'>()
  const close = () => setOpen(undefined)
  const now = Date.now()
  const isActive = apiKey.state === 'active'
  const name = keyName(texts, apiKey)
  const soon = isActive
    ? soonLabel(texts, apiKey, now)
    : text(ENDED_TEXTS[apiKey.state === 'expired' ? 'expired' : 'ended'])
  return (
    <TableRow className={classes(styles.row, !isActive && styles.ended)}>
      <td>
        <span className={styles.name}>{name}</span>
        <span className={styles.hint}>{keyHint(environment, apiKey)}</span>
      </td>
      <Cell label={text('api-keys.may')} className={styles.scopes}>
        {apiKey.scopes.map(scope => (
          <span key={scope} className={styles.scope}>
            {scope}
          </span>
        ))}
      </Cell>
      <Cell label={text('api-keys.last-used')}>
        {lastUseLabel(texts, apiKey, now)}
        {apiKey.lastUsedFrom && <span className={styles.note}>{apiKey.lastUsedFrom}</span>}
      </Cell>
      <Cell label={text('api-keys.ends')}>
        {endLabel(texts, apiKey)}
        {soon && <span className={classes(styles.note, isActive && styles.soon)}>{soon}</span>}
      </Cell>
      <td className={styles.actions}>
        {isActive && (
          <MenuTrigger
            label={text('api-keys.actions', { name })}
            icon={Ellipsis}
            items={[
              {
                id: 'replace',
                label: text('api-keys.replace'),
                onAction: () => setOpen('replace'),
                disabledReason:
                  (isBlocked && text('api-keys.blocked')) ||
                  (apiKey.replacedBy !== null && text('api-keys.replaced-before')),
              },
              { id: 'edit', label: text('api-keys.edit'), onAction: () => setOpen('edit') },
              { id: 'end', label: text('api-keys.end'), danger: true, onAction: () => setOpen('end') },
            ]}
          />
        )}
        {open === 'replace' && (
          <ReplaceKeyDialog
            apiKey={apiKey}
            onReplaced={shown => {
              close()
              onReplaced(shown)
            }}
            onClose={close}
          />
        )}
        {open === 'edit' && <EditKeyDialog apiKey={apiKey} onClose={close} />}
        {open === 'end' && <EndKeyDialog apiKey={apiKey} onClose={close} />}
      </td>
    </TableRow>
  )
}

const ENDED_TEXTS = { expired: 'api-keys.state.expired', ended: 'api-keys.state.ended' } as const

/** A cell that says on small screens, where the table has no head, what it is. */
function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <td className={className}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </td>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  isBlocked: boolean
  onReplaced: (shown: ShownKey) => void
}
