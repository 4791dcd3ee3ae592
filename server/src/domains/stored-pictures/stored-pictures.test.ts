import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { STORED_PICTURE_MAX_BYTES } from '#contract/retailer-stored-pictures.ts'
import * as contract from '#contract/stored-pictures.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { heic, jpeg, png } from '../../testing/pictures.ts'
import { closeAccount } from '../identity/testing/mail-links.ts'
import { findPictureAddresses, sweepPictures } from './index.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const DAY = 86_400_000

let customer: Client
let id: string
const server = closeAfterAll(
  await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } }),
)
beforeEach(async () => {
  customer = await server.customer()
  id = randomUUID()
})

async function put(bytes: Uint8Array, accountId: string | null = customer.accountId, type = 'image/jpeg') {
  const query = accountId === null ? '' : `?accountId=${encodeURIComponent(accountId)}`
  const response = await fetch(`${server.origin}${SERVICES.storage}/retailer/uploads/${id}${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': type },
    body: Buffer.from(bytes),
  })
  const body = (await response.json()) as { code?: string }
  return [response.status, body.code ?? body]
}
const get = (client = customer, accountId = client.accountId) =>
  client.call(contract.getUpload, { params: { id }, query: { accountId } })
const refused = async (client: Client, accountId: string, pictureId = id) =>
  (await client.expectError(contract.getUpload, { params: { id: pictureId }, query: { accountId } })).status
const anonymous = (ids = [id], client = customer) => client.call(contract.getAnonymousUploads, { body: ids })
const status = async (url: string) => (await fetch(url)).status

describe('AA-113 stored pictures', () => {
  test('AA-113 OP-87 the account reads id, address, type and date; the address gives the picture', async () => {
    const picture = await jpeg()
    expect(await put(picture, customer.accountId, 'application/octet-stream')).toEqual([
      200,
      { stored: true },
    ])
    const createdAt = server.clock.now().toISOString()
    server.clock.advance(1000)
    const found = await get()
    expect(found).toEqual({
      id,
      url: expect.stringMatching(/\/media\/stored-pictures\//),
      contentType: 'image/jpeg',
      createdAt,
    })
    const response = await fetch(found.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
  })

  test('AA-113 a foreign account is forbidden; a foreign and an unknown picture are not found', async () => {
    await put(await jpeg())
    const stranger = await server.customer()
    expect(await refused(stranger, customer.accountId)).toBe(403)
    expect(await refused(stranger, stranger.accountId)).toBe(404)
    expect(await refused(customer, customer.accountId, randomUUID())).toBe(404)
    expect(await anonymous([id], stranger)).toEqual([])
  })

  test('AA-113 OP-87 an anonymous picture is found by its id only, after the 404', async () => {
    await put(await png(), null)
    expect(await refused(customer, customer.accountId)).toBe(404)
    const [found, ...others] = await anonymous([id, randomUUID()])
    expect([found, others]).toEqual([expect.objectContaining({ id, contentType: 'image/png' }), []])
    expect(await status(found!.url)).toBe(200)
  })

  test('AA-113 the content decides: no picture, a broken one and one of another format are refused', async () => {
    const picture = await jpeg()
    expect(await put(Buffer.from('<svg onload=alert(1)>'))).toEqual([415, 'unsupported-type'])
    expect(await put(await heic())).toEqual([415, 'unsupported-type'])
    expect(await put(picture.subarray(0, picture.length / 2))).toEqual([400, 'broken-picture'])
    expect(await put(Buffer.alloc(0))).toEqual([415, 'unsupported-type'])
    expect(await refused(customer, customer.accountId)).toBe(404)
  })

  test('AA-113 up to 10 MB are stored, more are refused', async () => {
    const picture = await jpeg()
    const bytes = Buffer.concat([picture, Buffer.alloc(STORED_PICTURE_MAX_BYTES + 1 - picture.length)])
    expect(await put(bytes)).toEqual([413, 'too-large'])
    expect(await put(bytes.subarray(0, -1))).toEqual([200, { stored: true }])
  })

  test('AA-113 the same call again changes nothing; an id stands for one picture of one account', async () => {
    const picture = await jpeg()
    await put(picture)
    expect(await put(picture)).toEqual([200, { stored: false }])
    for (const other of [await png(), await jpeg()]) expect(await put(other)).toEqual([409, 'conflict'])
    expect(await put(picture, (await server.customer()).accountId)).toEqual([409, 'conflict'])
    expect(await put(picture, null)).toEqual([409, 'conflict'])
    id = randomUUID()
    expect(await put(picture, randomUUID())).toEqual([404, 'not-found'])
  })

  test('AA-113 a process that dies before the bytes are stored leaves nothing to read; the repeated call stores them', async () => {
    const picture = await jpeg()
    const store = server.ctx.blobs.put
    server.ctx.blobs.put = () => Promise.reject(new Error('the process died'))
    expect((await put(picture))[0]).toBe(500)
    server.ctx.blobs.put = store
    expect(await refused(customer, customer.accountId)).toBe(404)
    expect(await put(picture)).toEqual([200, { stored: true }])
    expect(await status((await get()).url)).toBe(200)
  })

  test('AA-113 pictures of a closed account are not served', async () => {
    await put(await jpeg())
    const { id, url } = await get()
    const { accountId } = customer
    const withoutSession = await findPictureAddresses(
      server.ctx,
      server.ctx.db,
      { accountId, origin: server.origin },
      [id],
    )
    await closeAccount(server, customer)
    expect(await status(withoutSession.get(id)!)).toBe(404)
    expect(await status(url)).toBe(403)
  })

  test('AA-113 unused pictures are removed after 400 days, their bytes first', async () => {
    await put(await jpeg())
    const { url } = await get()
    const sweep = () => sweepPictures(server.ctx, new AbortController().signal)
    const keys = () => Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/`), ({ key }) => key)
    server.clock.advance(400 * DAY - 1000)
    await sweep()
    expect(await keys()).toHaveLength(1)
    server.clock.advance(2000)
    await sweep()
    expect(await keys()).toEqual([])
    expect(await status(url)).toBe(403)
  })
})
