/** The previews of all lists, in one file: each is a few lines around the same viewer. */
export { AlbumPreviewPage } from './album/album-preview-page.tsx'
export { SharedAlbumPreviewPage } from './album/shared-album-preview-page.tsx'
export { BinPreviewPage } from './bin/bin-preview-page.tsx'
export { SearchPreviewPage } from './search/search-preview-page.tsx'
export { PhotoPreviewPage } from './timeline/photo-preview-page.tsx'
