import FileArchive from 'lucide-react/icons/file-archive'
import { useExportModal } from '#web/domains/exports/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { DeletionPreview } from './deletion-preview-query.ts'
import styles from './export-first.module.css'

/** Offers the export of the library before the account is deleted; nothing while the flag of exports is off (PL-115). */
export function ExportFirst({ preview: { photos, albums, bytes } }: { preview: DeletionPreview }) {
  const texts = useTexts()
  const { text } = texts
  const { open, modal } = useExportModal()
  if (!useFlag('PhotoManagementPhotoExportEnabled')) return null
  const size = fileSizeLabel(texts, bytes)
  return (
    <section className={styles.box}>
      <div className={styles.offer}>
        <Icon of={FileArchive} />
        <div>
          <h2 className={styles.title}>{text('delete-account.export.title')}</h2>
          <p className={styles.text}>{text('delete-account.export.text', { photos, albums, size })}</p>
        </div>
      </div>
      <Button variant="line" onClick={open}>
        {text('delete-account.export.action')}
      </Button>
      {modal}
    </section>
  )
}
