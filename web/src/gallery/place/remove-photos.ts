import { type StoredSelection, storedPlaces } from './stored-places.ts'

/** Removes photos that no longer exist from the selections of places that are not shown. */
export function removePhotosFromPlaces(removedIds: ReadonlySet<string>): void {
  const places = storedPlaces.read()
  if (!places?.some(([, { selection }]) => selection)) return
  const filter = (groups: StoredSelection['months']) =>
    groups.map(([month, ids]): [string, string[]] => [month, ids.filter(id => !removedIds.has(id))])
  storedPlaces.write(
    places.map(([entry, { selection, ...place }]) => [
      entry,
      {
        ...place,
        selection: selection && {
          months: filter(selection.months),
          singles: filter(selection.singles).filter(([, ids]) => ids.length > 0),
        },
      },
    ]),
  )
}

/** Removes the selection of the place that was stored last: an action that has left the page ends it. */
export function removeLastSelection(): void {
  const places = storedPlaces.read() ?? []
  const last = places.at(-1)
  if (!last) return
  const [entry, { selection: _, ...place }] = last
  storedPlaces.write([...places.slice(0, -1), [entry, place]])
}
