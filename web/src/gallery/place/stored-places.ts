import { createStoredValue } from '#web/platform/storage/storage.ts'

/** Where a page of photos was left, and what was selected on it. */
export interface Place {
  /** List and order; a place of another one is not used. */
  list: string
  /** The photo at the upper edge; undefined at the top of the page. */
  photo?: PlacedPhoto | undefined
  /** Months that show more than their first page, with the number of photos shown; null for a whole month. */
  open?: [string, number | null][] | undefined
  /** Undefined outside of the selection mode. */
  selection?: StoredSelection | undefined
}

export interface PlacedPhoto {
  /** Undefined if it was not loaded. */
  imageId?: string | undefined
  month: string
  /** Index in the month. */
  index: number
  /** px from the top of the window to the top of its row. */
  offset: number
}

/** Ids by month: exceptions of whole months, and single photos. */
export interface StoredSelection {
  months: [string, string[]][]
  singles: [string, string[]][]
}

/** Returns the place of a history entry, which a reload and going back lead to; undefined for a new one. */
export function readPlace(entry: string, list: string): Place | undefined {
  const place = new Map(storedPlaces.read()).get(entry)
  return place?.list === list ? place : undefined
}

/** Stores the place of a history entry for as long as the tab is open. Without storage it is lost. */
export function writePlace(entry: string, place: Place): void {
  const others = (storedPlaces.read() ?? []).filter(([key]) => key !== entry)
  // A large selection may leave no space for older places.
  if (!storedPlaces.write([...others.slice(1 - MAX_PLACES), [entry, place]]))
    storedPlaces.write([[entry, place]])
}

const MAX_PLACES = 30

/** Oldest first. The name ends with the version of the format: what is stored is not checked in detail. */
export const storedPlaces = createStoredValue<[string, Place][]>(
  'keepsake.places.1',
  (value): value is [string, Place][] => Array.isArray(value),
  () => sessionStorage,
)
