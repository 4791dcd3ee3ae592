export { Participants } from './participants.tsx'
export { createSharedAlbumList, sharedAlbumQuery } from './shared-album-queries.ts'
export { SharedWithYou } from './shared-with-you.tsx'
export { sharedAlbumsSummaryQuery, useAlbumsCount } from './use-albums-count.ts'
