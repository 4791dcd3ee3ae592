import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BlobMissingError, BlobTooShortError, StagingOffsetError } from './blobs.ts'
import { createS3Objects, PART_SIZE, type S3Objects } from './s3-objects.ts'
import { toPartName } from './s3-parts.ts'
import { createS3Staging } from './s3-staging.ts'
import { startS3Server } from './testing/s3-server.ts'
import { toReceivedBytes } from './testing/stores.ts'

// Parts of processes that die or run at the same time.
describe('parts of a staged file', () => {
  let root: string
  let objects: S3Objects
  let stop: () => Promise<void>
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 's3-staging-'))
    const server = await startS3Server(root)
    objects = createS3Objects(server.location)
    stop = async () => {
      objects.close()
      await server.close()
    }
  })
  afterAll(async () => {
    await stop()
    await rm(root, { recursive: true })
  })

  const from = (content: string) => Readable.from([Buffer.from(content)])
  /** Stores a part like a process that continues after another one took over. */
  const putLate = (id: string, part: { offset: number; token: number; continues: number }, content: string) =>
    objects.put(`staging/${id}/${toPartName(part)}`, Buffer.from(content))
  const namesOf = async (id: string) => {
    const names: string[] = []
    for await (const { name } of objects.list(`staging/${id}/`)) names.push(name)
    return names
  }

  it.each([1, 2])(
    'a commit that dies in call %i of removing them can be repeated without harm',
    async failingCall => {
      const id = `dies-in-${failingCall}`
      let calls = 0
      const dying: S3Objects = {
        ...objects,
        async remove(names) {
          if (names.length > 0 && ++calls === failingCall) throw new Error('killed')
          await objects.remove(names)
        },
      }
      const staging = createS3Staging(objects, key => key)
      for (const [at, content] of ['abc', 'de', 'f'].entries())
        await staging.append(id, [0, 3, 5][at]!, from(content), 9, at + 1)
      const commit = createS3Staging(dying, key => key).commit(id, `done/${id}`, toReceivedBytes('abcdef'))
      await expect(commit).rejects.toThrow('killed')
      await staging.commit(id, `done/${id}`, toReceivedBytes('abcdef'))
      expect(await text(objects.read(`done/${id}`))).toBe('abcdef')
      expect(await namesOf(id)).toEqual([])
    },
  )

  it('RV-701 a part of an older append changes nothing, wherever it is stored late', async () => {
    const id = 'late'
    const staging = createS3Staging(objects, key => key)
    await staging.append(id, 0, from('abc'), 9, 2)
    await putLate(id, { offset: 0, token: 1, continues: 0 }, 'ABCDE')
    await staging.append(id, 3, from('def'), 9, 4)
    expect(await staging.length(id)).toBe(6)
    await putLate(id, { offset: 3, token: 3, continues: 2 }, 'DEFGH')
    await putLate(id, { offset: 5, token: 1, continues: 1 }, 'F')
    expect(await staging.length(id)).toBe(6)
    expect(await text(staging.read(id))).toBe('abcdef')
    await staging.commit(id, 'done/late', toReceivedBytes('abcdef'))
    expect(await text(objects.read('done/late'))).toBe('abcdef')
    expect(await namesOf(id)).toEqual([])
  })

  it('RV-701 a part stored late cannot shorten what a newer append continued', async () => {
    const id = 'shorter'
    const staging = createS3Staging(objects, key => key)
    await putLate(id, { offset: 0, token: 1, continues: 0 }, 'abcdef')
    await staging.append(id, 6, from('ghi'), 9, 3)
    await putLate(id, { offset: 0, token: 2, continues: 0 }, 'ab')
    expect(await text(staging.read(id))).toBe('abcdefghi')
    await staging.remove(id)
  })

  it('RV-701 an append that another one overtook is refused, and does not write over it', async () => {
    const id = 'overtaken'
    const staging = createS3Staging(objects, key => key)
    await staging.append(id, 0, from('abc'), 9, 2)
    for (const token of [1, 2])
      await expect(staging.append(id, 3, from('x'), 9, token)).rejects.toThrow(StagingOffsetError)
    expect(await text(staging.read(id))).toBe('abc')
    await staging.remove(id)
  })

  it('a part that continues nothing does not count, and stays until the file is complete', async () => {
    const id = 'stray'
    const staging = createS3Staging(objects, key => key)
    await staging.append(id, 0, from('abc'), 9, 1)
    await putLate(id, { offset: 5, token: 2, continues: 2 }, 'too far')
    expect(await staging.length(id)).toBe(3)
    await expect(staging.append(id, 5, from('x'), 9, 3)).rejects.toThrow(StagingOffsetError)
    expect(await staging.append(id, 3, from('de'), 9, 4)).toEqual({ length: 5, interrupted: false })
    await staging.commit(id, 'done/stray', toReceivedBytes('abcde'))
    expect(await namesOf(id)).toEqual([])
  })

  it('RV-714 a commit whose parts another process has committed reads what lies there', async () => {
    const id = 'overtaken-commit'
    const [first, second] = [createS3Staging(objects, key => key), createS3Staging(objects, key => key)]
    await first.append(id, 0, from('abc'), 3, 1)
    await second.commit(id, `done/${id}`, toReceivedBytes('abc'))
    await first.commit(id, `done/${id}`, toReceivedBytes('abc'), 1)
    await first.append(`${id}-2`, 0, from('abc'), 3, 1)
    await second.remove(`${id}-2`)
    await expect(first.commit(`${id}-2`, `done/${id}-2`, toReceivedBytes('abc'), 1)).rejects.toThrow(
      BlobMissingError,
    )
  })

  it('RV-714 a commit of parts that were continued also removes those that arrived late', async () => {
    const id = 'late-known'
    const staging = createS3Staging(objects, key => key)
    await putLate(id, { offset: 0, token: 1, continues: 0 }, 'abc')
    await staging.append(id, 3, from('def'), 6, 3)
    await putLate(id, { offset: 3, token: 2, continues: 1 }, 'XYZ')
    await staging.commit(id, `done/${id}`, toReceivedBytes('abcdef'), 3)
    expect(await text(objects.read(`done/${id}`))).toBe('abcdef')
    expect(await namesOf(id)).toEqual([])
  })

  it('RV-714 an append without bytes knows nothing about a part that an older one stores late', async () => {
    const id = 'late-before-nothing'
    const staging = createS3Staging(objects, key => key)
    await putLate(id, { offset: 0, token: 1, continues: 0 }, 'abc')
    await staging.append(id, 3, from(''), 9, 3)
    await putLate(id, { offset: 3, token: 2, continues: 1 }, 'def')
    expect(await staging.length(id, 3)).toBe(6)
    await staging.append(id, 6, from('ghi'), 9, 4)
    expect(await text(staging.read(id, undefined, 4))).toBe('abcdefghi')
    await staging.remove(id, 4)
    expect(await namesOf(id)).toEqual([])
  })

  it('RV-714 whole files are read from bounded memory, older ones from S3 without a listing', async () => {
    const counting = { ...objects, read: vi.fn(objects.read), list: vi.fn(objects.list) }
    const calls = () => [counting.read.mock.calls.length, counting.list.mock.calls.length]
    const staging = createS3Staging(counting, key => key)
    const bytes = Buffer.alloc(PART_SIZE, 'x')
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) await staging.append(id, 0, Readable.from([bytes]), PART_SIZE, 1)
    for (const id of ids.toReversed())
      expect(await text(staging.read(id, { start: 1, end: 3 }, 1))).toBe('xxx')
    expect(calls()).toEqual([1, 0])
    await expect(text(staging.read('e', { start: 0, end: PART_SIZE }, 1))).rejects.toThrow(BlobTooShortError)
    for (const id of ids) await staging.remove(id, 1)
    expect(calls()).toEqual([1, 0])
    await expect(text(staging.read('e', undefined, 1))).rejects.toThrow(BlobMissingError)
  })
})
