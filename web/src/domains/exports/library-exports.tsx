import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileArchive from 'lucide-react/icons/file-archive'
import type { PhotoExport } from '#contract/exports.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ExportButton, useExportModal } from './export-button.tsx'
import { exportsQuery, isRunning } from './export-queries.ts'
import styles from './rows.module.css'

/** The exports of the downloads screen: those that live, and the way to a new one. */
export function LibraryExports() {
  const { text } = useTexts()
  const on = useFlag('PhotoManagementPhotoExportEnabled')
  const exports = useQuery({ ...exportsQuery, enabled: on })
  const { open, modal } = useExportModal()
  if (!on) return null
  const items = exports.data?.items ?? []
  const current = items.some(each => each.status !== 'FAILED')
  return (
    <section className={styles.section} aria-labelledby="exports">
      <h2 id="exports">{text('downloads.exports')}</h2>
      {exports.isError && (
        <AlertBanner
          kind="error"
          action={
            <Button variant="line" size="small" onClick={() => void exports.refetch()}>
              {text('action.try-again')}
            </Button>
          }
        >
          {text('downloads.exports.load-failed')}
        </AlertBanner>
      )}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map(item => (
            <ExportRow key={item.backupId} item={item} />
          ))}
        </ul>
      )}
      {!current && !exports.isPending && (
        <div className={styles.row}>
          <span className={styles.icon}>
            <Icon of={FileArchive} size={22} />
          </span>
          <p className={styles.text}>{text('downloads.exports.empty')}</p>
          <ExportButton onPress={open} />
        </div>
      )}
      {modal}
    </section>
  )
}

function ExportRow({ item }: { item: PhotoExport }) {
  const texts = useTexts()
  const { text } = texts
  const { timeZone } = useConfig().brand
  const day = (instant: string) => instantDayLabel(texts, instant, timeZone)
  const failed = item.status === 'FAILED'
  return (
    <li className={styles.row}>
      <span className={classes(styles.icon, failed && styles.failedIcon)}>
        <Icon of={failed ? CircleAlert : FileArchive} size={22} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{text('downloads.exports.name', { date: day(item.created) })}</h3>
        {item.status === 'READY' && (
          <p className={styles.facts}>
            {[
              text('export.ready.count', {
                photos: item.photosCount,
                parts: item.chunks.length,
                size: fileSizeLabel(texts, sizeOf(item.chunks), 2),
              }),
              text('export.ready.until', { date: day(item.expires) }),
            ].join(' · ')}
          </p>
        )}
        {failed && <p className={styles.failed}>{text('downloads.exports.failed-text')}</p>}
      </div>
      {item.status === 'READY' && (
        <Link
          to={PATHS.photoExports}
          params={{ backupId: item.backupId }}
          className={classes(buttonClass('quiet'), styles.action)}
        >
          {text('export.open')}
        </Link>
      )}
      {isRunning(item) && (
        <p className={styles.state}>
          <Spinner size={18} />
          {text(item.status === 'REQUESTED' ? 'downloads.state.requested' : 'downloads.state.in-progress')}
        </p>
      )}
    </li>
  )
}

const sizeOf = (chunks: readonly { size: number }[]) => chunks.reduce((sum, { size }) => sum + size, 0)
