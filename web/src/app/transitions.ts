import type { ParsedLocation } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** Whether a path is a page with a photo grid (the timeline or any album), with or without its preview. */
export function isGrid(pathname: string): boolean {
  return findGrid(pathname) !== undefined
}

/** Returns the path of a photo grid's page without its preview. */
function findGrid(pathname: string): string | undefined {
  return GRIDS.map(grid => grid.exec(pathname)?.[0]).find(found => found !== undefined)
}

const GRIDS = [
  new RegExp(`^${PATHS.photos}(?=/|$)`),
  new RegExp(`^${PATHS.albums}/[^/]+`),
  new RegExp(`^${PATHS.sharedAlbum.replace('$id', '')}[^/]+`),
]

/**
 * View transition types: a change of screen fades ('page'); a new query or a navigation within one photo grid's page
 * does not, because the preview has its own transition.
 */
export function transitionTypes({ fromLocation, toLocation }: Change): string[] | false {
  if (!fromLocation || fromLocation.pathname === toLocation.pathname) return false
  const from = findGrid(fromLocation.pathname)
  return from !== undefined && from === findGrid(toLocation.pathname) ? false : ['page']
}

interface Change {
  fromLocation?: Pick<ParsedLocation, 'pathname'>
  toLocation: Pick<ParsedLocation, 'pathname'>
}
