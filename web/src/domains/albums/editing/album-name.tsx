import { useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef, useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { renameAlbum } from '../album-mutations.ts'
import styles from './album-name.module.css'

const RenameForm = lazyComponent(
  () => import('./rename-form.tsx').then(({ RenameForm }) => RenameForm),
  ({ name }) => <h1 className={styles.name}>{name}</h1>,
)

/** The album's name with an inline editor (PL-078). A new name shows immediately and is reverted on failure. */
export function AlbumName({ album }: { album: Album }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [failedName, setFailedName] = useState<string>()
  const pencil = useRef<HTMLButtonElement>(null)
  const restoresFocus = useRef(false)
  useEffect(() => {
    if (!isEditing && restoresFocus.current) pencil.current?.focus()
    restoresFocus.current = false
  }, [isEditing])

  const close = () => {
    restoresFocus.current = true
    setEditing(false)
  }
  const save = async (name: string) => {
    setFailedName(undefined)
    if (isEditing) close()
    if (name === album.albumName) return
    try {
      await renameAlbum(queries, album.albumId, name)
    } catch (error) {
      reportFailure(error)
      setFailedName(name)
    }
  }
  return (
    <div className={styles.place}>
      {isEditing ? (
        <RenameForm name={album.albumName} onSave={name => void save(name)} onCancel={close} />
      ) : (
        <div className={styles.shown}>
          <h1 className={styles.name}>{album.albumName}</h1>
          {!album.isShared && (
            <IconButton
              ref={pencil}
              icon={Pencil}
              size={18}
              label={text('albums.rename')}
              onClick={() => setEditing(true)}
            />
          )}
        </div>
      )}
      {failedName !== undefined && !isEditing && (
        <div className={styles.failed}>
          <AlertBanner kind="error" onRetry={() => void save(failedName)}>
            {text('albums.save-failed')}
          </AlertBanner>
        </div>
      )}
    </div>
  )
}
