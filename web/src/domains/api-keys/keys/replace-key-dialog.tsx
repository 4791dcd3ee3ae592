import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, replaceApiKey } from '#contract/api-keys.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { reloadApiKeys } from '../api-key-queries.ts'
import { explainRefusal } from './creation-failure.ts'
import styles from './dialog-form.module.css'
import type { ShownKey } from './key-shown-dialog.tsx'

/** Replaces a key, and asks how long the old one works as well (NX-345). */
export function ReplaceKeyDialog({ apiKey, onReplaced, onClose }: ReplaceKeyDialogProps) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const [hours, setHours] = useState<Hours>('24')
  const replacement = useMutation({
    mutationFn: () =>
      call(replaceApiKey, { params: { id: apiKey.id }, body: { overlapHours: Number(hours) } }),
    onSuccess: created => {
      void reloadApiKeys(queries)
      onReplaced(created)
    },
    onError: error => explainRefusal(texts, error) ?? reportFailure(error),
  })
  const labelNote = (each: Hours) =>
    each === '0'
      ? text('api-keys.replace.leaked')
      : text('api-keys.replace.until', { time: labelEnd(Number(each), apiKey) })
  const labelEnd = (overlapHours: number, { expiresAt }: ApiKey) => {
    const end = Math.min(Date.now() + overlapHours * 3_600_000, Date.parse(expiresAt))
    return instantLabel(texts, new Date(end).toISOString(), 'weekday-time')
  }
  return (
    <ConfirmDialog
      role="dialog"
      title={text('api-keys.replace.title', { name: apiKey.name })}
      confirmLabel={text('api-keys.replace')}
      pending={replacement.isPending}
      onConfirm={() => replacement.mutate()}
      onCancel={onClose}
      alert={
        replacement.isError &&
        !isCancelled(replacement.error) && (
          <AlertBanner kind="error">
            {explainRefusal(texts, replacement.error) ?? text('api-keys.create.failed')}
          </AlertBanner>
        )
      }
    >
      <p className={styles.text}>{text('api-keys.replace.text')}</p>
      <RadioCards
        name="overlapHours"
        label={text('api-keys.replace.text')}
        options={HOURS.map(each => ({
          id: each,
          title: text(`api-keys.replace.${each}`),
          text: labelNote(each),
        }))}
        value={hours}
        disabled={replacement.isPending}
        onChange={id => setHours(id as Hours)}
      />
    </ConfirmDialog>
  )
}

const HOURS = ['0', '24', '168'] as const
type Hours = (typeof HOURS)[number]

interface ReplaceKeyDialogProps {
  apiKey: ApiKey
  onReplaced: (shown: ShownKey) => void
  onClose: () => void
}
