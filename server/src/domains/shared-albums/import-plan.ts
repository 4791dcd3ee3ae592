import type { Tx } from '../../context.ts'
import { ambiguityOf, findCustomersByEmailOrId, type NamedCustomer } from '../customers/index.ts'
import { type FileAlbum, jsonPath } from './import-file.ts'
import { lockPhotosOfOwners } from './import-photos.ts'
import { findEndDates, type SharedAlbumKey, selectMembers } from './store.ts'

/** An album whose accounts and photos were found; the transaction has locked its photos. */
export interface PlannedAlbum {
  key: SharedAlbumKey
  /** Its path in the file. */
  path: string
  name: string
  createdAt: Date
  participants: readonly string[]
  /** In the order they were added. */
  photos: readonly { ownerId: string; photoId: string; addedAt: Date }[]
  coverPhotoId: string | null
}

export interface Plan {
  albums: PlannedAlbum[]
  /** Reasons to refuse the file. */
  problems: string[]
  /** What is skipped on purpose. */
  notes: string[]
}

/** Resolves the accounts and photos of a file's albums. Unknown ones are problems, or skipped with `skipUnknown`. */
export async function planImport(
  tx: Tx,
  albums: readonly FileAlbum[],
  { skipUnknown }: { skipUnknown: boolean },
): Promise<Plan> {
  const plan: Plan = { albums: [], problems: [], notes: [] }
  const accounts = await findCustomersByEmailOrId(tx.db, [...new Set(albums.flatMap(listNames))])
  const idOf = (name: string) => onlyOne(accounts.get(name))?.account_id
  const why = (name: string) => reasonWithoutAccount(name, accounts.get(name))
  const find = await lockPhotosOfOwners(
    tx,
    albums.flatMap(({ photos }) => photos.map(photo => ({ ...photo, ownerId: idOf(photo.owner) ?? '' }))),
  )
  const ended = await findEndDates(
    tx.db,
    albums.map(album => album.albumId),
  )
  const unknown = skipUnknown ? plan.notes : plan.problems
  for (const [at, album] of albums.entries()) {
    const path = jsonPath(['sharedAlbums', at])
    const end = ended.get(album.albumId)
    const ownerId = idOf(album.owner)
    if (end) plan.notes.push(`${path}: its owner deleted it on ${end.toISOString().slice(0, 10)}; skipped`)
    else if (!ownerId) unknown.push(`${path}.owner: ${why(album.owner)}`)
    else {
      const key = { account_id: ownerId, album_id: album.albumId }
      const left = await selectMembers(tx.db, key).where('left_at', 'is not', null).execute()
      const formerMembers = new Set(left.map(row => row.member_id))
      const { vendor } = onlyOne(accounts.get(album.owner))!
      const isOfOtherVendor = (name: string) => onlyOne(accounts.get(name))?.vendor !== vendor
      const resolution = { key, path, formerMembers, idOf, why, isOfOtherVendor, find, unknown }
      plan.albums.push(planAlbum(album, resolution, plan))
    }
  }
  return plan
}

const onlyOne = (accounts: readonly NamedCustomer[] = []) => (accounts.length === 1 ? accounts[0] : undefined)

const reasonWithoutAccount = (name: string, accounts: readonly NamedCustomer[] = []) =>
  accounts.length > 1 ? ambiguityOf(name, accounts) : `no account ${name}`

const listNames = ({ owner, participants, photos }: FileAlbum) => [
  owner,
  ...participants,
  ...photos.map(photo => photo.owner),
]

interface Resolution {
  key: SharedAlbumKey
  path: string
  /** Participants who left. */
  formerMembers: ReadonlySet<string>
  idOf: (name: string) => string | undefined
  /** Why a name has no account. */
  why: (name: string) => string
  /** Whether the account cannot open the album: it signs in at the hosts of another vendor than its owner. */
  isOfOtherVendor: (name: string) => boolean
  find: Awaited<ReturnType<typeof lockPhotosOfOwners>>
  unknown: string[]
}

function planAlbum(album: FileAlbum, known: Resolution, plan: Plan): PlannedAlbum {
  const participants = participantsOf(album, known, plan)
  const photos = photosOf(album, participants, known, plan)
  return {
    key: known.key,
    path: known.path,
    name: album.name,
    createdAt: album.created,
    participants: [...participants],
    photos: photos.map(({ at: _, ...photo }) => photo),
    coverPhotoId: photos.find(photo => photo.at === album.cover)?.photoId ?? null,
  }
}

function participantsOf(
  album: FileAlbum,
  { key, path, formerMembers, idOf, why, isOfOtherVendor, unknown }: Resolution,
  plan: Plan,
) {
  const participants = new Set<string>()
  for (const [at, name] of album.participants.entries()) {
    const id = idOf(name)
    const itemPath = `${path}.participants[${at}]`
    if (!id) unknown.push(`${itemPath}: ${why(name)}`)
    else if (id === key.account_id) plan.problems.push(`${itemPath}: ${name} is the owner`)
    else if (isOfOtherVendor(name)) plan.problems.push(`${itemPath}: ${name} is a customer of another vendor`)
    else if (formerMembers.has(id)) plan.notes.push(`${itemPath}: ${name} has left the album; skipped`)
    else participants.add(id)
  }
  return participants
}

function photosOf(
  album: FileAlbum,
  participants: ReadonlySet<string>,
  { key, path, formerMembers, idOf, why, find, unknown }: Resolution,
  { problems }: Plan,
) {
  const photos = new Map<string, { ownerId: string; photoId: string; addedAt: Date; at: number }>()
  for (const [at, photo] of album.photos.entries()) {
    const itemPath = `${path}.photos[${at}]`
    const label = photo.photoId ?? photo.sha256
    const ownerId = idOf(photo.owner)
    if (ownerId && formerMembers.has(ownerId)) continue
    const photoId = ownerId && find(ownerId, photo)
    if (!ownerId) unknown.push(`${itemPath}.owner: ${why(photo.owner)}`)
    else if (ownerId !== key.account_id && !participants.has(ownerId))
      problems.push(`${itemPath}.owner: ${photo.owner} is neither the owner nor a participant`)
    else if (!photoId) unknown.push(`${itemPath}: no photo ${label} in the library of ${photo.owner}`)
    else if (photos.has(photoId)) problems.push(`${itemPath}: ${label} occurs in the album before`)
    else photos.set(photoId, { ownerId, photoId, addedAt: photo.added ?? album.created, at })
  }
  return [...photos.values()].sort((a, b) => a.addedAt.getTime() - b.addedAt.getTime() || a.at - b.at)
}
