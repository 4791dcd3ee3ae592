import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { getAlbums } from '#contract/albums.ts'
import { patchCustomer } from '#contract/customers.ts'
import * as downloads from '#contract/downloads.ts'
import { getPhotos, type Image } from '#contract/photos.ts'
import { getSharedAlbum, getSharedAlbumPhoto, getSharedAlbumPhotos } from '#contract/shared-albums.ts'
import {
  createMarkedHeic,
  createMarkedJpeg,
  createMarkedPng,
  MARKS,
} from '../../platform/images/strip/marked-pictures.testing.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { findOriginal } from '../../testing/originals.ts'
import { fetchZip } from '../../testing/unzip.ts'
import { importSharedAlbums } from './index.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
const albumId = randomUUID()
const params = { id: albumId }
/** Two members with one photo of each type, and one without photos. */
const anna = await server.customer()
const tom = await server.customer()
const eva = await server.customer()
/** The uploaded bytes by file name. */
const files = new Map<string, Buffer>()

beforeAll(async () => {
  for (const [number, [name, owner]] of Object.entries({ anna, tom }).entries()) {
    files.set(`${name}.jpg`, await createMarkedJpeg(number))
    files.set(`${name}.png`, await createMarkedPng(number))
    files.set(`${name}.heic`, await createMarkedHeic(number))
    for (const [fileName, bytes] of files)
      if (fileName.startsWith(name)) expect((await owner.upload(fileName, bytes)).response.status).toBe(204)
  }
  await server.idle()
  const photos = [...(await listOwn(anna)), ...(await listOwn(tom))]
  const album = {
    albumId,
    name: 'Everybody',
    owner: anna.email,
    participants: [tom.email, eva.email],
    created: '2021-08-01T10:00:00Z',
    photos: photos.map(({ imageId, ownerId }) => ({
      owner: ownerId === anna.accountId ? anna.email : tom.email,
      photoId: imageId,
    })),
  }
  const sharedAlbums = JSON.stringify({ sharedAlbums: [album] })
  expect(await importSharedAlbums(server.ctx, sharedAlbums)).toMatchObject({ problems: [] })
})

const listOwn = async (member: Client) => (await member.call(getPhotos)).images
const listShown = async (member: Client) => (await member.call(getSharedAlbumPhotos, { params })).images
const findShown = async (member: Client, name: string) =>
  (await listShown(member)).find(image => image.localFileName === name)!

