import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/context.ts'
import { findActivation } from '#server/domains/activation/index.ts'
import { registerLegacyLibrary } from '#server/domains/imports/index.ts'
import { getLegacyStorePath } from '../data-paths.ts'
import { replaceFile } from '../shop/records.ts'
import { findDemoCustomer } from './customers.ts'
import type { DemoPicture } from './pictures.ts'

const CLASSIC = 'classic@keepsake.test'
const SOURCE = 'classic'

/**
 * Creates the legacy library of the demo's third consumer: `add` writes a picture, `finish` writes the index and
 * registers the library. Null when it exists, or when a real legacy store, which is read only, is configured.
 */
export async function createLegacyLibrary(ctx: Context) {
  const { legacy, dataDir } = ctx.config
  const root = getLegacyStorePath(dataDir)
  if (!legacy || !('folder' in legacy) || legacy.folder !== root) return null
  const folder = join(root, SOURCE)
  const classic = await findDemoCustomer(ctx, CLASSIC)
  if (!classic || (await findActivation(ctx.db, classic.account_id))) return null
  const register = async () => {
    await registerLegacyLibrary(ctx, classic.account_id, {
      status: 'NOT_ACTIVE',
      source: SOURCE,
      again: false,
    })
  }
  if (existsSync(join(folder, 'index.json'))) {
    await register()
    return null
  }
  await mkdir(join(folder, 'photos'), { recursive: true })
  return {
    async add({ legacy: picture }: DemoPicture): Promise<void> {
      if (picture) await writeFile(join(folder, getFile(picture)), await picture.read())
    },
    async finish(pictures: readonly DemoPicture[]): Promise<void> {
      const photos: { file: string; taken: string }[] = []
      const albums = new Map<string, string[]>()
      for (const { legacy: picture, albums: names } of pictures) {
        if (!picture) continue
        const file = getFile(picture)
        photos.push({ file, taken: picture.takenAt })
        for (const name of names) albums.set(name, [...(albums.get(name) ?? []), file])
      }
      const index = {
        version: 1,
        photos,
        albums: [...albums].map(([name, files]) => ({ name, photos: files })),
      }
      replaceFile(join(folder, 'index.json'), JSON.stringify(index, null, 1))
      await register()
    },
  }
}

const getFile = ({ fileName }: { fileName: string }) => `photos/${fileName}`
