import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createExport, type PhotoExport } from '#contract/exports.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './export-modal.module.css'
import { exportKeys, exportQuery, isRunning } from './export-queries.ts'

/**
 * 'Export photos': requests an export of the whole library and polls it while open. Navigates to the
 * download page if the answer is already READY.
 */
export function ExportModal({ onClose }: { onClose: () => void }) {
  const { text } = useTexts()
  const { channel } = useConfig().brand
  const queries = useQueryClient()
  const navigate = useNavigate()
  const openPage = (backupId: string) => {
    onClose()
    void navigate({ to: PATHS.photoExports, params: { backupId } })
  }
  const request = useMutation({
    mutationFn: () => call(createExport, { body: { channel } }),
    onSuccess: answer => {
      void queries.invalidateQueries({ queryKey: exportKeys.all, exact: true })
      if (answer.status === 'READY') openPage(answer.backupId)
      else watchedWork.add(answer.backupId)
    },
  })
  const state = useLatestState(request.data)
  const hasFailed = (request.isError && !isCancelled(request.error)) || state?.status === 'FAILED'
  const isInProgress = !hasFailed && state !== undefined && isRunning(state)
  const readyExport = state?.status === 'READY' ? state : undefined
  return (
    <Dialog
      title={text('export.title')}
      size="small"
      onClose={onClose}
      closeDisabled={request.isPending}
      alert={hasFailed && <AlertBanner kind="error">{<Problem onLeave={onClose} />}</AlertBanner>}
      footer={
        readyExport ? (
          <Button variant="primary" onClick={() => openPage(readyExport.backupId)}>
            {text('export.open')}
          </Button>
        ) : isInProgress ? (
          <Button variant="primary" onClick={onClose}>
            {text('action.close')}
          </Button>
        ) : (
          <>
            <p className={classes('ui-note', styles.note)}>{text('export.create-note')}</p>
            <Button variant="primary" pending={request.isPending} onClick={() => request.mutate()}>
              {text(request.isPending ? 'export.requesting' : 'export.create')}
            </Button>
          </>
        )
      }
    >
      {readyExport ? (
        <AlertBanner kind="success">{text('export.ready')}</AlertBanner>
      ) : isInProgress ? (
        <AlertBanner kind="success" title={text('export.processing')}>
          {text('export.processing.text')}
        </AlertBanner>
      ) : (
        <p>{text('export.text')}</p>
      )}
    </Dialog>
  )
}

/** Returns the latest known state of the requested export. */
function useLatestState(requestedExport: PhotoExport | undefined): PhotoExport | undefined {
  const { data } = useQuery({
    ...exportQuery(requestedExport?.backupId ?? ''),
    enabled: requestedExport !== undefined && isRunning(requestedExport),
  })
  return data ?? requestedExport
}

function Problem({ onLeave }: { onLeave: () => void }) {
  const { rich } = useTexts()
  return rich('export.problem', {
    library: content => (
      <Link key="library" to={PATHS.photos} onClick={onLeave} className={styles.library}>
        {content}
      </Link>
    ),
  })
}
