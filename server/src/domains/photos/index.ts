import { defineDomain } from '../../domain.ts'
import { mountSocket } from '../../http/socket.ts'
import { authenticateToken } from '../identity/index.ts'
import { libraryCleared, photosMoved } from './events.ts'
import { photoRefused } from './job-kinds.ts'
import { photoJobs } from './jobs.ts'
import { mountMedia } from './media.ts'
import { LIBRARY } from './notifications.ts'
import { photoRoutes } from './routes.ts'
import { photoTables } from './tables.ts'

export { originalKey } from './blob-keys.ts'
export { contentDisposition } from './content-disposition.ts'
export { isSortTime } from './cursor.ts'
export { libraryCleared, photosMoved } from './events.ts'
export { type Amount, eraseExpired, expirePhotos, librarySize, returnExpired } from './expire.ts'
export { gathered } from './gathered.ts'
export { endHold, type HeldPhoto, heldPhotos, holdPhotos, releaseHold } from './holds.ts'
export { photoRefused } from './job-kinds.ts'
export { runningMove } from './library-move.ts'
export { type MediaPhoto, mountPictures } from './media.ts'
export {
  addressesEnd,
  MEDIA_SECONDS,
  type MediaKind,
  mediaAddress,
  rememberedTokens,
} from './media-address.ts'
export { countPhotos, hasPhotos, photosCount } from './month-counts.ts'
export { LIBRARY } from './notifications.ts'
export { addPhoto, type NewPhoto, restoreRows } from './photos.ts'
export { imagePresenter, presentImage } from './present.ts'
export {
  binCount,
  idsOfMonth,
  lockPhotosByHash,
  type PhotoRow,
  pinKept,
  pinPhotos,
  readablePhotos,
} from './store.ts'
export { sweep } from './sweep.ts'

export const photos = defineDomain({
  name: 'photos',
  dependsOn: ['customers', 'identity'],
  tables: photoTables,
  routes: photoRoutes,
  mount(app, ctx) {
    mountMedia(app, ctx)
    mountSocket(app, ctx, {
      url: '/api/push/library',
      verify: token => authenticateToken(ctx, token),
      open(caller, send) {
        const stop = ctx.push.subscribe(LIBRARY, caller.accountId, send)
        // Told after subscribing: what changes from here on is heard, what changed before is read.
        send({ type: 'ready' })
        return stop
      },
    })
  },
  jobs: photoJobs,
  emits: [photosMoved, libraryCleared, photoRefused],
})
