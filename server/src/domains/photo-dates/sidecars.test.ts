import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createDownload, getDownloads, getDownloadUrl } from '#contract/downloads.ts'
import { changePhotoDates } from '#contract/photo-dates.ts'
import { getPhotos } from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { unzip } from '../../testing/unzip.ts'
import { createReadyExport, downloadZips, fetchBytes, isManifest } from '../exports/testing/library.ts'

let customer: Client
let scan: Buffer
let titled: Buffer
let untouched: Buffer
let ids: Record<string, string>
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
  ;[scan, titled, untouched] = [
    await jpeg(),
    await jpeg({ taken: '2024:05:03 14:15:00', offset: '+02:00' }),
    await jpeg({ taken: '2024:05:04 14:15:00' }),
  ]
  for (const [name, bytes] of [
    ['scan.jpg', scan],
    ['titled.jpg', titled],
    ['untouched.jpg', untouched],
  ] as const) {
    await customer.upload(name, bytes)
    server.clock.advance(1000)
  }
  await server.idle()
  const { images } = await customer.call(getPhotos)
  ids = Object.fromEntries(images.map(image => [image.localFileName, image.imageId]))
  const change = (name: string, wanted: object) =>
    customer.call(changePhotoDates, {
      body: { requestId: randomUUID(), selection: { photoIds: [ids[name]!] }, ...wanted },
    })
  await change('scan.jpg', { set: { precision: 'month', year: 1974, month: 8 } })
  await change('titled.jpg', { shift: { minutes: 60 } })
  await sql`update photos set title = 'Oma & <Opa>' where photo_id = ${ids['titled.jpg']}`.execute(
    server.ctx.db,
  )
})

function expectSidecars(files: ReadonlyMap<string, Buffer>, folders: [string, string, string]) {
  const [scanFolder, titledFolder, untouchedFolder] = folders
  expect([...files.keys()].toSorted()).toEqual(
    [
      `${scanFolder}scan.jpg`,
      `${scanFolder}scan.jpg.xmp`,
      `${titledFolder}titled.jpg`,
      `${titledFolder}titled.jpg.xmp`,
      `${untouchedFolder}untouched.jpg`,
    ].toSorted(),
  )
  expect(files.get(`${scanFolder}scan.jpg`)).toEqual(scan)
  expect(files.get(`${titledFolder}titled.jpg`)).toEqual(titled)
  expect(files.get(`${untouchedFolder}untouched.jpg`)).toEqual(untouched)
  const month = files.get(`${scanFolder}scan.jpg.xmp`)!.toString()
  expect(month).toContain('<photoshop:DateCreated>1974-08</photoshop:DateCreated>')
  expect(month).not.toContain('<exif:DateTimeOriginal>')
  const exact = files.get(`${titledFolder}titled.jpg.xmp`)!.toString()
  for (const name of ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate'])
    expect(exact).toContain(`<${name}>2024-05-03T15:15:00+02:00</${name}>`)
  expect(exact).toContain('<rdf:li xml:lang="x-default">Oma &amp; &lt;Opa&gt;</rdf:li>')
  expect(exact).not.toMatch(/GPS/)
}

test('NX-241 a download contains NAME.EXT.xmp for changed dates and titles, counted in its size; the photos are unchanged', async () => {
  const id = randomUUID()
  const photos = Object.values(ids).map(photoId => ({ photoId, ownerId: customer.accountId }))
  await customer.call(createDownload, { body: { id, photos } })
  await server.idle()
  const { url } = await customer.call(getDownloadUrl, { params: { id } })
  const { body: bytes } = await fetchBytes(url)
  const { items } = await customer.call(getDownloads)
  expect(items[0]?.size).toBe(bytes.length)
  expectSidecars(await unzip(bytes), ['', '', ''])
})

test('NX-241 an export contains them in the folders of the photos', async () => {
  const ready = await createReadyExport(server, customer)
  const [zip] = await downloadZips(customer, ready)
  const files = new Map([...zip!].filter(([name]) => !isManifest(name)))
  expectSidecars(files, ['1974/08/', '2024/05/', '2024/05/'])
})
