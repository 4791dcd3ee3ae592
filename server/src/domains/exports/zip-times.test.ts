import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { getPhotos } from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { createReadyExport, fetchBytes, getChunkUrl } from './testing/library.ts'

const server = closeAfterAll(await testServer())
/** The clock stands still; times in a zip have even seconds. */
const ADDED = toText(new Date(Math.floor(server.clock.now().getTime() / 2000) * 2000))
const at = (iso: string) => String(Date.parse(iso))

/** Name, Exif date, metadata of the upload, and the time of its file in a zip. */
const CASES: [string, string | undefined, Record<string, string>, string][] = [
  ['dated.jpg', '2024:05:03 14:15:00', { lastModified: at('2025-01-01T00:00:00Z') }, '2024-05-03 14:15:00'],
  [
    'scan of Berlin.jpg',
    undefined,
    { lastModified: at('2004-07-14T10:00:00Z'), timeZone: 'Europe/Berlin' },
    '2004-07-14 12:00:00',
  ],
  ['scan.jpg', undefined, { lastModified: at('2004-07-14T10:00:02Z') }, '2004-07-14 10:00:02'],
  [
    'unknown zone.jpg',
    undefined,
    { lastModified: at('2004-07-15T10:00:00Z'), timeZone: 'Mars/North' },
    '2004-07-15 10:00:00',
  ],
  ['nothing known.jpg', undefined, {}, ADDED],
  ['no number.jpg', undefined, { lastModified: 'yesterday' }, ADDED],
  ['computers.jpg', undefined, { lastModified: '0', timeZone: 'Europe/Berlin' }, ADDED],
  [
    'out of a zip.jpg',
    undefined,
    { lastModified: at('1979-12-31T23:00:00Z'), timeZone: 'Europe/Berlin' },
    ADDED,
  ],
  ['later than tomorrow.jpg', undefined, { lastModified: at('2099-01-01T00:00:00Z') }, ADDED],
  ['default.jpg', '1980:01:01 00:00:00', {}, ADDED],
  ['quicktime.jpg', '1904:01:01 00:00:00', {}, ADDED],
  ['unix.jpg', '1970:01:01 00:00:00', {}, ADDED],
]
const expected = Object.fromEntries(CASES.map(([name, , , time]) => [name, time]))

let customer: Client
beforeAll(async () => {
  customer = await server.customer()
  for (const [name, taken, metadata] of CASES) {
    const { response } = await customer.upload(name, await jpeg(taken ? { taken } : {}), metadata)
    expect(response.status).toBe(204)
  }
  await server.idle()
})

test('RV-1166 in a download no photo has the time of a default: when its file was changed, else when it was added', async () => {
  const id = randomUUID()
  const { images } = await customer.call(getPhotos)
  expect(images.filter(image => image.dateTaken).map(image => image.localFileName)).toEqual(['dated.jpg'])
  const photos = images.map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
  await customer.call(createDownload, { body: { id, photos } })
  await server.idle()
  const { url } = await customer.call(getDownloadUrl, { params: { id } })
  expect(await readTimes(url)).toEqual(expected)
})

test('RV-1166 in an export neither, and its manifest has no date of them', async () => {
  const { backupId } = await createReadyExport(server, customer)
  const url = await getChunkUrl(customer, backupId, 1)
  const { 'manifest.json': _, 'manifest.csv': __, ...times } = await readTimes(url)
  expect(times).toEqual(expected)
  const manifest = JSON.parse((await readEntry(url, 'manifest.json')).toString()) as {
    photos: { name: string; dateTaken: string | null }[]
  }
  expect(manifest.photos.filter(({ dateTaken }) => dateTaken !== null)).toHaveLength(1)
})

async function readTimes(url: string): Promise<Record<string, string>> {
  const reader = await fromBufferPromise((await fetchBytes(url)).body)
  const times: Record<string, string> = {}
  for await (const entry of reader.eachEntry()) {
    times[entry.fileName.split('/').at(-1)!] = toText(entry.getLastModDate({ timezone: 'UTC' }))
  }
  return times
}

async function readEntry(url: string, name: string): Promise<Buffer> {
  const reader = await fromBufferPromise((await fetchBytes(url)).body)
  for await (const entry of reader.eachEntry())
    if (entry.fileName === name) return buffer(await reader.openReadStreamPromise(entry))
  throw new Error(`${name} is missing`)
}

function toText(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}
