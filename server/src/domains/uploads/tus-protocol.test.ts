import { describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { getReceipts } from '#contract/uploads.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { TUS_HEADERS, TUS_PATCH_HEADERS } from './access-samples.testing.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

async function started(bytes: Uint8Array): Promise<{ customer: Client; location: string }> {
  const customer = await server.customer()
  const created = await customer.createUpload('a.jpg', bytes.length)
  return { customer, location: created.headers.get('location')! }
}

const send = (
  { customer, location }: { customer: Client; location: string },
  method: string,
  headers: Record<string, string>,
  body?: Uint8Array,
) => customer.fetch(location, { method, headers, ...(body ? { body: Buffer.from(body) } : {}) })

const readOffset = async ({ customer, location }: { customer: Client; location: string }) =>
  (await customer.head(location)).headers.get('upload-offset')

describe('RV-211 DELETE', () => {
  test('of a completed upload is 403 with a reason, and changes nothing', async () => {
    const bytes = await jpeg()
    const upload = await started(bytes)
    expect((await send(upload, 'PATCH', TUS_PATCH_HEADERS, bytes)).status).toBe(204)
    const deleted = await send(upload, 'DELETE', TUS_HEADERS)
    expect([deleted.status, await deleted.json()]).toMatchObject([
      403,
      { code: 'forbidden', fields: { reason: 'completed' } },
    ])
    expect((await upload.customer.call(getPhotos)).images).toHaveLength(1)
    expect((await upload.customer.head(upload.location)).status).toBe(200)
  })

  test('of a refused upload deletes it: its address and its receipt are gone', async () => {
    const bytes = Buffer.from('no picture at all')
    const upload = await started(bytes)
    expect((await send(upload, 'PATCH', TUS_PATCH_HEADERS, bytes)).status).toBeGreaterThanOrEqual(400)
    const uploadIds = [upload.location.split('/').at(-1)!]
    const receipts = async () => (await upload.customer.call(getReceipts, { body: { uploadIds } })).receipts
    expect(await receipts()).toMatchObject([{ state: 'refused' }])
    expect((await send(upload, 'DELETE', TUS_HEADERS)).status).toBe(204)
    expect((await upload.customer.head(upload.location)).status).toBe(404)
    expect(await receipts()).toEqual([])
  })

  test('of a phone’s completed upload does not free its slot of the session', async () => {
    const customer = await server.customer()
    const { uploadUrl } = await customer.call(createUploadSession, { body: {} })
    const phone = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array) =>
      fetch(new URL(path, server.origin), {
        method,
        headers: { ...headers, authorization: `Bearer ${new URL(uploadUrl).hash.slice(1)}` },
        ...(body ? { body: Buffer.from(body) } : {}),
      })
    const filesLeft = async () =>
      ((await (await phone(`${SERVICES.uploads}/phone/session`, 'GET', {})).json()) as { filesLeft: number })
        .filesLeft
    const bytes = await jpeg()
    const created = await phone(`${SERVICES.uploads}/phone/files`, 'POST', {
      ...TUS_HEADERS,
      'upload-length': String(bytes.length),
    })
    const location = created.headers.get('location')!
    const left = await filesLeft()
    expect((await phone(location, 'PATCH', TUS_PATCH_HEADERS, bytes)).status).toBe(204)
    expect((await phone(location, 'DELETE', TUS_HEADERS)).status).toBe(403)
    expect(await filesLeft()).toBe(left)
  })
})

describe('RV-211 X-HTTP-Method-Override', () => {
  const override = (method: string) => ({ 'x-http-method-override': method })

  test('a POST can send bytes, ask for the offset and delete', async () => {
    const bytes = await jpeg()
    const upload = await started(bytes)
    const patched = await send(
      upload,
      'POST',
      { ...TUS_PATCH_HEADERS, ...override('PATCH') },
      bytes.subarray(0, 10),
    )
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '10'])
    const head = await send(upload, 'POST', { ...TUS_HEADERS, ...override('head') })
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '10'])
    expect((await send(upload, 'POST', { ...TUS_HEADERS, ...override('DELETE') })).status).toBe(204)
    expect((await upload.customer.head(upload.location)).status).toBe(404)
  })

  test('the method of the request is ignored', async () => {
    const upload = await started(await jpeg())
    expect((await send(upload, 'DELETE', { ...TUS_HEADERS, ...override('HEAD') })).status).toBe(200)
    expect(await readOffset(upload)).toBe('0')
  })

  test('another method is 405', async () => {
    const upload = await started(await jpeg())
    for (const method of ['GET', 'PUT', 'PATCH, DELETE', '']) {
      const answer = await send(upload, 'POST', { ...TUS_HEADERS, ...override(method) })
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.get('allow')).toContain('PATCH')
    }
    expect(await readOffset(upload)).toBe('0')
  })
})

describe('RV-506 a request without a length', () => {
  const streamed = ({ customer, location }: { customer: Client; location: string }, bytes: Uint8Array) =>
    customer.fetch(location, {
      method: 'PATCH',
      headers: TUS_PATCH_HEADERS,
      body: new Blob([Buffer.from(bytes)]).stream(),
      duplex: 'half',
    } as RequestInit)

  test('is stored like one with a length', async () => {
    const bytes = await jpeg()
    const upload = await started(bytes)
    expect((await streamed(upload, bytes)).status).toBe(204)
    expect((await upload.customer.call(getPhotos)).images).toHaveLength(1)
  })

  test('that is longer than the upload is 413', async () => {
    const bytes = await jpeg()
    const upload = await started(bytes.subarray(0, bytes.length - 1))
    const answer = await streamed(upload, bytes)
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too-large' }])
  })
})
