import { PATHS } from '#web/platform/navigation/paths.ts'

/** Whether a path is a page of photos (the timeline, any album or the bin), with or without its preview. */
export function isGridPage(pathname: string): boolean {
  return findGridPath(pathname) !== undefined
}

/** Whether two paths belong to one screen: equal paths, and a page of photos with and without its preview. */
export function isSameScreen(from: string, to: string): boolean {
  const grid = findGridPath(from)
  return from === to || (grid !== undefined && grid === findGridPath(to))
}

/** Returns the path of a page of photos without its preview. */
function findGridPath(pathname: string): string | undefined {
  return GRID_PATTERNS.map(grid => grid.exec(pathname)?.[0]).find(path => path !== undefined)
}

const GRID_PATTERNS = [
  new RegExp(`^${PATHS.photos}(?=/|$)`),
  new RegExp(`^${PATHS.deletedPhotos}(?=/|$)`),
  new RegExp(`^${PATHS.albums}/[^/]+`),
  new RegExp(`^${PATHS.sharedAlbum.replace('$id', '')}[^/]+`),
]
