import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import FileBraces from 'lucide-react/icons/file-braces'
import FileX from 'lucide-react/icons/file-x'
import { useState } from 'react'
import { RECEIPT_DAYS, type ReceiptFile } from '#contract/upload-batches.ts'
import { saveBlob } from '#web/platform/files/save-blob.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow, ListRows, RowSkeletons } from '#web/ui/list-rows.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { recognizeNoPicture } from '../engine/file-restrictions.ts'
import { CountSum } from '../file-list/count-line.tsx'
import { formatReason } from '../file-list/item-texts.ts'
import { isReason } from '../queue/upload-item.ts'
import { mayChangeReceipt, type UploadReceipt as Receipt, receiptQuery } from './receipt-query.ts'
import styles from './upload-receipt.module.css'

/** The results of an upload batch, file by file, with links to the photos, and as CSV. */
export function UploadReceipt({ batchId }: { batchId: string }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(receiptQuery(batchId))
  useLibraryRefetch(receiptQuery(batchId).queryKey, mayChangeReceipt)
  if (data) return <ReceiptFiles receipt={data} />
  if (data === null)
    return (
      <EmptyState
        icon={Clock}
        title={text('upload-receipt.gone.title')}
        text={text('upload-receipt.gone.text', { days: RECEIPT_DAYS })}
      />
    )
  if (isError) return <LoadFailed retry={refetch} />
  return <RowSkeletons count={6} />
}

function ReceiptFiles({ receipt }: { receipt: Receipt }) {
  const { texts, text } = useTexts()
  const groups = groupFiles(receipt.files)
  const undatedCount = receipt.files.filter(({ undated, inLibrary }) => undated && inLibrary).length
  const hasCompanions = receipt.files.some(({ state }) => state === 'companion')
  const saveCsv = () =>
    saveBlob(
      new Blob([createReceiptCsv(texts, receipt.files)], { type: 'text/csv;charset=utf-8' }),
      `upload-${receipt.startedAt.slice(0, 10)}.csv`,
    )
  return (
    <>
      <div className={classes('ui-row ui-wrap ui-quiet ui-between', styles.summary)}>
        <p>{instantDayLabel(texts, receipt.startedAt)}</p>
        <Button icon={Download} onClick={saveCsv}>
          {text('upload-receipt.csv')}
        </Button>
      </div>
      <CountSum
        total={receipt.files.length}
        parts={groups.map(({ name, files }) => ({
          name: name === 'unfinished' ? 'waiting' : name,
          count: files.length,
        }))}
      />
      {undatedCount > 0 && hasCompanions && (
        <p className="ui-above16">{text('upload-receipt.missing', { count: undatedCount })}</p>
      )}
      {groups.map(({ name, files }) => (
        <FileGroup key={name} name={name} files={files} />
      ))}
    </>
  )
}

/** Rows of a group that are shown at first, and that 'Show more' adds. */
const ROWS_PER_PAGE = 100

function FileGroup({ name, files }: { name: ReceiptGroup; files: readonly ReceiptFile[] }) {
  const { text, number } = useTexts()
  // Files that are no photos are folded.
  const [visibleCount, setVisibleCount] = useState(FOLDED_GROUPS.has(name) ? 0 : ROWS_PER_PAGE)
  return (
    <section aria-labelledby={`group-${name}`} className="ui-above32 ui-breaks">
      <h2 id={`group-${name}`}>
        {text(`upload-receipt.${name}`)} <span className={styles.count}>{number(files.length)}</span>
      </h2>
      <ListRows>
        {files.slice(0, visibleCount).map(file => (
          <FileRow key={file.fileId} file={file} group={name} />
        ))}
      </ListRows>
      {files.length > visibleCount && (
        <Button className="ui-above16" onClick={() => setVisibleCount(visibleCount + ROWS_PER_PAGE)}>
          {text('action.show-more')}
        </Button>
      )}
    </section>
  )
}

