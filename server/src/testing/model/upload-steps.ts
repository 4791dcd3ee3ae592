import { expect } from 'vitest'
import { deleteAlbum } from '#contract/albums.ts'
import { checkHashes, getReceipts } from '#contract/uploads.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'
import type { Picture } from './pictures.ts'

/** Uploads a picture, half of the time into an album, or by two concurrent uploads. */
export const upload: Step = async customer => {
  const { random, albums, client } = customer
  const picture = pickPicture(customer)
  if (random.chance(0.2)) return uploadTwice(customer, picture)
  const albumId = random.chance(0.5) ? customer.pickAlbum() : null
  const isAlbumDeleted = albumId !== null && random.chance(0.1)
  customer.logStep(
    `upload ${picture.name}${albumId ? ` into ${albumId}` : ''}${isAlbumDeleted ? ', removed before' : ''}`,
  )
  const location = await createUpload(customer, picture, albumId ? { albumId } : {})
  if (isAlbumDeleted) {
    await client.call(deleteAlbum, { params: { id: albumId } })
    albums.delete(albumId)
  }
  await sendBytes(customer, location, picture)
  const id = await readPhotoId(customer, location, picture)
  recordUpload(customer, id, picture)
  if (albumId && !isAlbumDeleted) albums.add(albumId, [id])
}

async function uploadTwice(customer: ModelCustomer, picture: Picture): Promise<void> {
  customer.logStep(`upload ${picture.name} by two uploads`)
  const locations = [await createUpload(customer, picture), await createUpload(customer, picture)]
  await Promise.all(locations.map(location => sendBytes(customer, location, picture)))
  const [id, other] = [
    await readPhotoId(customer, locations[0]!, picture),
    await readPhotoId(customer, locations[1]!, picture),
  ]
  expect(other).toBe(id)
  recordUpload(customer, id, picture)
}

/** Picks a picture, mostly one that is not in the library: new, in the bin, or erased. */
function pickPicture({ random, library, modelState }: ModelCustomer): Picture {
  const missing = modelState.pictures.filter(each => library.findByPicture(each)?.deletedAt !== null)
  return missing.length > 0 && random.chance(0.85) ? random.pick(missing) : random.pick(modelState.pictures)
}

async function createUpload(
  { client }: ModelCustomer,
  { name, bytes }: Picture,
  metadata: Record<string, string> = {},
) {
  const created = await client.createUpload(name, bytes.length, metadata)
  expect(created.status).toBe(201)
  return created.headers.get('location')!
}

async function sendBytes({ client }: ModelCustomer, location: string, { bytes }: Picture): Promise<void> {
  expect((await client.patch(location, 0, bytes)).status).toBe(204)
}

/** Reads the photo id of an upload's receipt: that of the known photo, else one never seen before. */
async function readPhotoId(
  { client, library }: ModelCustomer,
  location: string,
  picture: Picture,
): Promise<string> {
  const uploadId = location.split('/').at(-1)!
  const { receipts } = await client.call(getReceipts, { body: { uploadIds: [uploadId] } })
  expect(receipts).toMatchObject([{ uploadId, fileName: picture.name }])
  const id = receipts[0]!.photoId!
  const existing = library.findByPicture(picture)
  if (existing) expect(id).toBe(existing.id)
  else expect([...library.photos.keys(), ...library.erasedIds]).not.toContain(id)
  return id
}

function recordUpload({ library, now, modelState }: ModelCustomer, id: string, picture: Picture): void {
  const existing = library.findByPicture(picture)
  if (existing)
    recordOutcome(modelState, existing.deletedAt === null ? 'uploads of known photos' : 'restored by upload')
  else recordOutcome(modelState, library.erasedPictures.has(picture) ? 'uploads after erasing' : 'uploads')
  const at = new Date(now)
  library.upload(id, picture, at)
}

/** Asks which files are known: those in the bin are restored, and all known ones are added to a given album. */
export const checkKnownFiles: Step = async customer => {
  const { random, library, albums, client, modelState } = customer
  const checkedPictures = random.sample(modelState.pictures, 0.2)
  if (checkedPictures.length === 0) checkedPictures.push(random.pick(modelState.pictures))
  const albumId = random.chance(0.5) ? customer.pickAlbum() : null
  customer.logStep(
    `check ${checkedPictures.map(({ name }) => name).join(' ')}${albumId ? ` into ${albumId}` : ''}`,
  )
  const files = checkedPictures.map(({ sha256, name }) => ({ sha256, fileName: name }))
  const { known } = await client.call(checkHashes, { body: { files, ...(albumId ? { albumId } : {}) } })
  const existingPhotos = checkedPictures
    .map(picture => library.findByPicture(picture))
    .filter(photo => photo !== undefined)
  const expected = existingPhotos.map(({ id, picture, deletedAt }) => ({
    sha256: picture.sha256,
    photoId: id,
    state: deletedAt === null ? 'already-there' : 'restored',
  }))
  expect(known.toSorted(compareHashes)).toEqual(expected.toSorted(compareHashes))
  const ids = existingPhotos.map(({ id }) => id)
  library.restore(ids)
  if (albumId) albums.add(albumId, ids)
}

const compareHashes = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1)
