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

/** One zip: what it holds, its download, and what checking the files has found of it (PL-125). */
export function ChunkRow(row: ChunkRowProps) {
  const { backupId, chunk, n, total, found, checked, taken, next, onDownloaded } = row
  const texts = useTexts()
  const { text } = texts
  const { iteration } = chunk
  const name = text('export.chunk', { n, total })
  const facts = [
    fileSizeLabel(texts, chunk.size, 2),
    text('downloads.count', { count: chunk.photosCount }),
    monthsOf(texts, chunk),
  ]
  const whole = found === chunk.photosCount
  const lacking = checked && found > 0 && !whole
  return (
    <ListRow
      icon={lacking ? CircleAlert : whole ? CircleCheck : FileArchive}
      critical={lacking}
      name={name}
      facts={facts}
      end={
        <DownloadButton
          name={name}
          fileName={`photo-export-${iteration}.zip`}
          address={() => call(getExportChunkUrl, { params: { backupId, iteration } })}
          primary={next}
          onDownloaded={onDownloaded}
        />
      }
    >
      {whole && <RowNote kind="success">{text('export.check.chunk-all')}</RowNote>}
      {lacking && (
        <RowNote kind="error">
          {text('export.check.chunk-missing', { count: chunk.photosCount - found })}
        </RowNote>
      )}
      {taken && !whole && !lacking && (
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
  /** Its place in the list, from 1. */
  n: number
  total: number
  /** Photos of it that were found among the customer's files. */
  found: number
  /** Whether a check has been made. */
  checked: boolean
  /** This browser has downloaded it before. */
  taken: boolean
  /** It is the one to fetch next. */
  next: boolean
  onDownloaded: () => void
}

/** 'May 2019 to June 2024', 'May 2019', or 'Unknown Date'. */
function monthsOf(texts: Texts, { from, to }: ExportChunk): string {
  if (from === null || to === null) return texts.text('date.unknown')
  const label = (month: string) => monthLabel(texts, Number(month.slice(0, 4)), Number(month.slice(5)))
  return from === to ? label(from) : texts.text('export.chunk.from-to', { from: label(from), to: label(to) })
}
