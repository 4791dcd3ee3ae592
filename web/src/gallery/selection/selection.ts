/**
 * Selected photos of a library that is mostly not loaded: whole months with exceptions, and single photos of other
 * months. A month is in at most one of the two maps, and never with an empty set of singles. Values are immutable.
 */
export interface Selection {
  /** Month key → ids of its photos that are excluded. */
  months: ReadonlyMap<string, ReadonlySet<string>>
  /** Month key → ids of its selected photos. */
  singles: ReadonlyMap<string, ReadonlySet<string>>
}

export const EMPTY_SELECTION: Selection = { months: new Map(), singles: new Map() }

/** Photos per month: the counts of the sections, which include photos that are not loaded. */
export type Counts = ReadonlyMap<string, number>

export function isPhotoSelected(selection: Selection, month: string, id: string): boolean {
  const exceptions = selection.months.get(month)
  return exceptions ? !exceptions.has(id) : (selection.singles.get(month)?.has(id) ?? false)
}

export function countSelected(selection: Selection, counts: Counts): number {
  let sum = 0
  for (const month of selection.months.keys()) sum += countSelectedInMonth(selection, month, counts)
  for (const month of selection.singles.keys()) sum += countSelectedInMonth(selection, month, counts)
  return sum
}

function countSelectedInMonth(selection: Selection, month: string, counts: Counts): number {
  const count = counts.get(month) ?? 0
  const exceptions = selection.months.get(month)
  return exceptions
    ? Math.max(0, count - exceptions.size)
    : Math.min(count, selection.singles.get(month)?.size ?? 0)
}

export function isWholeMonth(selection: Selection, month: string, counts: Counts): boolean {
  const count = counts.get(month) ?? 0
  return count > 0 && countSelectedInMonth(selection, month, counts) === count
}

/** Adds or removes photos of one month. */
export function withPhotos(
  selection: Selection,
  month: string,
  ids: Iterable<string>,
  on: boolean,
): Selection {
  const whole = selection.months.get(month)
  const storedIds = new Set(whole ?? selection.singles.get(month))
  // The ids stored for a whole month are its exceptions.
  const add = whole ? !on : on
  for (const id of ids) {
    if (add) storedIds.add(id)
    else storedIds.delete(id)
  }
  return whole
    ? { ...selection, months: new Map(selection.months).set(month, storedIds) }
    : { ...selection, singles: replaceSingles(selection.singles, month, storedIds) }
}

/** Adds or removes all photos of a month. */
export function withMonth(selection: Selection, month: string, on: boolean): Selection {
  const months = new Map(selection.months)
  if (on) months.set(month, new Set())
  else months.delete(month)
  return { months, singles: replaceSingles(selection.singles, month, new Set()) }
}

/** Toggles all: removes all if all are selected, otherwise adds all. */
export function toggleMonth(selection: Selection, month: string, counts: Counts): Selection {
  return withMonth(selection, month, !isWholeMonth(selection, month, counts))
}

export function selectAll(counts: Counts): Selection {
  return { months: new Map([...counts.keys()].map(month => [month, new Set<string>()])), singles: new Map() }
}

/** Removes photos and months that no longer exist in the library. */
export function withoutPhotos(
  selection: Selection,
  removedIds: ReadonlySet<string>,
  counts: Counts,
): Selection {
  const filterExisting = (sets: Selection['months']) =>
    [...sets]
      .filter(([month]) => counts.has(month))
      .map(([month, ids]) => [month, new Set([...ids].filter(id => !removedIds.has(id)))] as const)
  return {
    months: new Map(filterExisting(selection.months)),
    singles: new Map(filterExisting(selection.singles).filter(([, ids]) => ids.size > 0)),
  }
}

function replaceSingles(singles: Selection['singles'], month: string, ids: ReadonlySet<string>) {
  const next = new Map(singles)
  if (ids.size > 0) next.set(month, ids)
  else next.delete(month)
  return next
}
