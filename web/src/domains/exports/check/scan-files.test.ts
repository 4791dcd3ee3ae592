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
    damaged: events.flatMap(each => (each.kind === 'damaged' ? [each.name] : [])),
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

  test('P3 a flipped bit gives another hash or a damaged zip, never the expected photo', async () => {
    const zip = await zipOf({ store: true })
    for (let i = 0; i < 200; i++) {
      const flipped = Buffer.from(zip)
      const at = Math.floor((i * zip.length) / 200)
      flipped[at]! ^= 1 << (i % 8)
      const { hashes } = await examined(fileOf(flipped))
      const right = photos.map(sha256)
      for (const hash of hashes) if (right.includes(hash)) right.splice(right.indexOf(hash), 1)
      // Bits of names, times and the like change no photo.
      if (zip.indexOf(photos[0]!) <= at && at < zip.indexOf(photos[0]!) + photos[0]!.length)
        expect(right).toContain(sha256(photos[0]!))
    }
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
