import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { findActivation } from '#server/domains/activation/index.ts'
import { registerLegacyLibrary } from '#server/domains/imports/index.ts'
import { getLegacyStorePath } from '../data-paths.ts'
import { replaceFile } from '../shop/records.ts'
import { groupByAlbum } from './albums.ts'
import { findDemoCustomer } from './customers.ts'
import type { DemoPicture } from './pictures.ts'

const CLASSIC = 'classic@keepsake.test'
const SOURCE = 'classic'

/**
 * Creates and registers the legacy library of the demo's third consumer, once; not where a real legacy store, which is
 * read only, is configured. Resumes after an interrupted start.
 */
export async function seedLegacyLibrary(
  ctx: Context,
  plan: () => Promise<readonly DemoPicture[]>,
  signal?: AbortSignal,
): Promise<void> {
  const { legacy, dataDir } = ctx.config
  const root = getLegacyStorePath(dataDir)
  if (!legacy || !('folder' in legacy) || legacy.folder !== root) return
  const classic = await findDemoCustomer(ctx, CLASSIC)
  if (!classic || (await findActivation(ctx.db, classic.account_id))) return
  const folder = join(root, SOURCE)
  await mkdir(join(folder, 'photos'), { recursive: true })
  const photos: { file: string; taken: string; albums: readonly string[] }[] = []
  for (const { legacy: picture, albums } of await plan()) {
    if (!picture) continue
    signal?.throwIfAborted()
    const file = `photos/${picture.fileName}`
    await writeFile(join(folder, file), await picture.read())
    photos.push({ file, taken: picture.takenAt, albums })
  }
  const index = {
    version: 1,
    photos: photos.map(({ file, taken }) => ({ file, taken })),
    albums: [...groupByAlbum(photos)].map(([name, pictures]) => {
      return { name, photos: pictures.map(({ file }) => file) }
    }),
  }
  replaceFile(join(folder, 'index.json'), JSON.stringify(index, null, 1))
  const registration = { status: 'NOT_ACTIVE', source: SOURCE, again: false } as const
  await registerLegacyLibrary(ctx, classic.account_id, registration)
}
