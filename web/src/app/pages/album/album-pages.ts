/**
 * The own album and the shared one, and suggested selections, in one file: they share most of their code, and each file on demand
 * makes the start larger.
 */
export { SuggestPage } from '../suggest/suggest-page.tsx'
export { SuggestedPage } from '../suggest/suggested-page.tsx'
export { AlbumPage } from './album-page.tsx'
export { SharedAlbumPage } from './shared-album-page.tsx'
