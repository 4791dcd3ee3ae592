import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { parse } from 'content-disposition'
import { beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import * as downloads from '#contract/downloads.ts'
import { createDownload, getDownloadUrl } from '#contract/downloads.ts'
import { getPhotos } from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, png } from '../../testing/pictures.ts'
import { unzip } from '../../testing/unzip.ts'
import {
  createReadyExport,
  downloadZips,
  fetchBytes,
  getChunkUrl,
  isManifest,
  upload,
} from './testing/library.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

/** Uploaded name, type of the content, and the name it is saved under. */
const FILES = [
  ['x.html', 'jpeg', 'x.html.jpg'],
  ['evil.jpg.exe', 'jpeg', 'evil.jpg.exe.jpg'],
  ['really-a-png.jpg', 'png', 'really-a-png.jpg.png'],
  ['no-extension', 'png', 'no-extension.png'],
  ['Windows drops dots.html. .', 'jpeg', 'Windows drops dots.html.jpg'],
  [`${'a'.repeat(198)}.html${'b'.repeat(40)}.jpg`, 'jpeg', null],
  ['beach.JPEG', 'jpeg', 'beach.JPEG'],
  ['beach.jpg', 'jpeg', 'beach.jpg'],
  ['scan.PNG', 'png', 'scan.PNG'],
] as const

const owner = await server.customer()
const files = FILES.map(async ([name, type]) => [name, await (type === 'png' ? png() : jpeg())] as const)
await upload(server, owner, await Promise.all(files))

/** From here on the clock stands still; times in a zip have even seconds. */
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

const images = async () => (await owner.call(getPhotos)).images
const originalName = (name: string) => FILES.find(file => file[2] === name)?.[0] ?? FILES[5][0]
const savedNames = FILES.flatMap(file => file[2] ?? [])
const endsLikePicture = (name: string) => expect(name).toMatch(/\.(jpe?g|png)$/i)

test('RV-311 media addresses name a photo with an extension of its real type; the library shows its own name', async () => {
  for (const image of await images())
    for (const url of [image.url, image.untouchedUrl]) {
      const { headers } = await fetchBytes(url)
      const { filename } = parse(headers.get('content-disposition')!).parameters
      const saved = FILES.find(([name]) => name === image.localFileName)
      expect(saved).toBeDefined()
      if (saved?.[2]) expect(filename).toBe(saved[2])
      endsLikePicture(filename!)
    }
})

test('RV-311 downloads name their photos the same', async () => {
  const id = randomUUID()
  const photos = (await images()).map(image => ({ photoId: image.imageId, ownerId: owner.accountId }))
  await owner.call(downloads.createDownload, { body: { id, photos, name: 'All' } })
  await server.idle()
  const { url } = await owner.call(downloads.getDownloadUrl, { params: { id } })
  const names = [...(await unzip((await fetchBytes(url)).body)).keys()]
  expect(names).toEqual(expect.arrayContaining(savedNames))
  for (const name of names) endsLikePicture(name)
})

test('RV-311 exports do too, and their manifests keep the original names', async () => {
  const [zip] = await downloadZips(owner, await createReadyExport(server, owner))
  const names = [...zip!.keys()].filter(name => !isManifest(name))
  const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  expect(names.map(baseName)).toEqual(expect.arrayContaining(savedNames))
  for (const name of names) endsLikePicture(name)
  const manifest = JSON.parse(zip!.get('manifest.json')!.toString())
  expect(manifest.format).toBe(2)
  for (const photo of manifest.photos) expect(photo.originalName).toBe(originalName(baseName(photo.name)))
  const [header, ...rows] = zip!.get('manifest.csv')!.toString().trimEnd().split('\r\n')
  expect(header).toBe('\ufeffname,size,sha256,dateTaken,albums,originalName')
  expect(rows.find(row => row.includes('x.html'))).toMatch(/x\.html\.jpg,.*,x\.html$/)
})
