import type { SortKey, SortOrder } from '#contract/photos.ts'
import type { Picture } from './pictures.ts'

/** One photo as its owner sees it. */
export interface ModelPhoto {
  id: string
  picture: Picture
  createdMonth: number
  /** How many photos were uploaded before it. */
  sequence: number
  /** Null while it is in the library. */
  deletedAt: number | null
  /** Whether it is in the bin because the retention period ended. */
  expired: boolean
}

/** Reference implementation of a library without database, files and jobs (P9). */
export class LibraryModel {
  readonly photos = new Map<string, ModelPhoto>()
  readonly #erasedAt = new Map<string, number>()
  readonly erasedPictures = new Set<Picture>()
  /** When the latest new photo was added, in ms. */
  lastUploadedAt = 0
  #uploads = 0

  findByPicture(picture: Picture): ModelPhoto | undefined {
    return [...this.photos.values()].find(photo => photo.picture === picture)
  }

  /** Uploads a picture; known bytes restore the photo from the bin, or change nothing. */
  upload(id: string, picture: Picture, uploadedAt: Date): void {
    const existingPhoto = this.findByPicture(picture)
    if (existingPhoto) moveToLibrary(existingPhoto)
    else {
      this.lastUploadedAt = uploadedAt.getTime()
      this.photos.set(id, {
        id,
        picture,
        createdMonth: uploadedAt.getUTCFullYear() * 100 + uploadedAt.getUTCMonth() + 1,
        sequence: this.#uploads++,
        deletedAt: null,
        expired: false,
      })
    }
  }

  /** In the order of their erasure. */
  get erasedIds(): string[] {
    return [...this.#erasedAt.keys()]
  }

  /** Lists ids of erased photos whose tombstones certainly exist. */
  listRecentlyErasedIds(now: number): string[] {
    return this.erasedIds.filter(id => this.#erasedAt.get(id)! > now - 29 * DAY)
  }

  /** Returns the ids that fail; erased ones are done. */
  delete(ids: readonly string[], now: number): string[] {
    return this.#each(ids, photo => {
      photo.deletedAt ??= now
    }).filter(id => !this.#erasedAt.has(id))
  }

  deleteAll(now: number): void {
    for (const photo of this.photos.values()) photo.deletedAt ??= now
  }

  restoreAll(): void {
    for (const photo of this.photos.values()) moveToLibrary(photo)
  }

  restore(ids: readonly string[]): string[] {
    return this.#each(ids, moveToLibrary)
  }

  /** Erases photos in the bin; returns the ids that fail: those in the library and foreign ones. */
  erase(ids: readonly string[], now: number): string[] {
    return [...new Set(ids)].filter(id => {
      if (this.photos.get(id)?.deletedAt == null) return !this.#erasedAt.has(id)
      this.#erase(id, now)
      return false
    })
  }

  /** Erases what the customer deleted until `before`, in ms. */
  cleanUp(before: number, now: number): void {
    for (const { id, deletedAt, expired } of this.bin)
      if (!expired && deletedAt! <= before) this.#erase(id, now)
  }

  /** Ends the retention period: moves the whole library to the bin. Returns the number of photos. */
  expire(now: number): number {
    const expiring = this.library
    for (const photo of expiring) Object.assign(photo, { deletedAt: now, expired: true })
    return expiring.length
  }

  /** Moves expired photos back to the library. */
  restoreExpired(): void {
    for (const photo of this.bin) if (photo.expired) moveToLibrary(photo)
  }

  eraseExpired(now: number): void {
    for (const { id, expired } of this.bin) if (expired) this.#erase(id, now)
  }

  get library(): ModelPhoto[] {
    return [...this.photos.values()].filter(({ deletedAt }) => deletedAt === null)
  }

  get bin(): ModelPhoto[] {
    return [...this.photos.values()].filter(({ deletedAt }) => deletedAt !== null)
  }

  /** Ids of the library, in the order of its pages. */
  listOrderedIds(order: { sortKey: SortKey; sortOrder: SortOrder }): string[] {
    return sortPhotos(this.library, order, ({ sequence }) => sequence).map(({ id }) => id)
  }

  listMonths(key: SortKey): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const photo of this.library) counts[getMonth(photo, key)] = (counts[getMonth(photo, key)] ?? 0) + 1
    return counts
  }

  #each(ids: readonly string[], change: (photo: ModelPhoto) => void): string[] {
    return [...new Set(ids)].filter(id => {
      const photo = this.photos.get(id)
      if (photo) change(photo)
      return !photo
    })
  }

  #erase(id: string, now: number): void {
    this.erasedPictures.add(this.photos.get(id)!.picture)
    this.photos.delete(id)
    this.#erasedAt.set(id, now)
  }
}

const DAY = 86_400_000

export const getMonth = ({ picture, createdMonth }: ModelPhoto, key: SortKey) =>
  key === 'created' ? createdMonth : picture.takenMonth

/** Sorts photos in order of addition, or by date taken: those without one last in either direction, by upload (OP-08). */
export function sortPhotos(
  photos: readonly ModelPhoto[],
  { sortKey, sortOrder }: { sortKey: SortKey; sortOrder: SortOrder },
  getSequence: (photo: ModelPhoto) => number,
): ModelPhoto[] {
  const direction = sortOrder === 'asc' ? 1 : -1
  if (sortKey === 'created') return photos.toSorted((a, b) => direction * (getSequence(a) - getSequence(b)))
  return photos.toSorted((a, b) =>
    (a.picture.taken === null) === (b.picture.taken === null)
      ? direction * compareByDateTaken(a, b)
      : Number(a.picture.taken === null) - Number(b.picture.taken === null),
  )
}

/** Compares by date taken; a photo without one counts as taken at its upload, which is later than all dates. */
export function compareByDateTaken(a: ModelPhoto, b: ModelPhoto): number {
  const [first, second] = [a.picture.taken, b.picture.taken]
  if (first === null || second === null)
    return first === second ? a.sequence - b.sequence : Number(first === null) - Number(second === null)
  return first < second ? -1 : 1
}

function moveToLibrary(photo: ModelPhoto): void {
  Object.assign(photo, { deletedAt: null, expired: false })
}
