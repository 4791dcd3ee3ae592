import type { ParsedLocation } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** A page with a photo grid, with or without its preview above it: the timeline, or one album of whomever. */
export function isGrid(pathname: string): boolean {
  return gridOf(pathname) !== undefined
}

/** The page of a photo grid without what lies above it. */
function gridOf(pathname: string): string | undefined {
  return GRIDS.map(grid => grid.exec(pathname)?.[0]).find(found => found !== undefined)
}

const GRIDS = [
  new RegExp(`^${PATHS.photos}(?=/|$)`),
  new RegExp(`^${PATHS.albums}/[^/]+`),
  new RegExp(`^${PATHS.sharedAlbum.replace('$id', '')}[^/]+`),
]

/**
 * From one screen to another fades ('page'); a new query, or anything within one photo grid's page, does not: the
 * preview brings its own transition.
 */
export function transitionTypes({ fromLocation, toLocation }: Change): string[] | false {
  if (!fromLocation || fromLocation.pathname === toLocation.pathname) return false
  const from = gridOf(fromLocation.pathname)
  return from !== undefined && from === gridOf(toLocation.pathname) ? false : ['page']
}

interface Change {
  fromLocation?: Pick<ParsedLocation, 'pathname'>
  toLocation: Pick<ParsedLocation, 'pathname'>
}
