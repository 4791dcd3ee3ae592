import BookImage from 'lucide-react/icons/book-image'
import type { Album } from '#contract/albums.ts'
import { getPhoto, type Image } from '#contract/photos.ts'
import type { ActionEnvironment, PhotoAction } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { setCover } from '../album-mutations.ts'
import { albumKeys } from '../album-queries.ts'

/** Sets one photo of the album as its cover; the toast offers to undo it. */
export function setCoverAction(id: string): PhotoAction {
  return {
    id: 'cover',
    name: 'albums.cover.choose',
    icon: BookImage,
    disabledReason: (count, { text }) => (count === 1 ? undefined : text('albums.cover.one')),
    perform: async (targets, environment) => {
      const { queries, texts } = environment
      const before = queries.getQueryData<Album>(albumKeys.album(id))
      try {
        const [photoId = ''] = await targets.ids()
        const { image } = await call(getPhoto, { params: { id: photoId }, query: {} })
        await setCover(queries, id, image)
        toasts.add({
          text: texts.text('albums.cover.changed'),
          kind: 'success',
          action: before && {
            label: texts.text('action.undo'),
            onAction: () => undo(before, environment),
          },
        })
        return 'done'
      } catch (error) {
        return failed(error, environment)
      }
    },
  }
}

function undo(before: Album, environment: ActionEnvironment) {
  const cover: Image | null = before.coverChosen ? before.coverPhoto : null
  setCover(environment.queries, before.albumId, cover).catch(error => failed(error, environment))
}

function failed(error: unknown, { texts }: ActionEnvironment) {
  reportFailure(error)
  toasts.add({ text: texts.text('albums.save-failed'), kind: 'error' })
  return 'failed' as const
}
