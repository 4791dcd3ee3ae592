import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useState } from 'react'
import type { ReadyExport } from '#contract/exports.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Redirect } from '#web/platform/navigation/redirect.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { CheckSection } from './check/check-section.tsx'
import { isIntact, useCheck } from './check/use-check.ts'
import { ChunkRow } from './chunk-row.tsx'
import { listDownloadedChunks, markDownloaded } from './downloaded-chunks.ts'
import { useExportModal } from './export-button.tsx'
import styles from './export-page.module.css'
import { countMissing, exportQuery } from './export-queries.ts'
import { UnzipHints } from './unzip-hints.tsx'

/** '/my-photos/exports/{backupId}' (PL-009), linked by the mail of an export. */
export function ExportPage() {
  const { text } = useTexts()
  const { backupId = '' } = useParams({ strict: false })
  return (
    <div className={styles.page}>
      <header className={styles.title}>
        <Link to={PATHS.photos} className={styles.back}>
          <Icon of={ChevronLeft} size={24} />
          <span className={styles.backText}>{text('photos.title')}</span>
          <Icon of={ChevronRight} size={18} />
        </Link>
        <h1>{text('export.title')}</h1>
      </header>
      <Content backupId={backupId} />
    </div>
  )
}

function Content({ backupId }: { backupId: string }) {
  const { text } = useTexts()
  const canExport = useFlag('PhotoManagementPhotoExportEnabled')
  const { status, data, refetch } = useQuery(exportQuery(backupId))
  if (status === 'pending') return <Loading />
  // Checks the data and not the status: after a failed poll the last data stays on the screen.
  if (data === null)
    return <Ended icon={Clock} title={text('export.expired')} text={text('export.expired.text')} />
  if (data === undefined) return <Unavailable onRetry={() => void refetch()} />
  if (data.status === 'FAILED')
    return (
      <Ended
        icon={CircleAlert}
        title={text('export.error')}
        text={canExport ? text('export.error.text') : <ContactText id="app.error.text" />}
      />
    )
  if (data.status !== 'READY') return <Redirect to={PATHS.photos} />
  return <Ready key={data.backupId} item={data} />
}

function Ready({ item }: { item: ReadyExport }) {
  const texts = useTexts()
  const { text } = texts
  const check = useCheck(item)
  const [downloaded, setDownloaded] = useState(() => listDownloadedChunks(item.backupId))
  const chunks = item.chunks.toSorted((a, b) => a.iteration - b.iteration)
  const nextChunk = chunks.find(({ iteration }) => !downloaded.includes(iteration))
  const formatDay = (instant: string) => instantDayLabel(texts, instant)
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  const missingCount = countMissing(item)
  const checkResult =
    check.state.status === 'done' ? (isIntact(check.state) ? 'intact' : 'damaged') : undefined
  return (
    <>
      <div className={styles.banner}>
        <AlertBanner kind="success" title={text('export.ready')}>
          {text('export.ready.until', { date: formatDay(item.expires) })}
        </AlertBanner>
      </div>
      {missingCount > 0 && (
        <div className={styles.banner}>
          <AlertBanner kind="warning" title={text('export.missing', { count: missingCount })}>
            {text('export.missing.text', { file: text('downloads.missing.file') })}
          </AlertBanner>
        </div>
      )}
      <section className={styles.section} aria-labelledby="export-files">
        <h2 id="export-files">{text('export.files')}</h2>
        <p className={styles.intro}>
          {text('downloads.exports.name', { date: formatDay(item.created) })}
          {' · '}
          {text('export.ready.count', {
            photos: item.photosCount - missingCount,
            parts: chunks.length,
            size: fileSizeLabel(texts, size, 2),
          })}
        </p>
        <ul className={styles.list}>
          {chunks.map((chunk, index) => (
            <ChunkRow
              key={chunk.iteration}
              backupId={item.backupId}
              chunk={chunk}
              position={index + 1}
              total={chunks.length}
              foundCount={check.state.foundCounts[chunk.iteration] ?? 0}
              checkResult={checkResult}
              isDownloaded={downloaded.includes(chunk.iteration)}
              isNext={chunk === nextChunk}
              onDownloaded={() => setDownloaded(markDownloaded(item.backupId, chunk.iteration))}
            />
          ))}
        </ul>
      </section>
      <UnzipHints />
      <CheckSection item={item} check={check} />
    </>
  )
}

/** An export that cannot be downloaded any more; a new one is offered while the flag of exports is on. */
function Ended({ icon, title, text: why }: { icon: typeof Clock; title: string; text: ReactNode }) {
  const { text } = useTexts()
  const canExport = useFlag('PhotoManagementPhotoExportEnabled')
  const { open, modal } = useExportModal()
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        text={why}
        action={
          canExport && (
            <Button variant="primary" onClick={open}>
              {text('export.expired.action')}
            </Button>
          )
        }
      />
      {modal}
    </div>
  )
}

/** Shown when the request failed: the export may exist. */
function Unavailable({ onRetry }: { onRetry: () => void }) {
  const { text } = useTexts()
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={text('export.error')}
        text={text('export.unavailable.text')}
        action={
          <Button variant="primary" onClick={onRetry}>
            {text('action.try-again')}
          </Button>
        }
      />
    </div>
  )
}

function Loading() {
  const { text } = useTexts()
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{text('export.loading')}</VisuallyHidden>
      <Skeleton width="100%" height={64} />
      <Skeleton width="40%" height={24} />
      <Skeleton width="100%" height={80} />
    </div>
  )
}
