import { Link } from '@tanstack/react-router'
import FolderPlus from 'lucide-react/icons/folder-plus'
import type { ReactNode } from 'react'
import type { ActionEnvironment, ActionOutcome, PhotoAction, PhotoTargets } from '#web/gallery/index.ts'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { getAlbumSubject } from '../album-subject.ts'
import type { TargetAlbum } from './target-album.ts'

const CopyDialog = lazyComponent(() => import('./copy-dialog.tsx'), 'CopyDialog')
const CreateAlbumDialog = lazyComponent(
  () => import('../editing/create-album-dialog.tsx'),
  'CreateAlbumDialog',
)

/** Copies photos to an album that is chosen or created in a modal; the toast links to it. */
export const copyToAlbumAction: PhotoAction = {
  id: 'copy-to-album',
  name: 'albums.copy.title',
  icon: FolderPlus,
  shortcut: 'c',
  perform: (targets, environment) =>
    copyInDialog(environment, callbacks => <CopyDialog targets={targets} {...callbacks} />),
}

/** Copies photos to a new album, for which a name is offered; the toast links to it. */
export function copyToNewAlbum(
  targets: PhotoTargets,
  defaultName: string,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  return copyInDialog(environment, callbacks => (
    <CreateAlbumDialog targets={targets} defaultName={defaultName} {...callbacks} />
  ))
}

async function copyInDialog(
  { ask, texts }: ActionEnvironment,
  dialog: (callbacks: Callbacks) => ReactNode,
): Promise<ActionOutcome> {
  let hasFailed = false
  const album = await ask<TargetAlbum | undefined>(close =>
    dialog({
      onFailed: () => {
        hasFailed = true
      },
      onDone: close,
      onCancel: () => close(undefined),
    }),
  )
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
}

interface Callbacks {
  onFailed: () => void
  onDone: (album: TargetAlbum) => void
  onCancel: () => void
}
