import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { findActivation } from '#server/domains/activation/index.ts'
import { findCustomerByEmail } from '#server/domains/customers/index.ts'
import { registerLegacyLibrary } from '#server/domains/imports/index.ts'
import { dataPaths } from '#server/platform/config/config.ts'
import type { DrawnPicture } from './draw-process.ts'

export const CLASSIC = 'classic@keepsake.test'
const SOURCE = 'classic'

/**
 * The old store's library of the demo's third consumer: pictures come with `keep`, `finish` writes the index and notes
 * it. Null when it is there already, or when the old store is a real one, which is only read.
 */
export async function demoLegacyLibrary(ctx: Context) {
  const { legacy, dataDir } = ctx.config
  const root = dataPaths(dataDir).oldStore
  if (!legacy || !('folder' in legacy) || legacy.folder !== root) return null
  const folder = join(root, SOURCE)
  const classic = await findCustomerByEmail(ctx.db, CLASSIC)
  if (!classic || (await findActivation(ctx.db, classic.account_id))) return null
  const note = async () => {
    await registerLegacyLibrary(ctx, classic.account_id, {
      status: 'NOT_ACTIVE',
      source: SOURCE,
      again: false,
    })
  }
  if (existsSync(join(folder, 'index.json'))) {
    await note()
    return null
  }
  await mkdir(join(folder, 'photos'), { recursive: true })
  const photos: { file: string; taken: string }[] = []
  const albums = new Map<string, string[]>()
  return {
    async keep({ earlier, albums: names }: DrawnPicture): Promise<void> {
      if (!earlier) return
      const file = `photos/${earlier.fileName}`
      await writeFile(join(folder, file), earlier.bytes)
      photos.push({ file, taken: earlier.takenAt })
      for (const name of names) albums.set(name, [...(albums.get(name) ?? []), file])
    },
    async finish(): Promise<void> {
      const index = {
        version: 1,
        photos,
        albums: [...albums].map(([name, files]) => ({ name, photos: files })),
      }
      await writeFile(join(folder, 'index.json'), JSON.stringify(index, null, 1))
      await note()
    },
  }
}
