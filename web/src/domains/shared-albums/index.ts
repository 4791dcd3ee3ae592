export { Participants } from './participants.tsx'
export { sharedAlbumList, sharedAlbumQuery } from './shared-album-queries.ts'
export { sharedAlbumsSummaryQuery } from './shared-albums-summary.ts'
export { SharedWithYou } from './shared-with-you.tsx'
