import { useMutation } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import DownloadIcon from 'lucide-react/icons/download'
import FileArchive from 'lucide-react/icons/file-archive'
import { type ExportChunk, getExportChunkUrl } from '#contract/exports.ts'
import { saveFile } from '#web/domains/downloads/save-file.ts'
import { call } from '#web/platform/http/call.ts'
import { monthLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './rows.module.css'

/** One zip: what it holds, its download, and what checking the files has found of it (PL-125). */
export function ChunkRow(row: ChunkRowProps) {
  const { backupId, chunk, n, total, found, checked, taken, next, onTaken } = row
  const texts = useTexts()
  const { text } = texts
  const { iteration } = chunk
  const name = text('export.chunk', { n, total })
  const download = useMutation({
    mutationFn: () => call(getExportChunkUrl, { params: { backupId, iteration } }),
    onSuccess: ({ url }) => {
      saveFile(url, `photo-export-${iteration}.zip`)
      onTaken()
    },
  })
  const facts = [
    fileSizeLabel(texts, chunk.size, 2),
    text('downloads.count', { count: chunk.photosCount }),
    monthsOf(texts, chunk),
  ]
  const whole = found === chunk.photosCount
  const lacking = checked && found > 0 && !whole
  return (
    <li className={styles.row}>
      <span className={classes(styles.icon, lacking && styles.failedIcon)}>
        <Icon of={lacking ? CircleAlert : whole ? CircleCheck : FileArchive} size={22} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {whole && <p className={styles.mark}>{text('export.check.chunk-all')}</p>}
        {lacking && (
          <p className={styles.failed}>
            {text('export.check.chunk-missing', { count: chunk.photosCount - found })}
          </p>
        )}
        {taken && !whole && !lacking && (
          <p className={classes(styles.mark, styles.quiet)}>
            <Icon of={CircleCheck} size={16} />
            {text('export.chunk.taken')}
          </p>
        )}
      </div>
      <div className={styles.action}>
        <Button
          variant={next ? 'primary' : 'quiet'}
          icon={DownloadIcon}
          pending={download.isPending}
          aria-label={text('downloads.download-of', { name })}
          onClick={() => download.mutate()}
        >
          {text('downloads.download')}
        </Button>
        {download.isError && (
          <p role="alert" className={styles.failed}>
            {text('download.failed')}
          </p>
        )}
      </div>
    </li>
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
  /** This browser has fetched it before. */
  taken: boolean
  /** It is the one to fetch next. */
  next: boolean
  onTaken: () => void
}

/** 'May 2019 to June 2024', 'May 2019', or 'Unknown Date'. */
function monthsOf(texts: Texts, { from, to }: ExportChunk): string {
  if (from === null || to === null) return texts.text('date.unknown')
  const label = (month: string) => monthLabel(texts, Number(month.slice(0, 4)), Number(month.slice(5)))
  return from === to ? label(from) : texts.text('export.chunk.from-to', { from: label(from), to: label(to) })
}
