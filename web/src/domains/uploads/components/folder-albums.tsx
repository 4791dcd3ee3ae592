import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import styles from './folder-albums.module.css'

/** Asks once for a batch which albums 'Upload' makes, of its service and of folders; nothing without one. */
export function FolderAlbums({ uploads, state }: { uploads: Uploads; state: UploadsState }) {
  const { text } = useTexts()
  const { folderAlbums } = state
  if (folderAlbums.length === 0) return null
  const names = folderAlbums.map(({ name }) => name)
  const chosenCount = folderAlbums.filter(({ isChosen }) => isChosen).length
  const title = text('upload.albums.title', { count: folderAlbums.length })
  return (
    <section aria-label={title} className={styles.albums}>
      <Checkbox
        checked={chosenCount === names.length}
        mixed={chosenCount > 0 && chosenCount < names.length}
        onChange={isChosen => uploads.chooseAlbum(names, isChosen)}
      >
        <b>{title}</b>
      </Checkbox>
      <ul className={styles.list}>
        {folderAlbums.map(({ folders, name, count, isChosen }) => (
          <li key={name} title={folders.join('\n')}>
            <Checkbox checked={isChosen} onChange={on => uploads.chooseAlbum([name], on)}>
              <span className="ui-ellipsis">{name}</span>
              <span className="ui-fixed ui-note">{text('photos.count', { count })}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}
