import { Link } from '@tanstack/react-router'
import FolderPlus from 'lucide-react/icons/folder-plus'
import type { PhotoAction } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { getAlbumSubject } from '../album-subject.ts'
import type { TargetAlbum } from './target-album.ts'

const CopyDialog = lazyComponent(() => import('./copy-dialog.tsx').then(({ CopyDialog }) => CopyDialog))

/** Copies photos to an album that is chosen or created in a modal; the toast links to it (PL-094 to PL-096). */
export const copyToAlbumAction: PhotoAction = {
  id: 'copy-to-album',
  name: 'selection.copy-to-album',
  icon: FolderPlus,
  shortcut: 'c',
  perform: async (targets, { ask, texts }) => {
    let hasFailed = false
    const album = await ask<TargetAlbum | undefined>(close => (
      <CopyDialog
        targets={targets}
        onFailed={() => {
          hasFailed = true
        }}
        onDone={close}
        onCancel={() => close(undefined)}
      />
    ))
    if (!album) return hasFailed ? 'failed' : 'cancelled'
    const link = (
      <Link to={PATHS.album} params={{ id: album.id }}>
        {album.name}
      </Link>
    )
    toasts.add({
      subject: getAlbumSubject(album.id),
      text: texts.rich('albums.copied', { album: link }),
      kind: 'success',
    })
    return 'done'
  },
}
