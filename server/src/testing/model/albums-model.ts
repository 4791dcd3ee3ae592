import type { SortKey, SortOrder } from '#contract/photos.ts'
import { compareByDateTaken, type LibraryModel, sortPhotos } from './library-model.ts'

/** One album as its owner sees it. */
export interface ModelAlbum {
  id: string
  name: string
  /** In order of addition, including photos in the bin; `call` is the number of the call that added it. */
  photos: { id: string; call: number }[]
  chosenCoverId: string | null
}

/** Reference implementation of albums over a library (P9). */
export class AlbumsModel {
  readonly albums = new Map<string, ModelAlbum>()
  readonly deletedIds: string[] = []
  readonly #library: LibraryModel
  #calls = 0

  constructor(library: LibraryModel) {
    this.#library = library
  }

  create(id: string, name: string): void {
    this.albums.set(id, { id, name, photos: [], chosenCoverId: null })
  }

  delete(id: string): void {
    this.albums.delete(id)
    this.deletedIds.push(id)
  }

  /** Adds photos of the library that are not in the album, by date taken; returns how many were added. */
  add(id: string, photoIds: readonly string[]): number {
    const album = this.albums.get(id)!
    const existingIds = new Set(album.photos.map(photo => photo.id))
    const newPhotos = [...new Set(photoIds)]
      .filter(photo => this.#isInLibrary(photo) && !existingIds.has(photo))
      .map(photo => this.#library.photos.get(photo)!)
      .toSorted(compareByDateTaken)
    this.#calls++
    album.photos.push(...newPhotos.map(photo => ({ id: photo.id, call: this.#calls })))
    return newPhotos.length
  }

  /** Removes shown photos; returns how many. */
  removePhotos(id: string, isRemoved: (photoId: string) => boolean): number {
    const album = this.albums.get(id)!
    const removedIds = this.listShownIds(id).filter(isRemoved)
    album.photos = album.photos.filter(photo => !removedIds.includes(photo.id))
    if (album.chosenCoverId && removedIds.includes(album.chosenCoverId)) album.chosenCoverId = null
    return removedIds.length
  }

  /** Lists ids the album shows, in order of addition. */
  listShownIds(id: string): string[] {
    return this.albums.get(id)!.photos.flatMap(photo => (this.#isInLibrary(photo.id) ? [photo.id] : []))
  }

  /** Ids the album shows, in the order of its pages. */
  listOrderedIds(id: string, order: { sortKey: SortKey; sortOrder: SortOrder }): string[] {
    const positions = new Map(this.listShownIds(id).map((photo, position) => [photo, position]))
    const photos = [...positions.keys()].map(photo => this.#library.photos.get(photo)!)
    return sortPhotos(photos, order, photo => positions.get(photo.id)!).map(photo => photo.id)
  }

  getCover(id: string): { coverChosen: boolean; cover: string | undefined } {
    const shown = this.listShownIds(id)
    const { chosenCoverId } = this.albums.get(id)!
    const coverChosen = chosenCoverId !== null && shown.includes(chosenCoverId)
    return { coverChosen, cover: coverChosen ? chosenCoverId : shown[0] }
  }

  /** Removes photos that were erased from the library. */
  removeErased(): void {
    for (const album of this.albums.values()) {
      album.photos = album.photos.filter(photo => this.#library.photos.has(photo.id))
      if (album.chosenCoverId && !this.#library.photos.has(album.chosenCoverId)) album.chosenCoverId = null
    }
  }

  #isInLibrary(photoId: string): boolean {
    return this.#library.photos.get(photoId)?.deletedAt === null
  }
}
