import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Picture } from './pictures.ts'

/** One photo as the model knows it: what a customer may expect of it, nothing of how it is kept. */
export interface ModelPhoto {
  id: string
  picture: Picture
  createdMonth: number
  /** How many photos came before it. */
  nth: number
  /** Null while it is in the library. */
  deletedAt: number | null
  /** It lies in the bin because the library's time was over. */
  expired: boolean
}

/** What a library is, without databases, files and jobs: the reference the real one is held against (P9). */
export class LibraryModel {
  readonly photos = new Map<string, ModelPhoto>()
  /** Ids that were there once. */
  readonly gone: string[] = []
  /** What they showed. */
  readonly erased = new Set<Picture>()
  #came = 0

  withPicture(picture: Picture): ModelPhoto | undefined {
    return [...this.photos.values()].find(photo => photo.picture === picture)
  }

  /** An upload of bytes that are there brings them back from the bin, or changes nothing. */
  upload(id: string, picture: Picture, createdMonth: number): void {
    const there = this.withPicture(picture)
    if (there) toLibrary(there)
    else
      this.photos.set(id, { id, picture, createdMonth, nth: this.#came++, deletedAt: null, expired: false })
  }

  /** Answers the ids that fail. */
  delete(ids: readonly string[], now: number): string[] {
    return this.#each(ids, photo => {
      photo.deletedAt ??= now
    })
  }

  deleteAll(now: number): void {
    for (const photo of this.photos.values()) photo.deletedAt ??= now
  }

  restoreAll(): void {
    for (const photo of this.photos.values()) toLibrary(photo)
  }

  restore(ids: readonly string[]): string[] {
    return this.#each(ids, toLibrary)
  }

  /** Only from the bin: photos in the library, gone and foreign ones fail. */
  erase(ids: readonly string[]): string[] {
    return [...new Set(ids)].filter(id => {
      if (this.photos.get(id)?.deletedAt == null) return true
      this.#forget(id)
      return false
    })
  }

  /** Time passes: whatever the customer deleted before `before` is erased. */
  tidy(before: number): void {
    for (const { id, deletedAt, expired } of this.bin) if (!expired && deletedAt! <= before) this.#forget(id)
  }

  /** The end of the retention period: the whole library goes to the bin. Answers how many photos. */
  expire(now: number): number {
    const leaving = this.library
    for (const photo of leaving) Object.assign(photo, { deletedAt: now, expired: true })
    return leaving.length
  }

  /** What had expired comes back. */
  restoreExpired(): void {
    for (const photo of this.bin) if (photo.expired) toLibrary(photo)
  }

  eraseExpired(): void {
    for (const { id, expired } of this.bin) if (expired) this.#forget(id)
  }

  get library(): ModelPhoto[] {
    return [...this.photos.values()].filter(({ deletedAt }) => deletedAt === null)
  }

  get bin(): ModelPhoto[] {
    return [...this.photos.values()].filter(({ deletedAt }) => deletedAt !== null)
  }

  /** Ids of the library in the order of its pages. */
  sortedIds(order: { sortKey: SortKey; sortOrder: SortOrder }): string[] {
    return ordered(this.library, order, ({ nth }) => nth).map(({ id }) => id)
  }

  months(key: SortKey): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const photo of this.library) counts[monthOf(photo, key)] = (counts[monthOf(photo, key)] ?? 0) + 1
    return counts
  }

  #each(ids: readonly string[], change: (photo: ModelPhoto) => void): string[] {
    return [...new Set(ids)].filter(id => {
      const photo = this.photos.get(id)
      if (photo) change(photo)
      return !photo
    })
  }

  #forget(id: string): void {
    this.erased.add(this.photos.get(id)!.picture)
    this.photos.delete(id)
    this.gone.push(id)
  }
}

export const monthOf = ({ picture, createdMonth }: ModelPhoto, key: SortKey) =>
  key === 'created' ? createdMonth : picture.takenMonth

/** Photos by arrival, or by date taken: those without one last in either direction, by upload (OP-08). */
export function ordered(
  photos: readonly ModelPhoto[],
  { sortKey, sortOrder }: { sortKey: SortKey; sortOrder: SortOrder },
  arrival: (photo: ModelPhoto) => number,
): ModelPhoto[] {
  const way = sortOrder === 'asc' ? 1 : -1
  if (sortKey === 'created') return photos.toSorted((a, b) => way * (arrival(a) - arrival(b)))
  return photos.toSorted((a, b) =>
    (a.picture.taken === null) === (b.picture.taken === null)
      ? way * byTaken(a, b)
      : Number(a.picture.taken === null) - Number(b.picture.taken === null),
  )
}

/** Earlier before later; a photo without a date counts as taken when it was uploaded, which is later than all dates. */
export function byTaken(a: ModelPhoto, b: ModelPhoto): number {
  const [first, second] = [a.picture.taken, b.picture.taken]
  if (first === null || second === null)
    return first === second ? a.nth - b.nth : Number(first === null) - Number(second === null)
  return first < second ? -1 : 1
}

function toLibrary(photo: ModelPhoto): void {
  Object.assign(photo, { deletedAt: null, expired: false })
}
