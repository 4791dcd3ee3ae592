import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { type AccountEraser, type Command, defineDomain, eraseRows } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { createBatchLoader } from '../../platform/db/batch-loader.ts'
import { insertMissingRow } from '../../platform/db/rows.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import {
  deleteAlbum,
  listSharedAlbumIds,
  readSharedToken,
  type SharedViewGrant,
  sharedAlbumChanged,
  upsertSharedAlbum,
} from '../albums/index.ts'
import { hasVariants, mountMediaRoute, type PhotoRow } from '../photos/index.ts'
import { readImportFile } from './import-file.ts'
import { type PlannedAlbum, planImport } from './import-plan.ts'
import { sharedAlbumRoutes } from './routes.ts'
import { findShownPhotos } from './shared-albums.ts'
import { deleteMembers, insertMembers, listMembers } from './store.ts'
import { sharedAlbumTables } from './tables.ts'

export { getSharedAlbumsSummary } from './routes.ts'
export { findShownPhotos, getSharedAlbumWithPhotos } from './shared-albums.ts'

/** Forwards changes of a shared album to its participants; deletes its memberships when it is deleted. */
const sharedAlbumListeners: readonly Listener<Context>[] = [
  on(sharedAlbumChanged, async (ctx, tx: Tx, { accountId, albumId, change, photos }) => {
    const album = { account_id: accountId, album_id: albumId }
    const members = await listMembers(tx.db, album)
    if (change === 'removed') {
      await deleteMembers(tx, album)
      await insertMissingRow(tx.db, 'shared_albums_ended', { ...album, ended_at: ctx.clock.now() })
    }
    for (const { member_id } of members) {
      if (photos)
        await publishToAccount(ctx, tx, member_id, { type: 'album-photos-changed', albumId, ...photos })
      await publishToAccount(ctx, tx, member_id, { type: 'albums-changed', albumIds: [albumId], change })
    }
  }),
]

const rows = eraseRows(sharedAlbumTables)

/** Deletes the account's shared albums for all members, and its memberships in other albums. */
const sharedAlbumEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    for (const albumId of await listSharedAlbumIds(ctx.db, erasure.accountId))
      await deleteAlbum(ctx, erasure.accountId, albumId)
    await rows.erase(ctx, erasure)
  },
}

