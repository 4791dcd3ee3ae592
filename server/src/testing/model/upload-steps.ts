import { expect } from 'vitest'
import { deleteAlbum } from '#contract/albums.ts'
import { checkHashes, getReceipts } from '#contract/uploads.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'
import type { Picture } from './pictures.ts'

/** Sends a picture, half of the time into an album, or by two windows at the same moment. */
export const upload: Step = async customer => {
  const { random, albums, client } = customer
  const picture = pickPicture(customer)
  if (random.chance(0.2)) return uploadTwice(customer, picture)
  const into = random.chance(0.5) ? customer.pickAlbum() : null
  const removed = into !== null && random.chance(0.1)
  customer.say(`upload ${picture.name}${into ? ` into ${into}` : ''}${removed ? ', removed before' : ''}`)
  const location = await begun(customer, picture, into ? { albumId: into } : {})
  if (removed) {
    await client.call(deleteAlbum, { params: { id: into } })
    albums.remove(into)
  }
  await sent(customer, location, picture)
  const id = await photoOf(customer, location, picture)
  came(customer, id, picture)
  if (into && !removed) albums.add(into, [id])
}

async function uploadTwice(customer: ModelCustomer, picture: Picture): Promise<void> {
  customer.say(`upload ${picture.name} by two windows`)
  const locations = [await begun(customer, picture), await begun(customer, picture)]
  await Promise.all(locations.map(location => sent(customer, location, picture)))
  const [id, other] = [
    await photoOf(customer, locations[0]!, picture),
    await photoOf(customer, locations[1]!, picture),
  ]
  expect(other).toBe(id)
  came(customer, id, picture)
}

/** Mostly one that is not in the library: never there, in the bin, or erased. */
function pickPicture({ random, library, modelState }: ModelCustomer): Picture {
  const missing = modelState.pictures.filter(each => library.withPicture(each)?.deletedAt !== null)
  return missing.length > 0 && random.chance(0.85) ? random.pick(missing) : random.pick(modelState.pictures)
}

async function begun(
  { client }: ModelCustomer,
  { name, bytes }: Picture,
  metadata: Record<string, string> = {},
) {
  const created = await client.createUpload(name, bytes.length, metadata)
  expect(created.status).toBe(201)
  return created.headers.get('location')!
}

async function sent({ client }: ModelCustomer, location: string, { bytes }: Picture): Promise<void> {
  expect((await client.patch(location, 0, bytes)).status).toBe(204)
}

/** The photo that an upload's receipt names: the one that was there, else one that never was. */
async function photoOf(
  { client, library }: ModelCustomer,
  location: string,
  picture: Picture,
): Promise<string> {
  const uploadId = location.split('/').at(-1)!
  const { receipts } = await client.call(getReceipts, { body: { uploadIds: [uploadId] } })
  expect(receipts).toMatchObject([{ uploadId, fileName: picture.name }])
  const id = receipts[0]!.photoId!
  const there = library.withPicture(picture)
  if (there) expect(id).toBe(there.id)
  else expect([...library.photos.keys(), ...library.gone]).not.toContain(id)
  return id
}

function came({ library, now, modelState }: ModelCustomer, id: string, picture: Picture): void {
  const there = library.withPicture(picture)
  if (there) recordOutcome(modelState, there.deletedAt === null ? 'sent though there' : 'restored by upload')
  else recordOutcome(modelState, library.erased.has(picture) ? 'sent anew after erasing' : 'sent')
  const at = new Date(now)
  library.upload(id, picture, at.getUTCFullYear() * 100 + at.getUTCMonth() + 1)
}

/** Asks which files need not be sent: what is in the bin comes back at once, everything known into the album asked for. */
export const checkKnownFiles: Step = async customer => {
  const { random, library, albums, client, modelState } = customer
  const asked = random.sample(modelState.pictures, 0.2)
  if (asked.length === 0) asked.push(random.pick(modelState.pictures))
  const into = random.chance(0.5) ? customer.pickAlbum() : null
  customer.say(`ask for ${asked.map(({ name }) => name).join(' ')}${into ? ` into ${into}` : ''}`)
  const files = asked.map(({ sha256, name }) => ({ sha256, fileName: name }))
  const { known } = await client.call(checkHashes, { body: { files, ...(into ? { albumId: into } : {}) } })
  const there = asked.map(picture => library.withPicture(picture)).filter(photo => photo !== undefined)
  const expected = there.map(({ id, picture, deletedAt }) => ({
    sha256: picture.sha256,
    photoId: id,
    state: deletedAt === null ? 'already-there' : 'restored',
  }))
  expect(known.toSorted(byHash)).toEqual(expected.toSorted(byHash))
  const ids = there.map(({ id }) => id)
  library.restore(ids)
  if (into) albums.add(into, ids)
}

const byHash = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1)
