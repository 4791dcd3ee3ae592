/** The own album and the shared one, in one file: they share most of their code. */
export { AlbumPage } from './album-page.tsx'
export { SharedAlbumPage } from './shared-album-page.tsx'
