import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '../../testing/test-folder.ts'
import { createS3Blobs } from '../blobs/s3-blobs.ts'
import { startS3Server } from '../blobs/testing/s3-server.ts'
import type { LegacyLocation } from '../config/config.ts'
import type { LegacyStore } from './legacy-store.ts'
import { openLegacyStore } from './open-legacy-store.ts'

/** A store with two files in the folder 'anna', and a function that removes the whole store. */
interface TestStore {
  location: LegacyLocation
  removeStore(): Promise<void>
}

const FILES = { 'index.json': '{"version":1}', 'photos/Grüße 1.jpg': 'a picture' }

const testStores: Record<string, (folder: string) => Promise<TestStore>> = {
  folder: async folder => {
    const root = join(folder, 'store')
    await mkdir(join(root, 'anna/photos'), { recursive: true })
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, 'anna', name), text)
    return { location: { folder: root }, removeStore: () => rename(root, `${root}-away`) }
  },
  'S3 prefix': async folder => {
    const server = await startS3Server(folder)
    // Its own objects lie below 'blobs/': as good a prefix as any.
    const blobs = createS3Blobs(server.location)
    await blobs.put('old/anna/index.json', Buffer.from(FILES['index.json']))
    await blobs.put('old/anna/picture', Buffer.from(FILES['photos/Grüße 1.jpg']))
    await blobs.close()
    return { location: { s3: server.location, prefix: 'blobs/old' }, removeStore: server.close }
  },
}

describe.each(Object.entries(testStores))('OP-26 the old store as a %s', (kind, make) => {
  const picture = kind === 'folder' ? 'anna/photos/Grüße 1.jpg' : 'anna/picture'
  const folder = createTestFolder()
  let testStore: TestStore
  let store: LegacyStore
  beforeAll(async () => {
    testStore = await make(folder)
    store = await openLegacyStore(testStore.location)
  })
  afterAll(() => store.close())

  test('tells sizes and gives bytes, as many as asked for', async () => {
    expect(await store.stat(picture)).toEqual({ size: 9 })
    expect(Buffer.from((await store.get('anna/index.json'))!).toString()).toBe(FILES['index.json'])
    expect((await buffer(store.read(picture, 9))).toString()).toBe('a picture')
    expect((await buffer(store.read(picture, 4))).toString()).toBe('a pi')
  })

  test('what is missing, or no file, is null; reading it, or more than there is, fails', async () => {
    for (const path of ['anna/none.jpg', 'nobody/index.json', 'anna', `${picture}/x`]) {
      expect([path, await store.stat(path)]).toEqual([path, null])
      expect(await store.get(path)).toBeNull()
    }
    await expect(buffer(store.read('anna/none.jpg', 5))).rejects.toThrow()
    await expect(buffer(store.read(picture, 10))).rejects.toThrow()
  })

  test('a missing store is an error, and no file counts as missing', async () => {
    await testStore.removeStore()
    await expect(store.stat(picture)).rejects.toThrow()
    await expect(store.get('anna/index.json')).rejects.toThrow()
  })
})

test('RV-312 a folder store refuses symbolic links to files and folders; its root may be one', async () => {
  const folder = createTestFolder(onTestFinished)
  const root = join(folder, 'store')
  await mkdir(join(root, 'anna'), { recursive: true })
  await writeFile(join(folder, 'secret'), 'a secret')
  await writeFile(join(root, 'anna/real.jpg'), 'a picture')
  await symlink(join(folder, 'secret'), join(root, 'anna/link.jpg'))
  await symlink('real.jpg', join(root, 'anna/inside.jpg'))
  await symlink(folder, join(root, 'tom'))
  await symlink(root, join(folder, 'mount'))
  const store = await openLegacyStore({ folder: join(folder, 'mount') })
  for (const path of ['anna/link.jpg', 'anna/inside.jpg', 'tom/secret', 'tom/store/anna/real.jpg']) {
    expect([path, await store.stat(path)]).toEqual([path, null])
    expect(await store.get(path)).toBeNull()
    await expect(buffer(store.read(path, 8))).rejects.toThrow('symbolic link')
  }
  expect((await buffer(store.read('anna/real.jpg', 9))).toString()).toBe('a picture')
  store.close()
})
