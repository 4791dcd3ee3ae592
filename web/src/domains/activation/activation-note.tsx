import { useEffect, useRef, useState } from 'react'
import type { Activation, ImportRun } from '#contract/activation.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { createStoredValue } from '#web/platform/storage/storage.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ProgressCard } from '#web/ui/progress-card.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './activation-note.module.css'
import { ReactivateButton } from './reactivate-button.tsx'
import type { Progress } from './reactivation.ts'
import { useActivation } from './use-activation.ts'

const RefusedDialog = lazyComponent(() => import('./refused-dialog.tsx'), 'RefusedDialog')

/** The note above the photos: progress, failure or result of the import, or the number of photos not imported yet. */
export function ActivationNote({ isLibraryEmpty }: { isLibraryEmpty: boolean }) {
  const { text } = useTexts()
  const { activation, progress, start } = useActivation()
  useImportToast(activation, progress)
  if (!activation) return null
  if (progress === 'failed')
    return (
      <div className={styles.banner}>
        <LoadFailed retry={start} id="activation.failed" />
      </div>
    )
  if (progress !== 'idle' || activation.status === 'IMPORTING')
    return <ImportProgress run={progress === 'starting' ? undefined : activation.import} />
  if (activation.status === 'NOT_ACTIVE' && !isLibraryEmpty)
    return (
      <div className={styles.banner}>
        <AlertBanner kind="info" action={<ReactivateButton variant="line" size="small" />}>
          {text('activation.waiting', { count: activation.waitingCount ?? 0 })}
        </AlertBanner>
      </div>
    )
  return activation.status === 'ACTIVE' && activation.import ? <Result run={activation.import} /> : null
}

/** Shows a toast when the import ends without refusals while the page is open. */
function useImportToast(activation: Activation | undefined, progress: Progress) {
  const { text } = useTexts()
  const before = useRef(progress)
  const run = activation?.status === 'ACTIVE' ? activation.import : undefined
  useEffect(() => {
    const hasEnded = before.current !== 'idle' && before.current !== 'failed' && progress === 'idle'
    before.current = progress
    if (hasEnded && run && run.refused === 0)
      toasts.add({
        subject: 'import',
        kind: 'success',
        text: text('activation.done', { count: run.added + run.alreadyThere }),
      })
  }, [progress, run, text])
}

function ImportProgress({ run }: { run: ImportRun | undefined }) {
  const { text } = useTexts()
  const done = run && !run.endedAt ? run.added + run.alreadyThere + run.refused : undefined
  const count = run?.photosCount ?? undefined
  const isCounted = done !== undefined && count !== undefined
  return (
    <ProgressCard
      title={text('activation.running')}
      value={isCounted && count > 0 ? done / count : undefined}
      count={isCounted && text('photos.progress', { done, count })}
    >
      {text('photos.goes-on')}
    </ProgressCard>
  )
}

/** When the import ended whose result was dismissed last: identifies the import run. */
const dismissedResult = createStoredValue(
  'keepsake.import-result',
  (value): value is string => typeof value === 'string',
)

function Result({ run }: { run: NonNullable<Activation['import']> }) {
  const { text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [isDismissed, setDismissed] = useState(() => dismissedResult.read() === run.endedAt)
  if (isDismissed || run.refused === 0) return null
  return (
    <div className={styles.banner}>
      <AlertBanner
        kind="warning"
        action={
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            {text('activation.refused.show')}
          </Button>
        }
        onDismiss={() => {
          dismissedResult.write(run.endedAt ?? '')
          setDismissed(true)
        }}
      >
        {text('activation.result', { added: run.added + run.alreadyThere, refused: run.refused })}
      </AlertBanner>
      {isOpen && <RefusedDialog count={run.refused} onClose={() => setOpen(false)} />}
    </div>
  )
}
