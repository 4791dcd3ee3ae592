import { randomUUID } from 'node:crypto'
import { parse } from 'content-disposition'
import { expect, test } from 'vitest'
import * as downloads from '#contract/downloads.ts'
import { getPhotos } from '#contract/photos.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, png } from '../../testing/pictures.ts'
import { unzip } from '../../testing/unzip.ts'
import { createReadyExport, downloadZips, fetchBytes, isManifest, upload } from './testing/library.ts'

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

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
const customer = await server.customer()
const files = FILES.map(async ([name, type]) => [name, await (type === 'png' ? png() : jpeg())] as const)
await upload(server, customer, await Promise.all(files))

const images = async () => (await customer.call(getPhotos)).images
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
  const photos = (await images()).map(image => ({ photoId: image.imageId, ownerId: customer.accountId }))
  await customer.call(downloads.createDownload, { body: { id, photos, name: 'All' } })
  await server.idle()
  const { url } = await customer.call(downloads.getDownloadUrl, { params: { id } })
  const names = [...(await unzip((await fetchBytes(url)).body)).keys()]
  expect(names).toEqual(expect.arrayContaining(savedNames))
  for (const name of names) endsLikePicture(name)
})

test('RV-311 exports do too, and their manifests keep the original names', async () => {
  const [zip] = await downloadZips(customer, await createReadyExport(server, customer))
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
