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
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Redirect } from '#web/platform/navigation/redirect.tsx'
import { createStoredValue } from '#web/platform/storage/storage.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabList } from '#web/ui/tab-list.tsx'
import { CheckSection } from './check/check-section.tsx'
import { isIntact, useCheck } from './check/use-check.ts'
import { ChunkRow } from './chunk-row.tsx'
import { useExportModal } from './export-button.tsx'
import styles from './export-page.module.css'
import { countMissing, exportQuery } from './export-queries.ts'
import hintStyles from './unzip-hints.module.css'

/** '/my-photos/exports/{backupId}', linked by the mail of an export. */
export function ExportPage() {
  const { text } = useTexts()
  const { backupId = '' } = useParams({ strict: false })
  return (
    <div className={styles.page}>
      <header className={classes('ui-row8', styles.title)}>
        <Link to={PATHS.photos} className={classes('ui-inline-row8 ui-quiet', styles.back)}>
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
  if (status === 'pending') return <ExportLoading />
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
  const { texts, text } = useTexts()
  const check = useCheck(item)
  const [downloaded, setDownloaded] = useState(() => listDownloadedChunks(item.backupId))
  const chunks = item.chunks.toSorted((a, b) => a.iteration - b.iteration)
  const nextChunk = chunks.find(({ iteration }) => !downloaded.includes(iteration))
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  const missingCount = countMissing(item)
  const checkResult =
    check.state.status === 'done' ? (isIntact(check.state) ? 'intact' : 'damaged') : undefined
  return (
    <>
      <div className={styles.banner}>
        <AlertBanner kind="success" title={text('export.ready')}>
          {text('activity.available-until', { date: lastDayLabel(texts, item.expires) })}
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
          {text('downloads.exports.name', { date: instantDayLabel(texts, item.created) })}
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

function ExportLoading() {
  return (
    <Loading id="export.loading" className={classes('ui-stack24', styles.loading)}>
      <Skeleton width="100%" height={64} />
      <Skeleton width="40%" height={24} />
      <Skeleton width="100%" height={80} />
    </Loading>
  )
}

/** Returns the numbers of the zips that this browser has downloaded; stored for the latest export only. */
function listDownloadedChunks(backupId: string): number[] {
  const stored = storage.read()
  return stored?.backupId === backupId ? stored.downloaded : []
}

/** Stores a zip as downloaded; returns the numbers of all downloaded zips. */
function markDownloaded(backupId: string, iteration: number): number[] {
  const downloaded = [...new Set([...listDownloadedChunks(backupId), iteration])]
  storage.write({ backupId, downloaded })
  return downloaded
}

/** The stored value; its names must not change. */
interface Downloaded {
  backupId: string
  downloaded: number[]
}

const storage = createStoredValue('keepsake.export-taken', isDownloaded)

function isDownloaded(value: unknown): value is Downloaded {
  const downloaded = value as Partial<Downloaded> | null
  return typeof downloaded?.backupId === 'string' && Array.isArray(downloaded.downloaded)
}

/** How to open a zip, per operating system; the customer's own is selected first. */
function UnzipHints() {
  const { text } = useTexts()
  const [system, setSystem] = useState(detectSystem)
  return (
    <section className={styles.section} aria-labelledby="export-unzip">
      <h2 id="export-unzip">{text('export.unzip')}</h2>
      <TabList
        label={text('export.unzip')}
        idPrefix="unzip"
        selected={system}
        onSelect={id => setSystem(id as System)}
        tabs={SYSTEMS.map(id => ({ id, label: NAME_BY_SYSTEM[id] ?? text('export.unzip.other') }))}
      >
        <p className={hintStyles.hint}>{text(HINT_BY_SYSTEM[system])}</p>
      </TabList>
    </section>
  )
}

const SYSTEMS = ['windows', 'macos', 'ios', 'android', 'other'] as const

type System = (typeof SYSTEMS)[number]

/** Names that are not translated. */
const NAME_BY_SYSTEM: Partial<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  ios: 'iOS',
  android: 'Android',
}

const HINT_BY_SYSTEM: Record<System, MessageId> = {
  windows: 'export.unzip.windows.text',
  macos: 'export.unzip.macos.text',
  ios: 'export.unzip.ios.text',
  android: 'export.unzip.android.text',
  other: 'export.unzip.other.text',
}

/** iPadOS identifies itself as a Macintosh; a Mac has no touch screen. */
function detectSystem(): System {
  const agent = navigator.userAgent
  if (/Android/.test(agent)) return 'android'
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1))
    return 'ios'
  if (/Macintosh/.test(agent)) return 'macos'
  return /Windows/.test(agent) ? 'windows' : 'other'
}
