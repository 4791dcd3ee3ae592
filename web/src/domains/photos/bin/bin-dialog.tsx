import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import { type getErasureLimit, IDS_PER_CALL } from '#contract/photos.ts'
import type { Confirmation } from '#web/gallery/index.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogProgress } from '#web/ui/dialog-progress.tsx'
import { ConfirmationWord, useConfirmationWord } from '../deleting/confirmation-word.tsx'
import type { BinOperation } from './bin-operation.ts'
import { type ErasureTime, erasureLimitQuery } from './bin-queries.ts'

/** Confirms an operation on photos of the bin. Stays open while it runs, and after a failure. */
export function BinDialog({ count, operation, run, onDone, onCancel }: BinDialogProps) {
  const texts = useTexts()
  const { text } = texts
  const id = useId()
  const { pending, failed, done, start } = useOperation(run, onDone)
  const form = useConfirmationWord(async () => start())
  const { erasure } = operation
  const { data: limit, isPending } = useQuery({ ...erasureLimitQuery, enabled: erasure !== undefined })
  const isUnusual = limit !== undefined && count > limit.remaining
  const asksForWord = operation.danger && count > COUNT_WITHOUT_WORD && !isUnusual
  const choose = (when: ErasureTime) => () => {
    if (erasure) erasure.when = when
    start()
  }
  return (
    <ConfirmDialog
      title={text(operation.title, { count })}
      danger={operation.danger}
      pending={pending}
      disabled={erasure !== undefined && (isPending || (isUnusual && !limit.mayWait))}
      confirmLabel={text(isUnusual ? 'bin.delete.later' : operation.confirm)}
      {...(asksForWord ? { form: id } : { onConfirm: choose(isUnusual ? 'later' : 'usual') })}
      extra={
        isUnusual &&
        limit.mayEraseNow && (
          <Button variant="line" disabled={pending} onClick={choose('now')}>
            {text('bin.delete.now')}
          </Button>
        )
      }
      onCancel={onCancel}
      alert={failed && <AlertBanner kind="error">{text(operation.failed, { count })}</AlertBanner>}
    >
      <p>{isUnusual ? formatUnusual(texts, count, limit) : text(operation.text, { count })}</p>
      {asksForWord && <ConfirmationWord id={id} form={form} pending={pending} />}
      {pending && count > IDS_PER_CALL && (
        <DialogProgress label={text(operation.pending)} value={done / count}>
          {text('bin.progress', { done, count })}
        </DialogProgress>
      )}
    </ConfirmDialog>
  )
}

/** Says that unusually many photos wait, or why they cannot. */
function formatUnusual(texts: Texts, count: number, { waitHours, mayWait }: Answer<typeof getErasureLimit>) {
  const date = instantLabel(texts, new Date(Date.now() + waitHours * HOUR_MS).toISOString(), 'weekday-time')
  return mayWait ? texts.text('bin.delete.text-wait', { count, date }) : texts.text('bin.delete.stopped')
}

const HOUR_MS = 3_600_000

/** Photos that are erased by one click; more of them by a typed word. */
const COUNT_WITHOUT_WORD = 10

interface BinDialogProps extends Confirmation {
  count: number
  operation: BinOperation
}
