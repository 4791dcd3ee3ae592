/** One picture as the model knows it: what a customer may expect of it, nothing of how it is kept. */
export interface ModelPhoto {
  id: string
  /** Which picture of the pool. */
  content: number
  takenMonth: number
  createdMonth: number
  /** Null while it is in the library. */
  deletedAt: number | null
}

/** What a library is, without databases, files and jobs: the reference the real one is held against (P9). */
export class LibraryModel {
  readonly photos = new Map<string, ModelPhoto>()
  /** Ids that were there once. */
  readonly gone: string[] = []

  withContent(content: number): ModelPhoto | undefined {
    return [...this.photos.values()].find(photo => photo.content === content)
  }

  /** An upload of bytes that are there brings them back from the bin, or changes nothing. */
  upload(photo: Omit<ModelPhoto, 'deletedAt'>): void {
    const there = this.withContent(photo.content)
    if (there) there.deletedAt = null
    else this.photos.set(photo.id, { ...photo, deletedAt: null })
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
    for (const photo of this.photos.values()) photo.deletedAt = null
  }

  restore(ids: readonly string[]): string[] {
    return this.#each(ids, photo => {
      photo.deletedAt = null
    })
  }

  /** Only from the bin: photos in the library, gone and foreign ones fail. */
  erase(ids: readonly string[]): string[] {
    return [...new Set(ids)].filter(id => {
      if (this.photos.get(id)?.deletedAt == null) return true
      this.#forget(id)
      return false
    })
  }

  /** Time passes: whatever has been in the bin since `before` is erased. */
  tidy(before: number): void {
    for (const [id, { deletedAt }] of this.photos)
      if (deletedAt !== null && deletedAt <= before) this.#forget(id)
  }

  get library(): ModelPhoto[] {
    return [...this.photos.values()].filter(({ deletedAt }) => deletedAt === null)
  }

  get bin(): ModelPhoto[] {
    return [...this.photos.values()].filter(({ deletedAt }) => deletedAt !== null)
  }

  months(key: 'takenMonth' | 'createdMonth'): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const photo of this.library) counts[photo[key]] = (counts[photo[key]] ?? 0) + 1
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
    this.photos.delete(id)
    this.gone.push(id)
  }
}
