import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import * as contract from '#contract/temp-selections.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const server = closeAfterAll(
  await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } }),
)
const customer = await server.customer()
const kept = await add(customer, 'a.jpg', 900)
const deleted = await add(customer, 'b.jpg', 800)
const foreign = await add(await server.customer(), 'c.jpg', 700)
await customer.call(deletePhotos, { body: { photoIds: [deleted] } })
await server.idle()

async function add(owner: Client, name: string, width: number): Promise<string> {
  const { uploadId } = await owner.upload(name, await jpeg({ width, height: 600 }))
  await server.idle()
  return (await owner.call(getPhotos)).images.find(image => image.uploadId === uploadId)!.imageId
}

async function post(endpoint: Endpoint, body: object) {
  const response = await fetch(server.origin + SERVICES.tempSelections + endpoint.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const available = (photoIds: string[], accountId = customer.accountId) =>
  post(contract.findRetailerPhotos, { accountId, photoIds })
const select = (photoIds: string[], requestId: string = randomUUID(), accountId = customer.accountId) =>
  post(contract.createRetailerTempSelection, { accountId, photoIds, requestId })

test('AA-081 which photos of an old order are left: neither deleted ones nor those of other customers', async () => {
  const answer = await available([foreign, kept, deleted, randomUUID(), kept])
  expect(answer).toEqual({ status: 200, body: { photoIds: [kept] } })
  expect((await available([kept], 'unknown')).body).toEqual({ photoIds: [] })
  expect((await available([])).status).toBe(400)
})

test('AA-081 photos that are left are selected again, once for each request', async () => {
  const requestId = randomUUID()
  const { status, body } = await select([deleted, kept, foreign], requestId)
  expect([status, body.photosCount]).toEqual([200, 1])
  const repeated = await Promise.all([1, 2, 3].map(() => select([deleted, kept, foreign], requestId)))
  expect(repeated.map(each => each.body.tempSelectionId)).toEqual(Array(3).fill(body.tempSelectionId))
  expect(
    await customer.call(contract.getTempSelection, { params: { id: body.tempSelectionId } }),
  ).toMatchObject({
    photoIds: [kept],
  })
  expect((await select([kept], requestId)).status).toBe(409)
  expect((await select([kept])).body.tempSelectionId).not.toBe(body.tempSelectionId)
})

test('AA-081 without any photo, or of an unknown or deleted account, nothing is selected', async () => {
  expect((await select([deleted, foreign])).status).toBe(404)
  expect((await select([kept], randomUUID(), 'unknown')).status).toBe(404)
  const leaving = await server.customer()
  const photoId = await add(leaving, 'd.jpg', 650)
  await updateRows(server.ctx.db, 'customers', { account_id: leaving.accountId }, { deleted_at: new Date() })
  expect((await select([photoId], randomUUID(), leaving.accountId)).status).toBe(404)
  expect((await available([photoId], leaving.accountId)).body).toEqual({ photoIds: [] })
})
