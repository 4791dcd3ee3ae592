import { beforeEach, describe, expect, test } from 'vitest'
import { createAddress, getAddresses } from '#contract/addresses.ts'
import { createAlbum, getAlbum } from '#contract/albums.ts'
import { getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { getCustomer } from '#contract/customers.ts'
import {
  createEntityTag,
  getAddressState,
  getBusinessState,
  getReplacedParts,
} from '#contract/input/entity-tag.ts'
import type { LibraryPush } from '#contract/push.ts'
import { DETAILS } from './domains/customers/business/business.testing.ts'
import { addressForTests } from './testing/addresses.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { openLibrarySocket } from './testing/sockets.ts'

let client: Client
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
beforeEach(async () => {
  client = await server.customer({ business: true })
})

const ADDRESS = addressForTests({ companyName: 'Lindholm Studio' })

/** A state that is changed by a call: how it is created, read as a client reads it, and changed. */
interface ConditionalCall {
  name: string
  method: 'PUT' | 'PATCH'
  create: () => Promise<string>
  /** The path of the call for what `create` returned. */
  path: (created: string) => string
  body: (text: string, created: string) => Promise<object>
  /** The replaced state, and the text in it that `body` has changed. */
  read: (created: string) => Promise<{ state: unknown; text: unknown }>
  push: LibraryPush['type']
}

const CALLS: readonly ConditionalCall[] = [
  {
    name: 'an address',
    method: 'PUT',
    create: async () => (await client.call(createAddress, { body: ADDRESS })).id,
    path: id => `/api/customers/customers/me/addresses/${id}`,
    body: async text => ({ ...ADDRESS, city: text }),
    read: async id => {
      const address = (await client.call(getAddresses)).addresses.find(each => each.id === id)!
      return { state: getAddressState(address), text: address.city }
    },
    push: 'customer-changed',
  },
  {
    name: 'personal details',
    method: 'PATCH',
    create: async () => '',
    path: () => '/api/customers/customers/me',
    body: async text => ({ lastName: text }),
    read: async () => {
      const customer = await client.call(getCustomer)
      return { state: getReplacedParts(customer, ['lastName']), text: customer.lastName }
    },
    push: 'customer-changed',
  },
  {
    name: 'callbacks',
    method: 'PATCH',
    create: async () => '',
    path: () => '/api/customers/customers/me',
    body: async text => ({ ftp: { callbackUrl: `https://erp.example/${text}`, callbackFormat: 'XML' } }),
    read: async () => {
      const customer = await client.call(getCustomer)
      const text = customer.ftp?.callbackUrl?.split('/').at(-1)
      return { state: getReplacedParts(customer, ['ftp']), text }
    },
    push: 'customer-changed',
  },
  {
    name: 'business details',
    method: 'PUT',
    create: async () => {
      const { id } = await client.call(createAddress, { body: ADDRESS })
      await client.call(putBusinessDetails, { body: { ...DETAILS, invoiceAddressId: id } })
      return id
    },
    path: () => '/api/customers/customers/me/business',
    body: async (text, id) => ({ ...DETAILS, companyName: text, invoiceAddressId: id }),
    read: async () => {
      const { details } = await client.call(getBusinessDetails)
      return { state: getBusinessState(details), text: details?.companyName }
    },
    push: 'customer-changed',
  },
  {
    name: 'the name of an album',
    method: 'PATCH',
    create: async () => (await client.call(createAlbum, { body: { name: 'Summer' } })).albumId,
    path: id => `/api/photo-management/albums/${id}`,
    body: async text => ({ name: text }),
    read: async id => {
      const { albumName } = await client.call(getAlbum, { params: { id } })
      return { state: { name: albumName }, text: albumName }
    },
    push: 'albums-changed',
  },
]

describe.each(CALLS)('RV-834 $name', ({ method, create, path, body, read, push }) => {
  const change = async (created: string, text: string, ifMatch?: string) => {
    const response = await client.fetch(path(created), {
      method,
      body: JSON.stringify(await body(text, created)),
      headers: { 'content-type': 'application/json', ...(ifMatch && { 'if-match': ifMatch }) },
    })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }

  test('the second change of what both had read is refused with 412, and changes nothing', async () => {
    const created = await create()
    const tag = await createEntityTag((await read(created)).state)
    expect(await change(created, 'First', tag)).toEqual([200, undefined])
    expect(await change(created, 'Second', tag)).toEqual([412, 'precondition-failed'])
    expect((await read(created)).text).toBe('First')
    const newTag = await createEntityTag((await read(created)).state)
    expect(await change(created, 'Second', `"another", ${newTag}`)).toEqual([200, undefined])
    expect((await read(created)).text).toBe('Second')
  })

  test('of ten changes at the same time one succeeds', async () => {
    const created = await create()
    const tag = await createEntityTag((await read(created)).state)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(created, `Name${index}`, tag)),
    )
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, ...Array(9).fill(412)])
  })

  test('without a precondition, and with *, the last change wins as before', async () => {
    const created = await create()
    for (const [text, ifMatch] of [['First'], ['Second'], ['Third', '*']] as const)
      expect(await change(created, text, ifMatch)).toEqual([200, undefined])
    expect((await read(created)).text).toBe('Third')
  })

  test('open pages hear of the change', async () => {
    const created = await create()
    const socket = await openLibrarySocket(server.origin, client.token)
    expect(await change(created, 'First')).toEqual([200, undefined])
    await socket.next<LibraryPush>(message => message.type === push)
    socket.close()
  })
})

test('RV-834 first business details that another window has saved are not replaced; an address that is gone is 404', async () => {
  const { id } = await client.call(createAddress, { body: ADDRESS })
  const none = await createEntityTag(null)
  const put = async (ifMatch: string) => {
    const response = await client.fetch('/api/customers/customers/me/business', {
      method: 'PUT',
      body: JSON.stringify({ ...DETAILS, invoiceAddressId: id }),
      headers: { 'content-type': 'application/json', 'if-match': ifMatch },
    })
    return response.status
  }
  expect(await put('*')).toBe(412)
  expect(await put(none)).toBe(200)
  expect(await put(none)).toBe(412)
  const answer = await client.fetch(`/api/customers/customers/me/addresses/${crypto.randomUUID()}`, {
    method: 'PUT',
    body: JSON.stringify(ADDRESS),
    headers: { 'content-type': 'application/json', 'if-match': '"0"' },
  })
  expect(answer.status).toBe(404)
})
