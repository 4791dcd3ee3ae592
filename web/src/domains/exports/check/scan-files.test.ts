import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipArchive } from 'archiver'
import { describe, expect, test } from 'vitest'
import { type ScanEvent, scanFiles } from './scan-files.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const photos = [randomBytes(70_000), randomBytes(10), Buffer.alloc(0), Buffer.alloc(5000, 'a')]

/** A zip of the photos, in folders and with manifests, written by another program. */
async function zipOf(options: { store: boolean; forceZip64?: boolean; comment?: string }): Promise<Buffer> {
  const archive = new ZipArchive(options)
  archive.append('{}', { name: 'manifest.json' })
  for (const [index, bytes] of photos.entries()) archive.append(bytes, { name: `2024/05/Größe ${index}.jpg` })
  archive.append('', { name: 'empty/' })
  archive.append('name', { name: 'manifest.csv' })
  void archive.finalize()
  return buffer(archive)
}

const fileOf = (bytes: Uint8Array, name = 'photo-export-1.zip') => new File([Buffer.from(bytes)], name)

async function examined(...files: File[]) {
  const events: ScanEvent[] = []
  await scanFiles(files, found => events.push(found))
  expect(events.at(-1)).toEqual({ kind: 'done' })
  return {
    hashes: events.flatMap(each => (each.kind === 'hash' ? [each.sha256] : [])),
    damaged: events.flatMap(each =>
      each.kind === 'damaged' ? [each.entry === undefined ? each.name : `${each.entry} in ${each.name}`] : [],
    ),
    bytes: events.flatMap(each => (each.kind === 'progress' ? [each.bytes] : [])),
  }
}

describe('PL-125 checking downloaded files', () => {
  test.each([
    ['stored', { store: true }],
    ['packed anew', { store: false }],
    ['with ZIP64', { store: true, forceZip64: true }],
    ['with a comment', { store: true, comment: 'PK\x05\x06 and more' }],
  ])('a zip %s: every photo is found by its bytes, manifests and folders are none', async (_, options) => {
    const zip = await zipOf(options)
    const { hashes, damaged, bytes } = await examined(fileOf(zip))
    expect(hashes).toEqual(photos.map(sha256))
    expect(damaged).toEqual([])
    expect(bytes.at(-1)).toBe(zip.length)
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
  })

  test('unzipped photos count too', async () => {
    const { hashes } = await examined(...photos.map((bytes, index) => fileOf(bytes, `${index}.jpg`)))
    expect(hashes).toEqual(photos.map(sha256))
  })

  test('P14 a truncated download is reported as damaged, and the next file is still scanned', async () => {
    const zip = await zipOf({ store: true })
    for (const length of [4, 1000, 70_500, zip.length - 200, zip.length - 22, zip.length - 1]) {
      const { hashes, damaged } = await examined(fileOf(zip.subarray(0, length), 'cut.zip'), fileOf(zip))
      expect([length, damaged]).toEqual([length, ['cut.zip']])
      expect(hashes).toEqual(photos.map(sha256))
    }
  })

  test('RV-811 P3 a flipped bit in a photo or a manifest is found by its CRC-32: the entry is named, and no hash', async () => {
    const zip = await zipOf({ store: true })
    const contents = [...photos.slice(0, 2), Buffer.from('{}'), Buffer.from('name')]
    const names = ['2024/05/Größe 0.jpg', '2024/05/Größe 1.jpg', 'manifest.json', 'manifest.csv']
    for (const [index, bytes] of contents.entries())
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const flipped = Buffer.from(zip)
        flipped[zip.indexOf(bytes) + at]! ^= 1 << (at % 8)
        const { hashes, damaged } = await examined(fileOf(flipped))
        expect(damaged).toEqual([`${names[index]} in photo-export-1.zip`])
        expect(hashes).toEqual(photos.filter(photo => photo !== bytes).map(sha256))
      }
  })

  test('RV-811 64 flipped bytes of the same length anywhere never give the hash of the photo they stand in', async () => {
    const zip = await zipOf({ store: true })
    const start = zip.indexOf(photos[0]!)
    for (let at = start; at + 64 <= start + photos[0]!.length; at += 6007) {
      const flipped = Buffer.from(zip)
      for (let i = at; i < at + 64; i++) flipped[i]! ^= 0xff
      const { hashes, damaged } = await examined(fileOf(flipped))
      expect(damaged).toEqual(['2024/05/Größe 0.jpg in photo-export-1.zip'])
      expect(hashes).toEqual(photos.slice(1).map(sha256))
    }
  })

  test('RV-811 a name that differs from the central directory and a zip without its first bytes are damaged', async () => {
    const zip = await zipOf({ store: true })
    const renamed = Buffer.from(zip)
    renamed[zip.indexOf('2024/05/')]! ^= 1
    expect((await examined(fileOf(renamed))).damaged).toEqual(['2024/05/Größe 0.jpg in photo-export-1.zip'])
    const headless = Buffer.from(zip)
    headless.fill(0, 0, 4)
    expect((await examined(fileOf(headless))).damaged).toEqual(['manifest.json in photo-export-1.zip'])
  })

  test('wrong offsets and sizes in the central directory make a zip damaged, without an endless loop', async () => {
    const zip = await zipOf({ store: true })
    const central = zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    for (const [at, value] of [
      [central + 42, 0xfffffff0],
      [central + 20, 0xfffffff0],
      [zip.length - 12, 0xfffffff0],
    ] as const) {
      const bent = Buffer.from(zip)
      bent.writeUInt32LE(value, at)
      const { hashes } = await examined(fileOf(bent))
      expect(hashes.length).toBeLessThanOrEqual(photos.length)
    }
  })
})
