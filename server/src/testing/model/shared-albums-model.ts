import type { LibraryModel } from './library-model.ts'

/** One shared album as its members see it. Members are account ids. */
export interface ModelSharedAlbum {
  id: string
  owner: string
  participants: Set<string>
  formerMembers: Set<string>
  /** In order of addition, of any member's library. */
  photos: { owner: string; id: string }[]
  cover: { owner: string; id: string } | null
}

/** Reference implementation of shared albums over the libraries of several customers (P9). */
export class SharedAlbumsModel {
  readonly albums = new Map<string, ModelSharedAlbum>()
  /** Ids of albums that their owner deleted. */
  readonly deletedIds = new Set<string>()
  /** Ids of albums whose owner sent a deletion, answered or not. */
  readonly deletionRequested = new Set<string>()
  readonly libraries = new Map<string, LibraryModel>()

  /** Imports an operator's file: known photos keep their positions, participants who left are not added again. */
  importAlbum(
    album: Pick<ModelSharedAlbum, 'id' | 'owner' | 'cover' | 'photos'> & { participants: string[] },
  ): void {
    if (this.deletedIds.has(album.id)) return
    const before = this.albums.get(album.id)
    const formerMembers = before?.formerMembers ?? new Set()
    const importedPhotos = album.photos.filter(photo => !formerMembers.has(photo.owner))
    const includesPhoto = (photo: { id: string }, list: readonly { id: string }[]) =>
      list.some(each => each.id === photo.id)
    const existingPhotos = before?.photos.filter(photo => includesPhoto(photo, importedPhotos)) ?? []
    this.albums.set(album.id, {
      ...album,
      formerMembers,
      participants: new Set(album.participants.filter(id => !formerMembers.has(id))),
      photos: [...existingPhotos, ...importedPhotos.filter(photo => !includesPhoto(photo, existingPhotos))],
      cover: album.cover && !formerMembers.has(album.cover.owner) ? album.cover : null,
    })
  }

  /** The owner deletes it; a participant leaves, with the photos they contributed. */
  delete(id: string, account: string): void {
    const album = this.albums.get(id)
    if (album?.owner === account) {
      this.albums.delete(id)
      this.deletedIds.add(id)
    } else if (album?.participants.delete(account)) {
      album.formerMembers.add(account)
      album.photos = album.photos.filter(photo => photo.owner !== account)
      if (album.cover?.owner === account) album.cover = null
    }
  }

  /** Albums that the account owns, and those it participates in. */
  listAlbums(account: string): { granted: ModelSharedAlbum[]; read: ModelSharedAlbum[] } {
    const all = [...this.albums.values()]
    return {
      granted: all.filter(album => album.owner === account),
      read: all.filter(album => album.participants.has(account)),
    }
  }

  /** Lists ids of the photos that are not in a bin, in order of addition. */
  listShownIds({ photos }: ModelSharedAlbum): string[] {
    return photos.filter(photo => this.#isInLibrary(photo)).map(photo => photo.id)
  }

  getCover(album: ModelSharedAlbum): string | undefined {
    return album.cover &&
      this.#isInLibrary(album.cover) &&
      album.photos.some(photo => photo.id === album.cover!.id)
      ? album.cover.id
      : this.listShownIds(album)[0]
  }

  #isInLibrary({ owner, id }: { owner: string; id: string }): boolean {
    return this.libraries.get(owner)?.photos.get(id)?.deletedAt === null
  }
}
