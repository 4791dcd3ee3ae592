import type { Tx } from '../../context.ts'
import { type CustomerMatch, describeAmbiguity, findCustomersByEmailOrId } from '../customers/index.ts'
import { lockPhotosByHash, lockStoredPhotosForShare } from '../photos/index.ts'
import { type FileAlbum, type FilePhoto, formatJsonPath } from './import-file.ts'
import { findAlbumDeletionDates, type SharedAlbumKey, selectMembers } from './store.ts'

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

export interface ImportPlan {
  albums: PlannedAlbum[]
  /** Reasons to refuse the file. */
  problems: string[]
  /** Skipped on purpose. */
  notes: string[]
}

/** Resolves the accounts and photos of a file's albums. Unknown ones are problems, or skipped with `skipUnknown`. */
export async function planImport(
  tx: Tx,
  albums: readonly FileAlbum[],
  { skipUnknown }: { skipUnknown: boolean },
): Promise<ImportPlan> {
  const plan: ImportPlan = { albums: [], problems: [], notes: [] }
  const accounts = await findAccounts(tx, [...new Set(albums.flatMap(listAccountNames))])
  const findPhotoId = await lockPhotosOfOwners(
    tx,
    albums.flatMap(({ photos }) =>
      photos.map(photo => ({ ...photo, ownerId: accounts.find(photo.owner)?.account_id ?? '' })),
    ),
  )
  const deletedAtById = await findAlbumDeletionDates(
    tx.db,
    albums.map(album => album.albumId),
  )
  const unresolved = skipUnknown ? plan.notes : plan.problems
  for (const [index, album] of albums.entries()) {
    const path = formatJsonPath(['sharedAlbums', index])
    const deletedAt = deletedAtById.get(album.albumId)
    const owner = accounts.find(album.owner)
    if (deletedAt)
      plan.notes.push(`${path}: its owner deleted it on ${deletedAt.toISOString().slice(0, 10)}; skipped`)
    else if (!owner) unresolved.push(`${path}.owner: ${accounts.explainMissing(album.owner)}`)
    else {
      const key = { account_id: owner.account_id, album_id: album.albumId }
      const formerRows = await selectMembers(tx.db, key).where('left_at', 'is not', null).execute()
      const formerMembers = new Set(formerRows.map(row => row.member_id))
      const resolution = { key, vendor: owner.vendor, path, formerMembers, accounts, findPhotoId, unresolved }
      plan.albums.push(planAlbum(album, resolution, plan))
    }
  }
  return plan
}

/** The accounts that a file names by e-mail address or id. */
interface Accounts {
  find(name: string): CustomerMatch | undefined
  /** Why a name has no account. */
  explainMissing(name: string): string
}

async function findAccounts(tx: Tx, names: readonly string[]): Promise<Accounts> {
  const accountsByName = await findCustomersByEmailOrId(tx.db, names)
  return {
    find(name) {
      const [account, ...otherAccounts] = accountsByName.get(name) ?? []
      return otherAccounts.length === 0 ? account : undefined
    },
    explainMissing(name) {
      const accounts = accountsByName.get(name)
      return accounts ? describeAmbiguity(name, accounts) : `no account ${name}`
    },
  }
}

const listAccountNames = ({ owner, participants, photos }: FileAlbum) => [
  owner,
  ...participants,
  ...photos.map(photo => photo.owner),
]

interface Resolution {
  key: SharedAlbumKey
  /** The owner's vendor: accounts of other vendors cannot open the album. */
  vendor: string
  path: string
  /** Participants who left. */
  formerMembers: ReadonlySet<string>
  accounts: Accounts
  findPhotoId: Awaited<ReturnType<typeof lockPhotosOfOwners>>
  unresolved: string[]
}

function planAlbum(album: FileAlbum, resolution: Resolution, plan: ImportPlan): PlannedAlbum {
  const participants = resolveParticipants(album, resolution, plan)
  const photos = resolvePhotos(album, participants, resolution, plan)
  return {
    key: resolution.key,
    path: resolution.path,
    name: album.name,
    createdAt: album.created,
    participants: [...participants],
    photos: photos.map(({ index: _, ...photo }) => photo),
    coverPhotoId: photos.find(photo => photo.index === album.cover)?.photoId ?? null,
  }
}

