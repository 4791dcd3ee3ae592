import type { Tx } from '../../context.ts'
import { findCustomersByEmailOrId } from '../customers/index.ts'
import { type FileAlbum, placeOf } from './import-file.ts'
import { findPhotos } from './import-photos.ts'
import { findEndDates, type SharedAlbumKey, selectMembers } from './store.ts'

/** An album whose accounts and photos are found; its photos are held by the transaction. */
export interface PlannedAlbum {
  key: SharedAlbumKey
  /** Where it stands in the file. */
  place: string
  name: string
  createdAt: Date
  participants: readonly string[]
  /** In order of arrival. */
  photos: readonly { ownerId: string; photoId: string; addedAt: Date }[]
  coverPhotoId: string | null
}

export interface Plan {
  albums: PlannedAlbum[]
  /** What is wrong. */
  problems: string[]
  /** What is left out on purpose. */
  notes: string[]
}

/** What the albums of a file are here. Unknown accounts and photos are problems, or with `skipUnknown` left out. */
export async function planImport(
  tx: Tx,
  albums: readonly FileAlbum[],
  { skipUnknown }: { skipUnknown: boolean },
): Promise<Plan> {
  const plan: Plan = { albums: [], problems: [], notes: [] }
  const accounts = await findCustomersByEmailOrId(tx.db, [...new Set(albums.flatMap(namesIn))])
  const idOf = (name: string) => accounts.get(name)?.account_id
  const find = await findPhotos(
    tx,
    albums.flatMap(({ photos }) => photos.map(photo => ({ ...photo, ownerId: idOf(photo.owner) ?? '' }))),
  )
  const ended = await findEndDates(
    tx.db,
    albums.map(album => album.albumId),
  )
  const unknown = skipUnknown ? plan.notes : plan.problems
  for (const [at, album] of albums.entries()) {
    const place = placeOf(['sharedAlbums', at])
    const end = ended.get(album.albumId)
    const ownerId = idOf(album.owner)
    if (end) plan.notes.push(`${place}: its owner deleted it on ${end.toISOString().slice(0, 10)}; left out`)
    else if (!ownerId) unknown.push(`${place}.owner: no account ${album.owner}`)
    else {
      const key = { account_id: ownerId, album_id: album.albumId }
      const left = await selectMembers(tx.db, key).where('left_at', 'is not', null).execute()
      const gone = new Set(left.map(row => row.member_id))
      plan.albums.push(planAlbum(album, { key, place, gone, idOf, find, unknown }, plan))
    }
  }
  return plan
}

const namesIn = ({ owner, participants, photos }: FileAlbum) => [
  owner,
  ...participants,
  ...photos.map(photo => photo.owner),
]

interface Known {
  key: SharedAlbumKey
  place: string
  /** Participants who left. */
  gone: ReadonlySet<string>
  idOf: (name: string) => string | undefined
  find: Awaited<ReturnType<typeof findPhotos>>
  unknown: string[]
}

function planAlbum(album: FileAlbum, known: Known, plan: Plan): PlannedAlbum {
  const participants = participantsOf(album, known, plan)
  const photos = photosOf(album, participants, known, plan)
  return {
    key: known.key,
    place: known.place,
    name: album.name,
    createdAt: album.created,
    participants: [...participants],
    photos: photos.map(({ at: _, ...photo }) => photo),
    coverPhotoId: photos.find(photo => photo.at === album.cover)?.photoId ?? null,
  }
}

function participantsOf(album: FileAlbum, { key, place, gone, idOf, unknown }: Known, plan: Plan) {
  const participants = new Set<string>()
  for (const [at, name] of album.participants.entries()) {
    const id = idOf(name)
    const here = `${place}.participants[${at}]`
    if (!id) unknown.push(`${here}: no account ${name}`)
    else if (id === key.account_id) plan.problems.push(`${here}: ${name} is the owner`)
    else if (gone.has(id)) plan.notes.push(`${here}: ${name} has left the album; left out`)
    else participants.add(id)
  }
  return participants
}

function photosOf(
  album: FileAlbum,
  participants: ReadonlySet<string>,
  { key, place, gone, idOf, find, unknown }: Known,
  { problems }: Plan,
) {
  const photos = new Map<string, { ownerId: string; photoId: string; addedAt: Date; at: number }>()
  for (const [at, photo] of album.photos.entries()) {
    const here = `${place}.photos[${at}]`
    const named = photo.photoId ?? photo.sha256
    const ownerId = idOf(photo.owner)
    if (ownerId && gone.has(ownerId)) continue
    const photoId = ownerId && find(ownerId, photo)
    if (!ownerId) unknown.push(`${here}.owner: no account ${photo.owner}`)
    else if (ownerId !== key.account_id && !participants.has(ownerId))
      problems.push(`${here}.owner: ${photo.owner} is neither the owner nor a participant`)
    else if (!photoId) unknown.push(`${here}: no photo ${named} in the library of ${photo.owner}`)
    else if (photos.has(photoId)) problems.push(`${here}: ${named} stands in the album before`)
    else photos.set(photoId, { ownerId, photoId, addedAt: photo.added ?? album.created, at })
  }
  return [...photos.values()].sort((a, b) => a.addedAt.getTime() - b.addedAt.getTime() || a.at - b.at)
}
