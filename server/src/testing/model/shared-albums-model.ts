import type { LibraryModel } from './library-model.ts'

/** One shared album as its members know it. Members by their account ids. */
export interface ModelSharedAlbum {
  id: string
  owner: string
  participants: Set<string>
  left: Set<string>
  /** In order of arrival, of any member's library. */
  photos: { owner: string; id: string }[]
  cover: { owner: string; id: string } | null
}

/** What shared albums are, on top of the libraries of several customers (P9). */
export class SharedAlbumsModel {
  readonly albums = new Map<string, ModelSharedAlbum>()
  /** Ids of those whose owner has deleted them. */
  readonly ended = new Set<string>()
  /** Ids of those whose owner has asked for it, answered or not. */
  readonly ending = new Set<string>()
  readonly libraries = new Map<string, LibraryModel>()

  /** What an operator's file says; photos that are there keep their places, who left stays away. */
  put(album: Pick<ModelSharedAlbum, 'id' | 'owner' | 'cover' | 'photos'> & { participants: string[] }): void {
    if (this.ended.has(album.id)) return
    const before = this.albums.get(album.id)
    const left = before?.left ?? new Set()
    const wanted = album.photos.filter(photo => !left.has(photo.owner))
    const includesPhoto = (photo: { id: string }, list: readonly { id: string }[]) =>
      list.some(each => each.id === photo.id)
    const kept = before?.photos.filter(photo => includesPhoto(photo, wanted)) ?? []
    this.albums.set(album.id, {
      ...album,
      left,
      participants: new Set(album.participants.filter(id => !left.has(id))),
      photos: [...kept, ...wanted.filter(photo => !includesPhoto(photo, kept))],
      cover: album.cover && !left.has(album.cover.owner) ? album.cover : null,
    })
  }

  /** The owner ends it; a participant leaves with what they contributed. */
  delete(id: string, account: string): void {
    const album = this.albums.get(id)
    if (album?.owner === account) {
      this.albums.delete(id)
      this.ended.add(id)
    } else if (album?.participants.delete(account)) {
      album.left.add(account)
      album.photos = album.photos.filter(photo => photo.owner !== account)
      if (album.cover?.owner === account) album.cover = null
    }
  }

  /** Albums the account owns, or takes part in. */
  of(account: string): { granted: ModelSharedAlbum[]; read: ModelSharedAlbum[] } {
    const all = [...this.albums.values()]
    return {
      granted: all.filter(album => album.owner === account),
      read: all.filter(album => album.participants.has(account)),
    }
  }

  /** What the album shows, in order of arrival: nothing that lies in a bin. */
  shown({ photos }: ModelSharedAlbum): string[] {
    return photos.filter(photo => this.#live(photo)).map(photo => photo.id)
  }

  coverOf(album: ModelSharedAlbum): string | undefined {
    return album.cover && this.#live(album.cover) && album.photos.some(photo => photo.id === album.cover!.id)
      ? album.cover.id
      : this.shown(album)[0]
  }

  #live({ owner, id }: { owner: string; id: string }): boolean {
    return this.libraries.get(owner)?.photos.get(id)?.deletedAt === null
  }
}
