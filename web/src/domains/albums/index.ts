export { copyToAlbumAction } from './copying/copy-to-album-action.tsx'
