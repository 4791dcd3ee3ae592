import { expect, test } from 'vitest'
import * as contract from '#contract/albums.ts'
import * as photos from '#contract/photos.ts'
import { type LibraryPush, libraryPush } from '#contract/push.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'

const server = closeAfterAll(await testServer())

async function listening(customer: Client) {
  return openLibrarySocket(server.origin, customer.token)
}

test('other windows of the customer are notified of every change of an album, other customers are not', async () => {
  const [customer, other] = [await server.customer(), await server.customer()]
  await customer.upload('a.jpg', await jpeg())
  await server.idle()
  const [image] = (await customer.call(photos.getPhotos)).images
  const photoIds = [image!.imageId]
  const [socket, otherSocket] = [await listening(customer), await listening(other)]

  const { albumId } = await customer.call(contract.createAlbum, { body: { name: 'Summer' } })
  const one = { params: { id: albumId } }
  await customer.call(contract.addAlbumPhotos, { ...one, body: { photoIds } })
  await customer.call(contract.addAlbumPhotos, { ...one, body: { photoIds } })
  await customer.call(contract.updateAlbum, { ...one, body: { name: 'Autumn' } })
  await customer.call(photos.deletePhotos, { body: { photoIds } })
  await customer.call(photos.restorePhotos, { body: { photoIds } })
  await customer.call(contract.removeAlbumPhotos, { ...one, body: { photoIds } })
  await customer.call(contract.removeAlbumPhotos, { ...one, body: { photoIds } })
  await customer.call(contract.deleteAlbum, one)
  await socket.next<LibraryPush>(each => each.type === 'albums-changed' && each.change === 'removed')
  const albums = (change: string) => ({ type: 'albums-changed', albumIds: [albumId], change })
  const inAlbum = (change: string) => ({ type: 'album-photos-changed', albumId, photoIds, change })
  const inLibrary = (change: string) => ({ type: 'photos-changed', photoIds, change })
  const received = socket.received.slice(1) as LibraryPush[]
  expect(received.filter(({ type }) => type !== 'journal-changed')).toEqual([
    albums('added'),
    inAlbum('added'),
    albums('updated'),
    albums('updated'),
    albums('updated'),
    inLibrary('removed'),
    albums('updated'),
    inLibrary('added'),
    inAlbum('removed'),
    albums('updated'),
    albums('removed'),
  ])
  for (const message of socket.received) libraryPush.parse(message)

  await other.call(contract.createAlbum, { body: { name: 'Winter' } })
  await otherSocket.next<LibraryPush>(({ type }) => type === 'albums-changed')
  expect(JSON.stringify(otherSocket.received)).not.toContain(albumId)
  socket.close()
  otherSocket.close()
})