/** Exit code 1: nothing was imported. */
export const importSharedAlbumsCommand: Command = {
  name: 'import shared-albums',
  parse(args) {
    const parsed = parseCommandLine(args, { 'skip-unknown': { type: 'boolean', default: false } })
    const [file, ...rest] = parsed?.words ?? []
    if (!parsed || !file || rest.length > 0) return null
    const skipUnknown = parsed.values['skip-unknown']
    return async (ctx, print) => {
      const text = decodeUtf8(await readFile(file))
      const { problems, notes, albums } =
        text === null
          ? { problems: ['is not UTF-8'], notes: [], albums: [] }
          : await importSharedAlbums(ctx, text, { skipUnknown })
      for (const problem of problems) print(`${file}: ${problem}`)
      if (problems.length > 0) {
        print(`Nothing was imported: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
        return 1
      }
      for (const note of notes) print(`${file}: ${note}`)
      for (const { albumId, name, outcome, photos } of albums)
        print(`${outcome.padEnd(9)} ${albumId} ${name} (${photos} photos)`)
      print(`${albums.length} shared albums.`)
      return 0
    }
  },
}

/** Albums with several members, imported from the legacy store: view, download and leave only. */
export const sharedAlbums = defineDomain({
  name: 'shared-albums',
  dependsOn: ['customers', 'photos', 'albums'],
  tables: sharedAlbumTables,
  routes: sharedAlbumRoutes,
  mount: mountSharedMedia,
  listeners: sharedAlbumListeners,
  commands: [importSharedAlbumsCommand],
  eraseAccount: sharedAlbumEraser,
})

/**
 * Serves pictures of shared albums to their members. Membership and photos are checked again at least once a second:
 * members who left lose access, and deleted or removed photos disappear.
 */
function mountSharedMedia(app: FastifyInstance, ctx: Context): void {
  const findRequestedPhoto = createBatchLoader(
    toRequestKey,
    requests => loadRequestedPhotos(ctx, requests),
    hasVariants,
  )
  mountMediaRoute<SharedViewGrant & { expires: Date; mark: string }>(app, ctx, {
    url: '/media/shared/:token/:photoId/:kind',
    readToken: token => readSharedToken(ctx, token),
    find: ({ albumId, memberId }, photoId) => findRequestedPhoto({ albumId, memberId, photoId }),
    getReaderId: ({ memberId }) => memberId,
    isCacheable: () => true,
  })
}

type PhotoRequest = SharedViewGrant & { photoId: string }
const toGrantKey = ({ albumId, memberId }: SharedViewGrant) => `${albumId}/${memberId}`
const toRequestKey = (request: PhotoRequest) => `${toGrantKey(request)}/${request.photoId}`

async function loadRequestedPhotos(
  ctx: Context,
  requests: readonly PhotoRequest[],
): Promise<Map<string, PhotoRow>> {
  const photoByRequest = new Map<string, PhotoRow>()
  for (const requestsOfGrant of Map.groupBy(requests, toGrantKey).values()) {
    const { albumId, memberId } = requestsOfGrant[0]!
    const photoIds = requestsOfGrant.map(request => request.photoId)
    for (const photo of await findShownPhotos(ctx.db, memberId, albumId, photoIds))
      photoByRequest.set(toRequestKey({ albumId, memberId, photoId: photo.photo_id }), photo)
  }
  return photoByRequest
}

/** Thrown to roll the transaction back. */
class RefusedImportError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super('The import is refused')
    this.problems = problems
  }
}

const formatKey = ({ key }: PlannedAlbum) => `${key.account_id}/${key.album_id}`

const compareKeys = (a: PlannedAlbum, b: PlannedAlbum) => (formatKey(a) < formatKey(b) ? -1 : 1)

interface ImportReport {
  /** Not empty: nothing was changed. */
  problems: string[]
  /** Skipped on purpose. */
  notes: string[]
  albums: { albumId: string; name: string; outcome: 'created' | 'updated' | 'unchanged'; photos: number }[]
}

/**
 * Imports shared albums of the legacy store, and updates existing ones to the file, in one transaction. Idempotent.
 * Accounts and photos of the file that do not exist here are problems, or skipped with `skipUnknown`. Changes that members
 * made here win: members who left are not added again, and deleted albums are not created again.
 */
export async function importSharedAlbums(
  ctx: Context,
  text: string,
  { skipUnknown = false }: { skipUnknown?: boolean } = {},
): Promise<ImportReport> {
  const { albums, problems } = readImportFile(text)
  if (problems.length > 0) return { problems, notes: [], albums: [] }
  try {
    return await change(ctx, async tx => {
      const plan = await planImport(tx, albums, { skipUnknown })
      if (plan.problems.length > 0) throw new RefusedImportError(plan.problems)
      const report: ImportReport = { problems: [], notes: plan.notes, albums: [] }
      // Albums are locked after photos and in a fixed order, so that two transactions never deadlock.
      for (const album of plan.albums.toSorted(compareKeys))
        report.albums.push(await importAlbum(ctx, tx, album))
      return report
    })
  } catch (error) {
    if (error instanceof RefusedImportError) return { problems: error.problems, notes: [], albums: [] }
    throw error
  }
}

async function importAlbum(ctx: Context, tx: Tx, { key, path, participants, ...content }: PlannedAlbum) {
  const outcome = await upsertSharedAlbum(ctx, tx, key, content)
  if (outcome === 'taken')
    throw new RefusedImportError([`${path}.albumId: ${key.album_id} is the id of another album`])
  const currentMembers = (await listMembers(tx.db, key)).map(row => row.member_id)
  const joiningMembers = participants.filter(id => !currentMembers.includes(id))
  const leavingMembers = currentMembers.filter(id => !participants.includes(id))
  await insertMembers(tx, key, joiningMembers, content.createdAt)
  await deleteMembers(tx, key, leavingMembers)
  for (const [members, change] of [
    [joiningMembers, 'added'],
    [leavingMembers, 'removed'],
  ] as const)
    for (const id of members)
      await publishToAccount(ctx, tx, id, { type: 'albums-changed', albumIds: [key.album_id], change })
  const hasChangedMembers = joiningMembers.length + leavingMembers.length > 0
  return {
    albumId: key.album_id,
    name: content.name,
    outcome: outcome === 'unchanged' && hasChangedMembers ? ('updated' as const) : outcome,
    photos: content.photos.length,
  }
}
