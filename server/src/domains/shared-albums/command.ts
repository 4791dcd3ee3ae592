import { readFile } from 'node:fs/promises'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { type Context, change, type Tx } from '../../context.ts'
import type { Command } from '../../domain.ts'
import { parseCommandLine } from '../../platform/command-line.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { upsertSharedAlbum } from '../albums/index.ts'
import { readImportFile } from './import-file.ts'
import { type PlannedAlbum, planImport } from './import-plan.ts'
import { deleteMembers, insertMembers, listMembers } from './store.ts'

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
