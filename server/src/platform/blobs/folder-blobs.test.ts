import * as fs from 'node:fs/promises'
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../clock/clock.testing.ts'
import { BlobsFailedError, StorageFullError } from './blobs.ts'
import type { Disk } from './durable-files.ts'
import { createFolderBlobs } from './folder-blobs.ts'
import { nextToken, toReceivedBytes } from './testing/stores.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-blobs-'))
})
afterEach(() => rm(root, { recursive: true }))

describe('order of the calls', () => {
  it('put: write, fsync, rename, fsync of the folder', async () => {
    const { disk, calls } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    await blobs.put('account/originals/first', Buffer.from('1'))
    calls.length = 0
    await blobs.put('account/originals/first', Buffer.from('2'))
    const folder = relative(root, dirname(blobs.localPath!('account/originals/first')!))
    expect(calls).toEqual(['write TEMP', 'datasync TEMP', `rename TEMP ${folder}/first`, `sync ${folder}`])
  })

  it('put: a folder that had to be made is durable up to the one that was there', async () => {
    const { disk, calls } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    await blobs.put('account/originals/first', Buffer.from('1'))
    const fan = basename(dirname(blobs.localPath!('account/originals/first')!))
    const made = `objects/account/originals/${fan}`
    expect(calls.slice(calls.indexOf(`mkdir ${made}`))).toEqual([
      `mkdir ${made}`,
      'sync objects/account/originals',
      'sync objects/account',
      'sync objects',
      `rename TEMP ${made}/first`,
      `sync ${made}`,
    ])
  })

  it('put: waits for the folders another put is making', async () => {
    const { disk, calls } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    await blobs.put('other/kind/name', Buffer.from('prepared'))
    calls.length = 0
    await Promise.all(['a', 'b', 'c'].map(name => blobs.put(`account/originals/${name}`, Buffer.from(name))))
    const lastFolder = calls.lastIndexOf('sync objects')
    const firstDone = calls.findIndex(call => /^sync objects\/account\/originals\/..$/.test(call))
    expect(lastFolder).toBeGreaterThan(-1)
    expect(firstDone).toBeGreaterThan(lastFolder)
  })

  it('append: write, fsync, and the folder for the first bytes; commit: fsync, rename, both folders', async () => {
    const { disk, calls } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    await blobs.put('account/originals/other', Buffer.from('1'))
    calls.length = 0
    await blobs.staging.append('id', 0, Readable.from([Buffer.from('ab'), Buffer.from('c')]), 9, nextToken())
    await blobs.staging.append('id', 3, Readable.from([Buffer.from('d')]), 9, nextToken())
    expect(calls).toEqual([
      'write staging/id',
      'datasync staging/id',
      'sync staging',
      'write staging/id',
      'datasync staging/id',
    ])
    calls.length = 0
    await blobs.staging.commit('id', 'account/originals/other', toReceivedBytes('abcd'))
    const folder = relative(root, dirname(blobs.localPath!('account/originals/other')!))
    expect(calls).toEqual([
      'datasync staging/id',
      `rename staging/id ${folder}/other`,
      `sync ${folder}`,
      'sync staging',
    ])
  })
})

