/** The code of an app that uses the client generated from the document. */
export const CLIENT_STORY = `
import * as keepsake from './client.ts'
import type { Album, ErrorAnswer, Image, Order, PhotoPage } from './client.ts'

export interface Story {
  photos: Image[]
  album: Album
  inAlbum: string[]
  orders: Order[]
  error: ErrorAnswer
  errorWithoutToken: ErrorAnswer
}

/** Lists the photos, puts the newest one into a new album, reads the orders and asks for what is not there. */
export async function runClientStory(origin: string, token: string): Promise<Story> {
  keepsake.defaults.baseUrl = origin
  const anonymous = await keepsake.getPhotos()
  if (anonymous.status !== 401) throw new Error('Photos were sent without a token')
  keepsake.defaults.headers = { authorization: 'Bearer ' + token }

  const photos = await allPhotos()
  const newest = photos[0]
  if (!newest) throw new Error('There is no photo')

  const created = await keepsake.createAlbum({ name: 'Summer' })
  if (created.status !== 201) throw new Error(created.data.message)
  const { albumId } = created.data
  const added = await keepsake.addAlbumPhotos(albumId, { photoIds: [newest.imageId] })
  if (added.status !== 200) throw new Error(added.data.message)
  const album = await keepsake.getAlbum(albumId)
  if (album.status !== 200) throw new Error(album.data.message)
  const content = await keepsake.getAlbumPhotos(albumId, { limit: 10 })
  if (content.status !== 200) throw new Error(content.data.message)

  const orders = await keepsake.getOrders({ limit: 5 })
  if (orders.status !== 200) throw new Error(orders.data.message)

  const missing = await keepsake.getAlbum(crypto.randomUUID())
  if (missing.status !== 404) throw new Error('An album was found that does not exist')

  return {
    photos,
    album: album.data,
    inAlbum: content.data.images.map(({ imageId }) => imageId),
    orders: orders.data.superOrders,
    error: missing.data,
    errorWithoutToken: anonymous.data,
  }
}

async function allPhotos(): Promise<Image[]> {
  const photos: Image[] = []
  let cursor: PhotoPage['cursor'] | undefined
  do {
    const page = await keepsake.getPhotos({ limit: 2, ...(cursor && { cursor }) })
    if (page.status !== 200) throw new Error(page.data.message)
    photos.push(...page.data.images)
    cursor = page.data.cursor
  } while (cursor)
  return photos
}
`
