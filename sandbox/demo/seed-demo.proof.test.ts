import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAddresses } from '#contract/addresses.ts'
import { getAlbums } from '#contract/albums.ts'
import { getPhotos } from '#contract/photos.ts'
import { getSharedAlbums } from '#contract/shared-albums.ts'
import type { Context } from '#server/context.ts'
import { countPhotos } from '#server/domains/photos/index.ts'
import type { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { getLegacyStorePath } from '../data-paths.ts'
import { findDemoCustomer, OTHER_VENDORS, seedDemoCustomers } from './customers.ts'
import { planDemoPictures } from './pictures.ts'
import { type SeedOptions, seedDemo } from './seed-demo.ts'
import { signInDemo } from './sign-in.testing.ts'

let server: TestServer
let ctx: Context
let legacyStore: string
beforeAll(async () => {
  server = await testServer({ work: false })
  const { config } = server.ctx
  legacyStore = getLegacyStorePath(config.dataDir)
  ctx = { ...server.ctx, config: { ...config, legacy: { folder: legacyStore } } }
  await seedDemoCustomers(ctx)
})
afterAll(() => server.close())

const seedingOf = (onPicture: SeedOptions['onPicture'] = () => {}): SeedOptions => ({
  signal: new AbortController().signal,
  pause: async () => {},
  onPicture,
  onLibrary: () => {},
  onSilentShop: () => {},
})

const killed = (): never => {
  throw new Error('the process was killed')
}

test('RV-833 the demo’s libraries are complete after starts that were killed, and the same after others', async () => {
  const killedAt = (picture: number) => (added: number) => void (added === picture && killed())
  for (const picture of [1, 20]) {
    await expect(seedDemo(ctx, seedingOf(killedAt(picture)))).rejects.toThrow('the process was killed')
    // The next start is on another day.
    server.clock.advance(86_400_000)
  }
  await seedDemo(ctx, seedingOf())

  const [demo, friend] = [
    await signInDemo(server, 'demo@keepsake.test'),
    await signInDemo(server, 'friend@keepsake.test'),
  ]
  const planned = planDemoPictures({ now: server.clock.now() })
  const namesOf = async (client: Client) =>
    (await client.call(getPhotos)).images.map(({ localFileName }) => localFileName)
  const photos = await namesOf(demo)
  expect(photos).toHaveLength(planned.filter(({ library }) => library === 'demo').length)
  expect(new Set(photos).size).toBe(photos.length)
  expect(await namesOf(friend)).toHaveLength(planned.filter(({ library }) => library === 'friend').length)
  const { albums } = await demo.call(getAlbums)
  for (const { albumName, photosCount } of albums)
    expect(photosCount, albumName).toBe(planned.filter(picture => picture.albums.includes(albumName)).length)
  expect(albums).toHaveLength(new Set(planned.flatMap(picture => picture.albums)).size)
  expect((await friend.call(getSharedAlbums)).albums).toHaveLength(1)
  expect((await demo.call(getAddresses)).addresses).toHaveLength(3)
  // RV-1075: photos for the orders at the other vendors.
  for (const { id } of OTHER_VENDORS) {
    const { account_id } = (await findDemoCustomer(ctx, 'demo@keepsake.test', id))!
    const tulips = planned.filter(picture => picture.albums.includes('Tulip weekend'))
    expect(await countPhotos(ctx.db, account_id)).toBe(tulips.length)
  }
  const legacy = join(legacyStore, 'classic')
  const index = JSON.parse(readFileSync(join(legacy, 'index.json'), 'utf8')) as { photos: { file: string }[] }
  expect(index.photos).toHaveLength(60)
  expect(index.photos.filter(({ file }) => !existsSync(join(legacy, file)))).toEqual([])

  await seedDemo(ctx, seedingOf(killed))
  expect(await namesOf(demo)).toEqual(photos)
})