function resolveParticipants(
  album: FileAlbum,
  { key, vendor, path, formerMembers, accounts, unresolved }: Resolution,
  plan: ImportPlan,
) {
  const participants = new Set<string>()
  for (const [index, name] of album.participants.entries()) {
    const account = accounts.find(name)
    const itemPath = `${path}.participants[${index}]`
    if (!account) unresolved.push(`${itemPath}: ${accounts.explainMissing(name)}`)
    else if (account.account_id === key.account_id) plan.problems.push(`${itemPath}: ${name} is the owner`)
    else if (account.vendor !== vendor)
      plan.problems.push(`${itemPath}: ${name} is a customer of another vendor`)
    else if (formerMembers.has(account.account_id))
      plan.notes.push(`${itemPath}: ${name} has left the album; skipped`)
    else participants.add(account.account_id)
  }
  return participants
}

function resolvePhotos(
  album: FileAlbum,
  participants: ReadonlySet<string>,
  { key, path, formerMembers, accounts, findPhotoId, unresolved }: Resolution,
  { problems }: ImportPlan,
) {
  const photos = new Map<string, { ownerId: string; photoId: string; addedAt: Date; index: number }>()
  for (const [index, photo] of album.photos.entries()) {
    const itemPath = `${path}.photos[${index}]`
    const label = photo.photoId ?? photo.sha256
    const ownerId = accounts.find(photo.owner)?.account_id
    if (ownerId && formerMembers.has(ownerId)) continue
    const photoId = ownerId && findPhotoId(ownerId, photo)
    if (!ownerId) unresolved.push(`${itemPath}.owner: ${accounts.explainMissing(photo.owner)}`)
    else if (ownerId !== key.account_id && !participants.has(ownerId))
      problems.push(`${itemPath}.owner: ${photo.owner} is neither the owner nor a participant`)
    else if (!photoId) unresolved.push(`${itemPath}: no photo ${label} in the library of ${photo.owner}`)
    else if (photos.has(photoId)) problems.push(`${itemPath}: ${label} occurs in the album before`)
    else photos.set(photoId, { ownerId, photoId, addedAt: photo.added ?? album.created, index })
  }
  return [...photos.values()].sort((a, b) => a.addedAt.getTime() - b.addedAt.getTime() || a.index - b.index)
}

type PhotoReference = Pick<FilePhoto, 'photoId' | 'sha256'> & { ownerId: string }

/** Hashes per statement. */
const HASH_BATCH = 1000

/**
 * Finds photos by id or hash in the libraries and bins of their owners and locks them until the transaction ends. Libraries
 * are locked in a fixed order, so that two transactions never deadlock. Returns a function that maps an owner
 * and a photo to the photo's id, or to undefined if it was not found.
 */
async function lockPhotosOfOwners(
  tx: Tx,
  photos: readonly PhotoReference[],
): Promise<(ownerId: string, photo: Pick<PhotoReference, 'photoId' | 'sha256'>) => string | undefined> {
  const ids = new Map<string, ReadonlySet<string>>()
  const hashes = new Map<string, ReadonlyMap<string, string>>()
  const photosByOwner = Map.groupBy(photos, photo => photo.ownerId)
  for (const ownerId of [...photosByOwner.keys()].sort()) {
    const references = photosByOwner.get(ownerId)!
    const idByHash = await lockIdsByHash(tx, ownerId, [
      ...new Set(references.flatMap(({ sha256 }) => sha256 ?? [])),
    ])
    const foundIds = await lockStoredPhotosForShare(
      tx,
      ownerId,
      references.flatMap(({ photoId }) => photoId ?? []),
    )
    ids.set(ownerId, new Set(foundIds))
    hashes.set(ownerId, idByHash)
  }
  return (ownerId, { photoId, sha256 }) => {
    if (sha256) return hashes.get(ownerId)?.get(sha256)
    return photoId && ids.get(ownerId)?.has(photoId) ? photoId : undefined
  }
}

async function lockIdsByHash(
  tx: Tx,
  ownerId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const idByHash = new Map<string, string>()
  for (let start = 0; start < hashes.length; start += HASH_BATCH)
    for (const photo of await lockPhotosByHash(tx, ownerId, hashes.slice(start, start + HASH_BATCH)))
      idByHash.set(photo.sha256, photo.photo_id)
  return idByHash
}