describe('a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT'])(
    '%s while writing is a StorageFullError and leaves no temp file',
    async code => {
      const { disk } = recorded({ write: code })
      const blobs = createFolderBlobs(root, { disk })
      await expect(blobs.put('a/b/c', Buffer.from('x'))).rejects.toThrow(StorageFullError)
      expect(await readdir(join(root, 'temp'))).toEqual([])
      expect(await blobs.stat('a/b/c')).toBeNull()
      const source = Readable.from([Buffer.from('x')])
      await expect(blobs.staging.append('id', 0, source, 9, nextToken())).rejects.toThrow(StorageFullError)
      expect(await blobs.staging.length('id')).toBe(0)
    },
  )

  it('while making durable what was written is one, too, for put, append and commit', async () => {
    const { disk, failing } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    await blobs.staging.append('id', 0, Readable.from([Buffer.from('x')]), 9, nextToken())
    failing.datasync = 'ENOSPC'
    await expect(blobs.put('a/b/c', Buffer.from('x'))).rejects.toThrow(StorageFullError)
    await expect(blobs.staging.append('id', 1, Readable.from([]), 9, nextToken())).rejects.toThrow(
      StorageFullError,
    )
    await expect(blobs.staging.commit('id', 'a/b/c', toReceivedBytes('x'))).rejects.toThrow(StorageFullError)
    failing.datasync = undefined
    await blobs.staging.commit('id', 'a/b/c', toReceivedBytes('x'))
    expect(await readFile(blobs.localPath!('a/b/c')!, 'utf8')).toBe('x')
  })

  it('errors of the configuration stay what they are', async () => {
    const { disk } = recorded({ write: 'EACCES' })
    const blobs = createFolderBlobs(root, { disk })
    await expect(blobs.put('a/b/c', Buffer.from('x'))).rejects.toMatchObject({ code: 'EACCES' })
    expect(await readdir(join(root, 'temp'))).toEqual([])
  })
})

describe('a failing disk', () => {
  it.each(['EIO', 'EROFS'])('%s while writing is a BlobsFailedError and leaves no temp file', async code => {
    const { disk } = recorded({ write: code })
    const blobs = createFolderBlobs(root, { disk })
    await expect(blobs.put('a/b/c', Buffer.from('x'))).rejects.toThrow(BlobsFailedError)
    await expect(blobs.put('a/b/c', Readable.from([Buffer.from('x')]))).rejects.toThrow(BlobsFailedError)
    expect(await readdir(join(root, 'temp'))).toEqual([])
    const source = Readable.from([Buffer.from('x')])
    await expect(blobs.staging.append('id', 0, source, 9, nextToken())).rejects.toThrow(BlobsFailedError)
  })

  it('EIO while reading is one, as stream and in memory', async () => {
    const blobs = createFolderBlobs(root)
    await blobs.put('a/b/c', Buffer.from('x'))
    const path = blobs.localPath!('a/b/c')!
    await rm(path)
    // Reading the first page of a process's memory is an EIO of the system.
    await symlink('/proc/self/mem', path)
    await expect(text(blobs.read('a/b/c'))).rejects.toThrow(BlobsFailedError)
    await expect(blobs.get('a/b/c')).rejects.toThrow(BlobsFailedError)
  })

  it('the error of a source stays its own', async () => {
    const blobs = createFolderBlobs(root)
    const lost = Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })
    const source = new Readable({ read: () => void source.destroy(lost) })
    await expect(blobs.put('a/b/c', source)).rejects.toBe(lost)
  })

  it('P2 bytes whose fsync failed do not count, though the next fsync says nothing', async () => {
    const { disk, failing } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    const append = (offset: number, bytes: string) =>
      blobs.staging.append('id', offset, Readable.from([Buffer.from(bytes)]), 9, nextToken())
    await append(0, 'ab')
    failing.datasync = 'EIO'
    await expect(append(2, 'cd')).rejects.toThrow(BlobsFailedError)
    failing.datasync = undefined
    expect(await blobs.staging.length('id')).toBe(2)
    await append(2, 'cd')
    await blobs.staging.commit('id', 'a/b/c', toReceivedBytes('abcd'))
  })

  it('P2 a commit that is repeated after the name was not made durable makes it durable', async () => {
    const { disk, failing, calls } = recorded()
    const blobs = createFolderBlobs(root, { disk })
    await blobs.put('a/b/c', Buffer.from('before'))
    await blobs.staging.append('id', 0, Readable.from([Buffer.from('x')]), 9, nextToken())
    failing.sync = 'EIO'
    await expect(blobs.staging.commit('id', 'a/b/c', toReceivedBytes('x'))).rejects.toThrow(BlobsFailedError)
    failing.sync = undefined
    calls.length = 0
    await blobs.staging.commit('id', 'a/b/c', toReceivedBytes('x'))
    expect(calls).toContain(`sync ${relative(root, dirname(blobs.localPath!('a/b/c')!))}`)
  })
})

