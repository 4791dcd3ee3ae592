import { useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import { type ApiKey, endApiKey, replaceApiKey, updateApiKey } from '#contract/api-keys.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { call } from '#web/platform/http/call.ts'
import { deadlineLabel, endsInLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { TableRow } from '#web/ui/paged-table.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { reloadApiKeys } from '../api-key-queries.ts'
import { endLabel, keyHint, keyName, lastUseLabel } from '../key-texts.ts'
import styles from './api-keys.module.css'
import { explainRefusal } from './creation-failure.ts'
import { checkChangedKey, createFieldMessageLookup } from './key-form.ts'
import type { ShownKey } from './key-shown-dialog.tsx'
import { NetworksField } from './networks-field.tsx'

/** A key with what it may do, its last use, its end, and the menu of a key that works. */
export function KeyRow({ apiKey, isBlocked, onReplaced }: KeyRowProps) {
  const { texts, text } = useTexts()
  const { environment } = useConfig()
  const [open, setOpen] = useState<'replace' | 'edit' | 'end'>()
  const close = () => setOpen(undefined)
  const now = Date.now()
  const isActive = apiKey.state === 'active'
  const name = keyName(texts, apiKey)
  const soon = isActive
    ? endsInLabel(texts, apiKey.expiresAt, now)
    : text(apiKey.state === 'expired' ? 'api-keys.state.expired' : 'api-keys.state.ended')
  return (
    <TableRow className={classes(styles.row, !isActive && styles.ended)}>
      <td>
        <span className="ui-medium ui-breaks ui-block">{name}</span>
        <span className={classes('ui-quiet', styles.hint)}>{keyHint(environment, apiKey)}</span>
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
        {apiKey.lastUsedFrom && (
          <span className={classes('ui-note ui-block', styles.note)}>{apiKey.lastUsedFrom}</span>
        )}
      </Cell>
      <Cell label={text('api-keys.ends')}>
        {endLabel(texts, apiKey)}
        {soon && (
          <span className={classes('ui-note ui-block', styles.note, isActive && 'ui-warning')}>{soon}</span>
        )}
      </Cell>
      <td className={styles.actions}>
        {isActive && (
          <MenuTrigger
            label={text('action.menu-of', { name })}
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

/** Asks whether a key ends, which cannot be undone. */
function EndKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const name = keyName(texts, apiKey)
  const run = async () => {
    await call(endApiKey, { params: { id: apiKey.id } })
    await reloadApiKeys(queries)
    toasts.add({ subject: `api-key ${apiKey.id}`, kind: 'success', text: text('api-keys.ended', { name }) })
  }
  return (
    <OperationDialog
      danger
      title={text('api-keys.end.title', { name })}
      confirmLabel={text('api-keys.end')}
      run={run}
      onDone={onClose}
      onCancel={onClose}
      failure={text('api-keys.end.failed')}
    >
      <p>{text('api-keys.end.text')}</p>
    </OperationDialog>
  )
}

/** Changes name and networks of a key. */
function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const form = useForm({
    check: checkChangedKey,
    submit: async body => {
      await call(updateApiKey, { params: { id: apiKey.id }, body })
      await reloadApiKeys(queries)
      toasts.add({ subject: `api-key ${apiKey.id}`, kind: 'success', text: text('api-keys.saved') })
      onClose()
    },
    message: createFieldMessageLookup(texts),
    draft: useDraft(`api-key ${apiKey.id}`),
  })
  return (
    <FormDialog
      form={form}
      className="ui-stack24 ui-ink"
      title={text('api-keys.edit')}
      confirmLabel={text('action.save')}
      failure={text('settings.save-failed')}
      onCancel={onClose}
    >
      <TextField
        name="name"
        label={text('field.name')}
        hint={text('api-keys.name.hint')}
        defaultValue={apiKey.name}
        autoComplete="off"
        autoFocus
      />
      <NetworksField networks={apiKey.networks} />
    </FormDialog>
  )
}

/** Replaces a key, and asks how long the old one works as well. */
function ReplaceKeyDialog({ apiKey, onReplaced, onClose }: ReplaceKeyDialogProps) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const [hours, setHours] = useState<Hours>('24')
  const run = async () => {
    const body = { overlapHours: Number(hours) }
    const created = await call(replaceApiKey, { params: { id: apiKey.id }, body })
    void reloadApiKeys(queries)
    onReplaced(created)
  }
  const labelNote = (each: Hours) =>
    each === '0'
      ? text('api-keys.replace.leaked')
      : text('api-keys.replace.until', { time: labelEnd(Number(each), apiKey) })
  const labelEnd = (overlapHours: number, { expiresAt }: ApiKey) => {
    const end = Math.min(Date.now() + overlapHours * 3_600_000, Date.parse(expiresAt))
    return deadlineLabel(texts, new Date(end).toISOString(), 'weekday-time')
  }
  return (
    <OperationDialog
      role="dialog"
      title={text('api-keys.replace.title', { name: apiKey.name })}
      confirmLabel={text('api-keys.replace')}
      run={run}
      onDone={() => {}}
      onCancel={onClose}
      failure={error => explainRefusal(texts, error) ?? text('api-keys.create.failed')}
    >
      {({ pending }) => (
        <>
          <p className="ui-below16">{text('api-keys.replace.text')}</p>
          <RadioCards
            name="overlapHours"
            label={text('api-keys.replace.text')}
            options={HOURS.map(each => ({
              id: each,
              title: text(`api-keys.replace.${each}`),
              text: labelNote(each),
            }))}
            value={hours}
            disabled={pending}
            onChange={id => setHours(id as Hours)}
          />
        </>
      )}
    </OperationDialog>
  )
}

const HOURS = ['0', '24', '168'] as const

type Hours = (typeof HOURS)[number]

interface ReplaceKeyDialogProps {
  apiKey: ApiKey
  onReplaced: (shown: ShownKey) => void
  onClose: () => void
}
