import BookImage from 'lucide-react/icons/book-image'
import type { Album } from '#contract/albums.ts'
import { getPhoto } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { type ActionEnvironment, type PhotoAction, showUndoToast } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { setCover } from '../album-mutations.ts'
import { albumKeys } from '../album-queries.ts'
import { getAlbumSubject, isAlbumRemoved } from '../album-subject.ts'

/** Sets one photo of the album as its cover; the toast offers to undo it. */
export function createSetCoverAction(id: string): PhotoAction {
  return {
    id: 'cover',
    name: 'albums.cover.choose',
    icon: BookImage,
    disabledReason: (count, { text }) => (count === 1 ? undefined : text('albums.cover.one')),
    perform: async (targets, environment) => {
      const { queries } = environment
      const previousAlbum = queries.getQueryData<Album>(albumKeys.album(id))
      try {
        const [photoId = ''] = await targets.ids()
        const { image } = await call(getPhoto, { params: { id: photoId }, query: {} })
        await setCover(queries, id, image)
        showCoverToast(id, previousAlbum, environment)
        return 'done'
      } catch (error) {
        return showSaveFailure(id, error, environment)
      }
    },
  }
}

function showCoverToast(id: string, previousAlbum: Album | undefined, environment: ActionEnvironment) {
  const subject = getAlbumSubject(id)
  const text = environment.texts.text('albums.cover.changed')
  const restore = ({ coverChosen, coverPhoto }: Album) => {
    setCover(environment.queries, id, coverChosen ? coverPhoto : null).then(
      () => toasts.add({ subject, text, kind: 'success' }),
      error => showSaveFailure(id, error, environment),
    )
  }
  const isObsoleteAfter = (message: LibraryPush) => isAlbumRemoved(id, message)
  showUndoToast(
    { subject, text, undo: previousAlbum && (() => restore(previousAlbum)), isObsoleteAfter },
    environment.texts,
  )
}

function showSaveFailure(id: string, error: unknown, { texts }: ActionEnvironment) {
  reportFailure(error)
  toasts.add({ subject: getAlbumSubject(id), text: texts.text('albums.save-failed'), kind: 'error' })
  return 'failed' as const
}
