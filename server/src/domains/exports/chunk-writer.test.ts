import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FrozenChunk, planChunk } from './chunk-plan.ts'
import { createChunkWriter } from './exports.ts'
import { formatManifestCsv, formatManifestJson, toManifestLine } from './manifest.ts'

const row = { account_id: 'a', backup_id: 'b', created_at: new Date('2026-05-03T10:00:00Z') }
const GB = 1e9

function createEntry(name: string, size: number, albums: string[] = []) {
  const modified = '2024-05-03T14:15:00'
  return {
    name,
    originalName: 'x;y.jpg',
    size,
    crc32: 7,
    sha256: 'a'.repeat(64),
    photoId: randomUUID(),
    taken: null,
    modified,
    albums,
  }
}

async function writeChunks(sizes: readonly number[], limit: number) {
  const chunks: (FrozenChunk & { size: number })[] = []
  const writer = createChunkWriter(row, { limit }, async chunk => void chunks.push(chunk))
  for (const [index, size] of sizes.entries())
    await writer.add({ entry: createEntry(`2024/05/写真 ${index}.jpg`, size), month: '2024-05' })
  expect(await writer.finish()).toBe(sizes.length)
  return chunks
}

test('PL-185 OP-39 no zip exceeds the limit unless it contains a single larger photo, ZIP64 or not; no photo is lost', async () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 9e6 }), fc.integer({ min: 1, max: 6 * GB }))
  const limits = fc.constantFrom(20_000, 3e6, 2 * GB, 5 * GB, 20 * GB)
  await fc.assert(
    fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 60 }), limits, async (sizes, limit) => {
      const chunks = await writeChunks(sizes, limit)
      expect(chunks.flatMap(chunk => chunk.entries.map(entry => entry.size))).toEqual(sizes)
      expect(chunks.map(({ iteration }) => iteration)).toEqual(chunks.map((_, index) => index + 1))
      expect(chunks.map(({ last }) => last)).toEqual(chunks.map((_, index) => index === chunks.length - 1))
      for (const chunk of chunks) {
        expect(chunk.size).toBe(planChunk(row, chunk).length)
        expect(chunk.entries.length).toBeGreaterThan(0)
        if (chunk.entries.length > 1) expect(chunk.size).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns: 60 },
  )
})

test('PL-185 a library of tiny photos: no zip has more entries than old programs read', async () => {
  const chunks = await writeChunks(
    Array.from({ length: 70_000 }, () => 100),
    20 * GB,
  )
  expect(chunks.map(({ photos }) => photos)).toEqual([20_000, 20_000, 20_000, 10_000])
})

test('OP-94 RV-312 the bytes of the manifests never change, because exports store their length and CRC-32', () => {
  const entries = [
    { ...createEntry('2024/05/a.jpg', 5, ['Oslo', 'Mum, "Dad"']), taken: '2024-05-03T14:15:00' },
    createEntry('Unknown Date/b.jpg', 6, ['=HYPERLINK("x")']),
  ]
  const head = { backupId: 'b', created: row.created_at, iteration: 2, last: true }
  const lines = entries.map(toManifestLine)
  const hash = 'a'.repeat(64)
  expect(formatManifestJson(head, lines).toString()).toBe(
    '{"format":2,"export":"b","created":"2026-05-03T10:00:00.000Z","part":2,"last":true,"photosCount":2,"photos":[\n' +
      `{"name":"2024/05/a.jpg","originalName":"x;y.jpg","size":5,"sha256":"${hash}","dateTaken":"2024-05-03T14:15:00","albums":["Oslo","Mum, \\"Dad\\""]},\n` +
      `{"name":"Unknown Date/b.jpg","originalName":"x;y.jpg","size":6,"sha256":"${hash}","dateTaken":null,"albums":["=HYPERLINK(\\"x\\")"]}\n]}\n`,
  )
  expect(formatManifestCsv(lines).toString()).toBe(
    '\ufeffname,size,sha256,dateTaken,albums,originalName\r\n' +
      `2024/05/a.jpg,5,${hash},2024-05-03T14:15:00,"Oslo; Mum, ""Dad""","x;y.jpg"\r\n` +
      `Unknown Date/b.jpg,6,${hash},,"'=HYPERLINK(""x"")","x;y.jpg"\r\n`,
  )
})
