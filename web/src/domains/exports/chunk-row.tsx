import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileArchive from 'lucide-react/icons/file-archive'
import { type ExportChunk, getExportChunkUrl } from '#contract/exports.ts'
import { DownloadButton } from '#web/domains/downloads/index.ts'
import { call } from '#web/platform/http/call.ts'
import { monthLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ListRow, RowNote } from '#web/ui/list-rows.tsx'

/** One zip with its content, its download, and the result of checking its files. */
export function ChunkRow(row: ChunkRowProps) {
  const { backupId, chunk, position, total, foundCount, checkResult, isDownloaded, isNext, onDownloaded } =
    row
  const { texts, text } = useTexts()
  const { iteration, photosCount, missingCount } = chunk
  const photos = photosCount - missingCount
  const name = text('export.chunk', { n: position, total })
  const facts = [
    fileSizeLabel(texts, chunk.size, 2),
    text('photos.count', { count: photos }),
    formatMonths(texts, chunk),
  ]
  const isFound = photos > 0 && foundCount === photos
  const isComplete = isFound && checkResult === 'intact'
  const isIncomplete = checkResult !== undefined && foundCount > 0 && !isFound
  return (
    <ListRow
      icon={isIncomplete ? CircleAlert : isComplete ? CircleCheck : FileArchive}
      critical={isIncomplete}
      name={name}
      facts={facts}
      end={
        <DownloadButton
          name={name}
          fileName={`photo-export-${iteration}.zip`}
          address={() => call(getExportChunkUrl, { params: { backupId, iteration } })}
          primary={isNext}
          onDownloaded={onDownloaded}
        />
      }
    >
      {isComplete && <RowNote kind="success">{text('export.check.chunk-all')}</RowNote>}
      {isIncomplete && (
        <RowNote kind="error">{text('export.check.chunk-missing', { count: photos - foundCount })}</RowNote>
      )}
      {isDownloaded && !isComplete && !isIncomplete && (
        <RowNote kind="plain" icon={CircleCheck}>
          {text('export.chunk.taken')}
        </RowNote>
      )}
    </ListRow>
  )
}

export interface ChunkRowProps {
  backupId: string
  chunk: ExportChunk
  /** Position in the list, from 1. */
  position: number
  total: number
  /** Number of its photos found in the checked files. */
  foundCount: number
  /** The result of the check that has ended last: whether the given files have damage anywhere. */
  checkResult: 'intact' | 'damaged' | undefined
  /** This browser has downloaded it before. */
  isDownloaded: boolean
  /** The first zip that is not downloaded yet. */
  isNext: boolean
  onDownloaded: () => void
}

/** 'May 2019 to June 2024', 'May 2019', or 'Unknown Date'. */
function formatMonths(texts: Texts, { from, to }: ExportChunk): string {
  if (from === null || to === null) return texts.text('date.unknown')
  // Photos without a date are in a zip without months: '1970-01' is January, which has the number 0 here.
  const label = (month: string) =>
    monthLabel(texts, Number(month.slice(0, 4)), month === '1970-01' ? 0 : Number(month.slice(5)))
  return from === to ? label(from) : texts.text('export.chunk.from-to', { from: label(from), to: label(to) })
}
