import { useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef, useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { isNetworkFailure, isPreconditionFailed } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { renameAlbum } from '../album-mutations.ts'
import { albumQuery } from '../album-queries.ts'
import styles from './album-name.module.css'

const RenameForm = lazyComponent(
  () => import('./rename-form.tsx'),
  'RenameForm',
  ({ name }) => <h1 className={styles.name}>{name}</h1>,
)

/**
 * The album's name with an inline editor. A new name shows immediately and is reverted on failure; where another
 * window has renamed the album in the meantime, the editor opens again with both names.
 */
export function AlbumName({ album }: { album: Album }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [failed, setFailed] = useState<{ name: string; error: unknown }>()
  const [overtakenName, setOvertakenName] = useState<string>()
  // Not before the optimistic name has gone, which the editor would take for the stored one.
  if (overtakenName !== undefined && overtakenName !== album.albumName) {
    setOvertakenName(undefined)
    setEditing(true)
  }
  const draft = useDraft(`album-name ${album.albumId}`)
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
  const cancel = () => {
    draft.remove()
    close()
  }
  const save = async (name: string) => {
    setFailed(undefined)
    if (isEditing) close()
    if (name === album.albumName) return
    try {
      await renameAlbum(queries, album, name)
    } catch (error) {
      draft.write({ values: { name }, baseline: { name: album.albumName } })
      if (isPreconditionFailed(error)) {
        const { queryKey } = albumQuery(queries, album.albumId)
        await queries.invalidateQueries({ queryKey })
        const isSame = queries.getQueryData(queryKey)?.albumName === name
        return isSame ? draft.remove() : setOvertakenName(name)
      }
      reportFailure(error)
      setFailed({ name, error })
    }
  }
  return (
    <div className={styles.place}>
      {isEditing ? (
        <RenameForm name={album.albumName} draft={draft} onSave={name => void save(name)} onCancel={cancel} />
      ) : (
        <div className={classes('ui-line4 ui-narrow', styles.shown)}>
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
      {failed && !isEditing && (
        <div className={styles.failed}>
          <AlertBanner kind="error" onRetry={() => void save(failed.name)}>
            {text(isNetworkFailure(failed.error) ? 'form.no-connection' : 'albums.save-failed')}
          </AlertBanner>
        </div>
      )}
    </div>
  )
}
