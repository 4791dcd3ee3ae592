import type { ParsedLocation } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** Whether a path is a page with a photo grid (the timeline or any album), with or without its preview. */
export function isGridPage(pathname: string): boolean {
  return findGridPath(pathname) !== undefined
}

/** Returns the path of a photo grid's page without its preview. */
function findGridPath(pathname: string): string | undefined {
  return GRID_PATTERNS.map(grid => grid.exec(pathname)?.[0]).find(path => path !== undefined)
}

const GRID_PATTERNS = [
  new RegExp(`^${PATHS.photos}(?=/|$)`),
  new RegExp(`^${PATHS.albums}/[^/]+`),
  new RegExp(`^${PATHS.sharedAlbum.replace('$id', '')}[^/]+`),
]

/**
 * View transition types: a change of screen fades ('page'); a new query or a navigation within one photo grid's page
 * does not, because the preview has its own transition.
 */
export function getTransitionTypes({ fromLocation, toLocation }: Change): string[] | false {
  if (!fromLocation || fromLocation.pathname === toLocation.pathname) return false
  const from = findGridPath(fromLocation.pathname)
  return from !== undefined && from === findGridPath(toLocation.pathname) ? false : ['page']
}

interface Change {
  fromLocation?: Pick<ParsedLocation, 'pathname'>
  toLocation: Pick<ParsedLocation, 'pathname'>
}
