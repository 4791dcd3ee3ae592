import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StagingOffsetError } from './blobs.ts'
import { type S3Objects, s3Objects } from './s3-objects.ts'
import { s3Staging } from './s3-staging.ts'
import { startS3Server } from './testing/s3-server.ts'

// What happens to the parts when nodes die or meet.
describe('parts of a staged file', () => {
  let root: string
  let objects: S3Objects
  let stop: () => Promise<void>
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 's3-staging-'))
    const server = await startS3Server(root)
    objects = s3Objects(server.location)
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
  const partName = (id: string, offset: number) => `staging/${id}/${String(offset).padStart(16, '0')}`
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
      const staging = s3Staging(objects, key => key)
      for (const [at, content] of ['abc', 'de', 'f'].entries())
        await staging.append(id, [0, 3, 5][at]!, from(content), 9)
      await expect(s3Staging(dying, key => key).commit(id, `done/${id}`)).rejects.toThrow('killed')
      await staging.commit(id, `done/${id}`)
      expect(await text(objects.read(`done/${id}`))).toBe('abcdef')
      expect(await namesOf(id)).toEqual([])
    },
  )

  it('a part that does not continue the file does not count, and goes with the next append', async () => {
    const id = 'stray'
    const staging = s3Staging(objects, key => key)
    await staging.append(id, 0, from('abc'), 9)
    await objects.put(partName(id, 2), Buffer.from('overlaps'))
    await objects.put(partName(id, 5), Buffer.from('too far'))
    expect(await staging.length(id)).toBe(3)
    expect(await text(staging.read(id))).toBe('abc')
    await expect(staging.append(id, 5, from('x'), 9)).rejects.toThrow(StagingOffsetError)
    expect(await staging.append(id, 3, from('de'), 9)).toEqual({ length: 5, interrupted: false })
    expect(await namesOf(id)).toEqual([partName(id, 0), partName(id, 3)])
    expect(await text(staging.read(id))).toBe('abcde')
  })

  it('strays are not committed and do not stay', async () => {
    const id = 'stray-commit'
    const staging = s3Staging(objects, key => key)
    await staging.append(id, 0, from('abc'), 9)
    await objects.put(partName(id, 7), Buffer.from('too far'))
    await staging.commit(id, 'done/stray')
    expect(await text(objects.read('done/stray'))).toBe('abc')
    expect(await namesOf(id)).toEqual([])
  })
})
