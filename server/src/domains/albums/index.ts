import type { Domain } from '../../http/route.ts'
import { albumRoutes } from './routes.ts'

export { addPhotos, addUploaded, checkUploadAlbum, createAlbum, takeAlbum, updateAlbum } from './albums.ts'
export { albumListeners } from './follow.ts'
export { type Chosen, chosenPhotos } from './selection.ts'
export { albumNames } from './store.ts'

/** Albums of a library: photos stand in any number of them, and in the library all the same. */
export const albums: Domain = { name: 'albums', routes: albumRoutes }