async function fetchBytes(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

const hasMark = (bytes: Buffer) => MARKS.some(mark => bytes.includes(mark, 0, 'latin1'))
const isOwn = (member: Client, image: Pick<Image, 'ownerId'>) => image.ownerId === member.accountId

async function readZip(member: Client) {
  const photos = (await listShown(member)).map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
  const { id } = await member.call(downloads.createSharedAlbumDownload, { body: { albumId, photos } })
  await server.idle()
  return (await member.call(downloads.getDownloadUrl, { params: { id } })).url
}

test('RV-1153 members get others’ photos without position, serial numbers and names, through every address', async () => {
  for (const member of [anna, tom, eva]) {
    const images = await listShown(member)
    expect(images).toHaveLength(6)
    const album = await member.call(getSharedAlbum, { params })
    const [{ imageId }] = images as [Image]
    const single = await member.call(getSharedAlbumPhoto, { params: { ...params, photoId: imageId } })
    for (const image of [...images, album.coverPhoto!, single.image]) {
      const uploaded = files.get(image.localFileName)!
      const original = await fetchBytes(image.url)
      expect([image.localFileName, original.body.length]).toEqual([image.localFileName, image.size])
      expect(original.body.equals(uploaded)).toBe(isOwn(member, image))
      expect(hasMark(original.body)).toBe(isOwn(member, image))
      const view = await fetchBytes(image.untouchedUrl)
      if (image.contentType === 'image/heic') expect(view.headers.get('content-type')).toBe('image/jpeg')
      else expect(view.body.equals(original.body)).toBe(true)
      const variants = await Promise.all(image.thumbnails.map(({ url }) => fetchBytes(url)))
      const rendered = image.contentType === 'image/heic' ? [view, ...variants] : variants
      expect(rendered.map(({ status, body }) => [status, hasMark(body)])).toEqual(
        rendered.map(() => [200, false]),
      )
    }
  }
})

test('RV-1153 the zip of a shared album contains what the addresses give, with its checksums', async () => {
  for (const member of [anna, tom, eva]) {
    const images = await listShown(member)
    const url = await readZip(member)
    const zip = await fetchBytes(url)
    // Reading it compares each checksum.
    const entries = await fetchZip(url)
    expect([...entries.keys()].toSorted()).toEqual([...files.keys()].toSorted())
    for (const image of images) {
      const { body } = await fetchBytes(image.url)
      expect(entries.get(image.localFileName)!.equals(body)).toBe(true)
      expect(hasMark(body)).toBe(isOwn(member, image))
    }
    const middle = Math.floor(zip.body.length / 2)
    const part = await fetchBytes(url, {
      range: `bytes=${middle}-`,
      'if-range': zip.headers.get('etag')!,
    })
    expect(part.status).toBe(206)
    expect(part.body.equals(zip.body.subarray(middle))).toBe(true)
  }
})

test('RV-1153 the owner’s own addresses and zips give the untouched bytes', async () => {
  for (const member of [anna, tom]) {
    const images = await listOwn(member)
    const id = randomUUID()
    const photos = images.map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
    await member.call(downloads.createDownload, { body: { id, photos } })
    await server.idle()
    const entries = await fetchZip((await member.call(downloads.getDownloadUrl, { params: { id } })).url)
    for (const image of images) {
      const uploaded = files.get(image.localFileName)!
      expect((await fetchBytes(image.url)).body.equals(uploaded)).toBe(true)
      expect(entries.get(image.localFileName)!.equals(uploaded)).toBe(true)
    }
    expect((await member.call(getAlbums, { query: { displaySharedData: true } })).albums.length).toBe(
      member === anna ? 1 : 0,
    )
  }
})

/** Numerators and denominators of the latitude; what else is personal. */
const hasPosition = (bytes: Buffer) =>
  ['MARK', 'KRAM'].some(mark => bytes.includes(mark.repeat(6), 0, 'latin1'))
const hasOtherMark = (bytes: Buffer) =>
  ['MARK body', 'MARK owner', 'MARK day', 'MARK description', 'MARK maker'].some(mark => bytes.includes(mark))

test('RV-1153 an owner lets others see where the own photos were taken, and nothing else, until that ends', async () => {
  const read = async (member: Client, name: string) => fetchBytes((await findShown(member, name)).url)
  const before = await read(eva, 'anna.jpg')
  expect(hasPosition(before.body)).toBe(false)
  await anna.call(patchCustomer, { body: { sharesPositions: true } })
  for (const type of ['jpg', 'png', 'heic']) {
    const own = (await read(anna, `anna.${type}`)).body
    for (const member of [tom, eva]) {
      const { body } = await read(member, `anna.${type}`)
      expect([type, hasPosition(body), hasOtherMark(body)]).toEqual([type, true, false])
      expect(body.length).toBe(own.length)
    }
    const other = (await read(eva, `tom.${type}`)).body
    expect([type, hasPosition(other), hasMark(other)]).toEqual([type, false, false])
  }
  const located = await read(eva, 'anna.jpg')
  expect(new Set([before, located].map(({ headers }) => headers.get('etag'))).size).toBe(2)
  const zip = await readZip(eva)
  const entries = await fetchZip(zip)
  expect(entries.get('anna.jpg')!.equals(located.body)).toBe(true)
  expect([...entries.values()].filter(hasPosition)).toHaveLength(3)
  await anna.call(patchCustomer, { body: { sharesPositions: false } })
  expect((await read(eva, 'anna.jpg')).body.equals(before.body)).toBe(true)
  const later = await fetchZip(zip)
  expect([...later.keys()].filter(name => name.startsWith('anna.'))).toEqual([])
  expect([...later.values()].some(hasPosition)).toBe(false)
  expect(String([...later.values()].at(-1))).toMatch(/no longer shared with you in the same way:\s+anna\./)
  expect((await fetchZip(await readZip(eva))).get('anna.jpg')!.equals(before.body)).toBe(true)
})

test.each(['anna.jpg', 'anna.png', 'anna.heic'])(
  'RV-1153 OP-94 any part of %s is that part, with its own tag',
  async name => {
    const { url } = await findShown(tom, name)
    const whole = await fetchBytes(url)
    const etag = whole.headers.get('etag')!
    expect(etag).not.toBe((await fetchBytes((await findShown(anna, name)).url)).headers.get('etag'))
    const { length } = whole.body
    const start = files.get(name)!.indexOf('MARK')
    expect(start).toBeGreaterThan(0)
    for (const [first, last] of [
      [start - 1, start + 40],
      [start + 1, start + 2],
      [0, start],
      [start, length - 1],
      [length - 1, length - 1],
    ] as const) {
      const part = await fetchBytes(url, { range: `bytes=${first}-${last}`, 'if-range': etag })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${first}-${last}/${length}`,
      ])
      expect(part.body.equals(whole.body.subarray(first, last + 1))).toBe(true)
    }
    expect((await fetchBytes(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await fetchBytes(url, { range: `bytes=${length}-` })).status).toBe(416)
  },
)

test('RV-1153 a member’s view of a JPEG or PNG reads the store once, as the owner’s does', async () => {
  const read = vi.spyOn(server.ctx.blobs, 'read')
  for (const member of [anna, tom])
    for (const name of ['anna.jpg', 'anna.png']) {
      const { untouchedUrl } = await findShown(member, name)
      read.mockClear()
      await fetchBytes(untouchedUrl)
      expect([name, read.mock.calls.length]).toEqual([name, 1])
    }
  read.mockRestore()
})

test('RV-1153 P14 originals that are missing or cut off are 404, and named in the zip with the others in it', async () => {
  for (const name of ['tom.jpg', 'tom.heic']) {
    const { path, size } = await findOriginal(server, tom, name)
    await rename(path, `${path}.away`)
    const { url } = await findShown(eva, name)
    expect((await fetchBytes(url)).status).toBe(404)
    await writeFile(path, files.get(name)!.subarray(0, size - 1))
    expect((await fetchBytes(url)).status).toBe(404)
    expect((await fetchBytes(url, { range: 'bytes=1-2' })).status).toBe(404)
    const entries = await fetchZip(await readZip(eva))
    expect(entries.has(name)).toBe(false)
    expect(entries.has('tom.png')).toBe(true)
    expect(String(entries.get('Missing photos.txt'))).toContain(name)
    await rename(`${path}.away`, path)
  }
})

test('RV-1153 P14 an original that could not be read when the zip was prepared stays named in it once it is back', async () => {
  const { path } = await findOriginal(server, tom, 'tom.jpg')
  await rename(path, `${path}.away`)
  const url = await readZip(eva)
  await rename(`${path}.away`, path)
  const entries = await fetchZip(url)
  expect(entries.has('tom.jpg')).toBe(false)
  expect(entries.has('tom.png')).toBe(true)
  expect(String(entries.get('Missing photos.txt'))).toContain('tom.jpg')
  expect((await fetchZip(await readZip(eva))).get('tom.jpg')).toBeDefined()
})
