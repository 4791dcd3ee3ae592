import type { SortKey, SortOrder } from '#contract/photos.ts'
import { byTaken, type LibraryModel, ordered } from './library-model.ts'

/** One album as a customer knows it. */
export interface ModelAlbum {
  id: string
  name: string
  /** In order of arrival, those in the bin among them; each with the number of the call it came by. */
  photos: { id: string; call: number }[]
  chosenCover: string | null
}

/** What albums are, on top of a library: the reference the real ones are held against (P9). */
export class AlbumsModel {
  readonly albums = new Map<string, ModelAlbum>()
  readonly gone: string[] = []
  readonly #library: LibraryModel
  #calls = 0

  constructor(library: LibraryModel) {
    this.#library = library
  }

  create(id: string, name: string): void {
    this.albums.set(id, { id, name, photos: [], chosenCover: null })
  }

  remove(id: string): void {
    this.albums.delete(id)
    this.gone.push(id)
  }

  /** Adds those that are in the library and not in the album, in the order of their date taken; answers how many. */
  add(id: string, photoIds: readonly string[]): number {
    const album = this.albums.get(id)!
    const there = new Set(album.photos.map(photo => photo.id))
    const coming = [...new Set(photoIds)]
      .filter(photo => this.#live(photo) && !there.has(photo))
      .map(photo => this.#library.photos.get(photo)!)
      .toSorted(byTaken)
    this.#calls++
    album.photos.push(...coming.map(photo => ({ id: photo.id, call: this.#calls })))
    return coming.length
  }

  /** Takes out those the album shows; answers how many. */
  removeSome(id: string, leaving: (photoId: string) => boolean): number {
    const album = this.albums.get(id)!
    const left = this.shown(id).filter(leaving)
    album.photos = album.photos.filter(photo => !left.includes(photo.id))
    if (album.chosenCover && left.includes(album.chosenCover)) album.chosenCover = null
    return left.length
  }

  /** Ids the album shows, in order of arrival. */
  shown(id: string): string[] {
    return this.albums.get(id)!.photos.flatMap(photo => (this.#live(photo.id) ? [photo.id] : []))
  }

  /** Ids the album shows in the order of its pages. */
  sortedIds(id: string, order: { sortKey: SortKey; sortOrder: SortOrder }): string[] {
    const places = new Map(this.shown(id).map((photo, place) => [photo, place]))
    const photos = [...places.keys()].map(photo => this.#library.photos.get(photo)!)
    return ordered(photos, order, photo => places.get(photo.id)!).map(photo => photo.id)
  }

  coverOf(id: string): { coverChosen: boolean; cover: string | undefined } {
    const shown = this.shown(id)
    const { chosenCover } = this.albums.get(id)!
    const coverChosen = chosenCover !== null && shown.includes(chosenCover)
    return { coverChosen, cover: coverChosen ? chosenCover : shown[0] }
  }

  /** What is erased from the library is in no album any more. */
  settle(): void {
    for (const album of this.albums.values()) {
      album.photos = album.photos.filter(photo => this.#library.photos.has(photo.id))
      if (album.chosenCover && !this.#library.photos.has(album.chosenCover)) album.chosenCover = null
    }
  }

  #live(photoId: string): boolean {
    return this.#library.photos.get(photoId)?.deletedAt === null
  }
}
