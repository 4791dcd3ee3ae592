import { type Context, change, type Tx } from '../../context.ts'
import { upsertSharedAlbum } from '../albums/index.ts'
import { publishToLibrary } from '../photos/index.ts'
import { readImportFile } from './import-file.ts'
import { type PlannedAlbum, planImport } from './import-plan.ts'
import { deleteMembers, insertMembers, listMembers } from './store.ts'

export interface ImportReport {
  /** With any of these nothing was changed. */
  problems: string[]
  /** What was left out on purpose. */
  notes: string[]
  albums: { albumId: string; name: string; outcome: 'created' | 'updated' | 'unchanged'; photos: number }[]
}

/**
 * Brings shared albums of the retailer's old store in, or makes those that are here equal to the file, all in one
 * transaction; repeating it changes nothing. What the file names and is not there is a problem, or with `skipUnknown`
 * left out. What members did here counts: who left is not brought back, nor what an owner deleted.
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
      if (plan.problems.length > 0) throw new RefusedImport(plan.problems)
      const report: ImportReport = { problems: [], notes: plan.notes, albums: [] }
      // In one order for everybody, photos before albums.
      for (const album of plan.albums.toSorted(byKey)) report.albums.push(await importAlbum(ctx, tx, album))
      return report
    })
  } catch (error) {
    if (error instanceof RefusedImport) return { problems: error.problems, notes: [], albums: [] }
    throw error
  }
}

/** Takes back whatever the transaction has done. */
class RefusedImport extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super('The import is refused')
    this.problems = problems
  }
}

const keyText = ({ key }: PlannedAlbum) => `${key.account_id}/${key.album_id}`
const byKey = (a: PlannedAlbum, b: PlannedAlbum) => (keyText(a) < keyText(b) ? -1 : 1)

async function importAlbum(ctx: Context, tx: Tx, { key, place, participants, ...content }: PlannedAlbum) {
  const outcome = await upsertSharedAlbum(ctx, tx, key, content)
  if (outcome === 'taken')
    throw new RefusedImport([`${place}.albumId: ${key.album_id} is the id of another album`])
  const before = (await listMembers(tx.db, key)).map(row => row.member_id)
  const coming = participants.filter(id => !before.includes(id))
  const going = before.filter(id => !participants.includes(id))
  await insertMembers(tx, key, coming, content.createdAt)
  await deleteMembers(tx, key, going)
  for (const [members, change] of [
    [coming, 'added'],
    [going, 'removed'],
  ] as const)
    for (const id of members)
      await publishToLibrary(ctx, tx, id, { type: 'albums-changed', albumIds: [key.album_id], change })
  const changed = coming.length + going.length > 0
  return {
    albumId: key.album_id,
    name: content.name,
    outcome: outcome === 'unchanged' && changed ? ('updated' as const) : outcome,
    photos: content.photos.length,
  }
}