describe('folders', () => {
  it('spreads the names of one account over 256 folders evenly', () => {
    const blobs = createFolderBlobs(root)
    const counts = new Map<string, number>()
    for (let i = 0; i < 20_000; i++) {
      const folder = dirname(blobs.localPath!(`account/originals/photo-${i}`)!)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect(counts.size).toBe(256)
    expect(Math.max(...counts.values())).toBeLessThan(150)
  })

  it('go away with their last blob, staying where another one is', async () => {
    const blobs = createFolderBlobs(root)
    await blobs.put('one/originals/a', Buffer.from('a'))
    await blobs.put('one/thumbs/a', Buffer.from('a'))
    await blobs.put('two/originals/a', Buffer.from('a'))
    await blobs.remove(['one/originals/a'])
    expect(await readdir(join(root, 'objects/one'))).toEqual(['thumbs'])
    await blobs.remove(['one/thumbs/a'])
    expect(await readdir(join(root, 'objects'))).toEqual(['two'])
  })

  it('keeps temp files in the given folder and removes those older than a day, only its own', async () => {
    const tempDir = join(root, 'elsewhere')
    await fs.mkdir(tempDir)
    const names = [
      'blob-00000000-0000-0000-0000-000000000001',
      'blob-00000000-0000-0000-0000-000000000002',
      'other',
    ]
    for (const name of names) await writeFile(join(tempDir, name), 'x')
    const clock = createManualClock('2026-05-10T12:00:00Z')
    const yesterday = new Date('2026-05-09T11:59:59Z')
    await utimes(join(tempDir, names[0]!), yesterday, yesterday)
    await utimes(join(tempDir, names[1]!), clock.now(), clock.now())
    await utimes(join(tempDir, names[2]!), yesterday, yesterday)
    const blobs = createFolderBlobs(join(root, 'blobs'), { tempDir, clock })
    await blobs.put('a/b/c', Buffer.from('x'))
    expect((await readdir(tempDir)).sort()).toEqual(names.slice(1))
    await expect(stat(join(root, 'blobs/temp'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

/** The real disk; its calls are written down (temp files as TEMP) and fail with the code that is set for them. */
function recorded(failing: { write?: string; datasync?: string; sync?: string } = {}) {
  const calls: string[] = []
  const named = (path: unknown) =>
    /^blob-/.test(basename(String(path))) ? 'TEMP' : relative(root, String(path)) || '.'
  const note = async (kind: keyof typeof failing, path: unknown) => {
    calls.push(`${kind} ${named(path)}`)
    if (failing[kind]) throw Object.assign(new Error('failed'), { code: failing[kind] })
  }
  const disk: Disk = {
    async open(path, flags, mode) {
      const file = await fs.open(path, flags, mode)
      const { writeFile, write, datasync, sync } = file
      return Object.assign(file, {
        writeFile: async (...args: Parameters<typeof writeFile>) => {
          await note('write', path)
          return writeFile.apply(file, args)
        },
        write: async (...args: unknown[]) => {
          await note('write', path)
          return (write as (...args: unknown[]) => Promise<unknown>).apply(file, args)
        },
        datasync: async () => {
          await note('datasync', path)
          return datasync.call(file)
        },
        sync: async () => {
          await note('sync', path)
          return sync.call(file)
        },
      }) as typeof file
    },
    rename: async (from, to) => {
      await fs.rename(from, to)
      calls.push(`rename ${named(from)} ${named(to)}`)
    },
    mkdir: (async (path: string, options: { recursive: true }) => {
      const first = await fs.mkdir(path, options)
      if (first) calls.push(`mkdir ${named(path)}`)
      return first
    }) as Disk['mkdir'],
    rm: fs.rm,
  }
  return { disk, calls, failing }
}
