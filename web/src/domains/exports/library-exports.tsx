import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileArchive from 'lucide-react/icons/file-archive'
import type { PhotoExport } from '#contract/exports.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ListRow, ListRows, RowNote, RowState, SingleRow } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ExportButton, useExportModal } from './export-button.tsx'
import { countMissing, exportsQuery, isRunning } from './export-queries.ts'

/** Exports on the downloads screen: those not expired, and a button that requests one if there is none. */
export function LibraryExports() {
  const { text } = useTexts()
  const isEnabled = useFlag('PhotoManagementPhotoExportEnabled')
  const exports = useQuery({ ...exportsQuery, enabled: isEnabled })
  const { open, modal } = useExportModal()
  if (!isEnabled) return null
  const items = exports.data?.items ?? []
  const hasCurrentExport = items.some(each => each.status !== 'FAILED')
  return (
    <section aria-labelledby="exports">
      <h2 id="exports">{text('downloads.exports')}</h2>
      {exports.isError && <LoadFailed retry={exports.refetch} id="downloads.exports.load-failed" />}
      {items.length > 0 && (
        <ListRows>
          {items.map(item => (
            <ExportRow key={item.backupId} item={item} />
          ))}
        </ListRows>
      )}
      {!hasCurrentExport && !exports.isPending && (
        <SingleRow icon={FileArchive} end={<ExportButton onPress={open} />}>
          {text('downloads.exports.empty')}
        </SingleRow>
      )}
      {modal}
    </section>
  )
}

function ExportRow({ item }: { item: PhotoExport }) {
  const { texts, text } = useTexts()
  const hasFailed = item.status === 'FAILED'
  return (
    <ListRow
      icon={hasFailed ? CircleAlert : FileArchive}
      critical={hasFailed}
      name={text('downloads.exports.name', { date: instantDayLabel(texts, item.created) })}
      facts={
        item.status === 'READY'
          ? [
              text('export.ready.count', {
                photos: item.photosCount - countMissing(item),
                parts: item.chunks.length,
                size: fileSizeLabel(texts, sumSizes(item.chunks), 2),
              }),
              text('activity.available-until', {
                date: lastDayLabel(texts, item.expires),
              }),
            ]
          : []
      }
      end={<End item={item} />}
    >
      {hasFailed && <RowNote kind="error">{text('downloads.exports.failed-text')}</RowNote>}
    </ListRow>
  )
}

function End({ item }: { item: PhotoExport }) {
  const { text } = useTexts()
  if (item.status === 'READY')
    return (
      <Link to={PATHS.photoExports} params={{ backupId: item.backupId }} className={buttonClass('quiet')}>
        {text('export.open')}
      </Link>
    )
  if (!isRunning(item)) return null
  const state = item.status === 'REQUESTED' ? 'downloads.state.requested' : 'downloads.state.in-progress'
  return <RowState busy>{text(state)}</RowState>
}

const sumSizes = (chunks: readonly { size: number }[]) => chunks.reduce((sum, { size }) => sum + size, 0)