const ICON_BY_GROUP: Record<ReceiptGroup, typeof Clock> = {
  failed: CircleAlert,
  refused: CircleAlert,
  unfinished: Clock,
  added: CircleCheck,
  restored: CircleCheck,
  'already-there': CircleCheck,
  unreadable: CircleAlert,
  companion: FileBraces,
  video: FileX,
  document: FileX,
}

const FOLDED_GROUPS: ReadonlySet<ReceiptGroup> = new Set(['companion', 'video', 'document'])

function FileRow({ file, group }: { file: ReceiptFile; group: ReceiptGroup }) {
  const texts = useTexts()
  return (
    <ListRow
      icon={ICON_BY_GROUP[group]}
      critical={group === 'failed' || group === 'refused' || group === 'unreadable'}
      name={file.fileName}
      facts={[fileSizeLabel(texts, file.size), ...listReceiptNotes(texts, file)]}
      end={
        file.photoId &&
        file.inLibrary && (
          <Link
            to={PATHS.photoPreview}
            params={{ id: file.photoId }}
            aria-label={texts.text('upload-receipt.show-named', { name: file.fileName })}
          >
            {texts.text('upload-receipt.show')}
          </Link>
        )
      }
    />
  )
}

/** Returns the receipt as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets detect the encoding. */
export function createReceiptCsv(texts: Texts, files: readonly ReceiptFile[]): string {
  const { text } = texts
  const header = [
    text('upload-receipt.column.file'),
    text('upload-receipt.column.size'),
    text('upload-receipt.column.result'),
    text('upload-receipt.column.note'),
  ]
  const rows = groupFiles(files).flatMap(({ name, files: groupedFiles }) =>
    groupedFiles.map(file => [
      file.fileName,
      String(file.size),
      text(`upload-receipt.${name}`),
      listReceiptNotes(texts, file).join(' '),
    ]),
  )
  return `\uFEFF${[header, ...rows].map(row => row.map(toField).join(',')).join('\r\n')}\r\n`
}

/** Returns a quoted field; a text that a spreadsheet would take for a formula starts with an apostrophe. */
function toField(value: string): string {
  const escapedValue = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${escapedValue.replaceAll('"', '""')}"`
}

/** Groups of a receipt; those that need attention come first, files that are no photos last. */
const RECEIPT_GROUPS = [
  'failed',
  'unreadable',
  'refused',
  'unfinished',
  'added',
  'restored',
  'already-there',
  'companion',
  'video',
  'document',
] as const

type ReceiptGroup = (typeof RECEIPT_GROUPS)[number]

/** Groups the files; empty groups are left out, files are sorted by name. */
function groupFiles(files: readonly ReceiptFile[]): { name: ReceiptGroup; files: ReceiptFile[] }[] {
  const groups = Map.groupBy(files, getGroup)
  return RECEIPT_GROUPS.flatMap(name => {
    const groupedFiles = groups.get(name)
    return groupedFiles
      ? [{ name, files: groupedFiles.toSorted((a, b) => a.fileName.localeCompare(b.fileName)) }]
      : []
  })
}

/** Returns the group of a file; 'unfinished' for a state that this version of the page does not know. */
function getGroup({ state, fileName }: ReceiptFile): ReceiptGroup {
  if (state === 'left-out')
    return recognizeNoPicture({ name: fileName, type: '' }) === 'video' ? 'video' : 'document'
  return RECEIPT_GROUPS.find(name => name === state) ?? 'unfinished'
}

/** Lists the notes about a file that are shown beside its result. */
function listReceiptNotes(texts: Texts, file: ReceiptFile): string[] {
  const { text } = texts
  const { reason, photoId, inLibrary, converted, undated } = file
  const isProblem = file.state === 'refused' || file.state === 'failed' || file.state === 'unreadable'
  return [
    ...(isProblem && reason && isReason(reason) ? [formatReason(texts, reason)] : []),
    ...(converted ? [text('upload-receipt.converted')] : []),
    ...(undated ? [text('upload-receipt.undated')] : []),
    ...(isInLibrary(file) && !(photoId && inLibrary) ? [text('upload-receipt.deleted')] : []),
  ]
}

const isInLibrary = ({ state }: ReceiptFile) =>
  state === 'added' || state === 'already-there' || state === 'restored'
