import type { ParsedLocation } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'

/** The photo grid's page, with or without its preview above it. */
export function isGrid(pathname: string): boolean {
  return pathname === PATHS.photos || pathname.startsWith(`${PATHS.photos}/`)
}

/**
 * From one screen to another fades ('page'); a new query, or anything within the photo grid's page, does not: the
 * preview brings its own transition.
 */
export function transitionTypes({ fromLocation, toLocation }: Change): string[] | false {
  if (!fromLocation || fromLocation.pathname === toLocation.pathname) return false
  return isGrid(fromLocation.pathname) && isGrid(toLocation.pathname) ? false : ['page']
}

interface Change {
  fromLocation?: Pick<ParsedLocation, 'pathname'>
  toLocation: Pick<ParsedLocation, 'pathname'>
}
