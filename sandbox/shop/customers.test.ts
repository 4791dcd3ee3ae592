import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LARGE, TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

const drafts = () => readdir(join(t.folder, 'drafts'))
const erase = async (accountId: string) => (await t.call('DELETE', `/customers/${accountId}`)).status

test('OP-59 the drafts of an erased customer are deleted, those of others and orders are not; a repeated call answers alike', async () => {
  const code = await t.order()
  const { id } = await t.openEditor({ 'beach.jpg': LARGE })
  expect(await drafts()).toContain(`${id}.json`)
  expect(await erase('account-of-somebody-else')).toBe(204)
  expect(await drafts()).toContain(`${id}.json`)

  for (let i = 0; i < 2; i++) expect(await erase('account-of-anna')).toBe(204)
  expect(await drafts()).toEqual([])
  expect((await t.anna.open(`/prints/${id}`)).status).toBe(404)
  expect(await t.files()).toEqual([`${code}.json`])
})

test('OP-59 orders of an erased customer go on without being sent, also after a restart', async () => {
  const code = await t.order()
  await waitUntilPasses(async () => expect((await t.sent())[`order ${code}`]).toEqual({ acknowledged: 1 }))
  await erase('account-of-anna')
  const sent = t.keepsake.received.length
  await t.restart({ SHOP_BACK_OFFICE: 'true' })
  await t.press(code, 'next-step')
  expect((await t.file(code)).state.status).toBe('Confirmed')
  await t.restart()
  expect(t.keepsake.received).toHaveLength(sent)
  expect((await t.sent())[`order ${code}`]).not.toHaveProperty('problem')
})

describe('AA-107 business customers', () => {
  const BODY = {
    requestId: '5b72b1f0-0f6b-4f0e-8d1b-2a3c4d5e6f70',
    version: 2,
    companyName: 'Lindholm Studio',
    registrationNumber: '09876543',
    vatNumber: 'GB980780684',
    contactFirstName: 'Mira',
    contactLastName: 'Lindholm',
    invoiceEmail: 'accounts@lindholm.example',
    phoneNumber: '0117 496 0123',
    invoiceAddress: {
      firstName: 'Mira',
      lastName: 'Lindholm',
      street: 'Paintworks',
      city: 'Bristol',
      countryCode: 'GB',
      phoneNumber: '0117 496 0123',
    },
  }
  const put = async (body: object) => (await t.call('PUT', '/customers/mira/business', body)).status
  const decide = async (action: string) => {
    await t.anna.open('/back-office/customers')
    await t.anna.submit('/back-office/customers/mira', { action })
    return t.anna.text
  }
  beforeEach(() => t.restart({ SHOP_BACK_OFFICE: 'true' }))

  test('AA-107 the newest details are kept, also after a restart; a repeated or late call answers alike', async () => {
    for (const body of [BODY, BODY, { ...BODY, version: 1, companyName: 'Late' }])
      expect(await put(body)).toBe(204)
    await t.restart({ SHOP_BACK_OFFICE: 'true' })
    const { text } = await t.anna.open('/back-office/customers')
    expect(text).toContain('Lindholm Studio')
    expect(text).not.toContain('Late')
    expect(await put({ ...BODY, companyName: '', vatNumber: 1 })).toBe(400)
    await erase('mira')
    expect((await t.anna.open('/back-office/customers')).text).not.toContain('Lindholm Studio')
  })

  test('AA-107 the back office activates and blocks; a decision without an answer is sent again under its version', async () => {
    await put(BODY)
    t.keepsake.unavailable = true
    expect(await decide('Active')).toContain('gave no answer')
    t.keepsake.unavailable = false
    await t.restart({ SHOP_BACK_OFFICE: 'true' })
    expect(await decide('Active')).toContain('Done.')
    expect(await decide('Blocked')).toContain('Done.')
    expect(t.keepsake.customerStatuses).toEqual([
      { accountId: 'mira', version: 1, status: 'Active' },
      { accountId: 'mira', version: 2, status: 'Blocked' },
    ])
  })
})

test('OP-59 401 without the token, and the drafts stay', async () => {
  const { id } = await t.openEditor({ 'beach.jpg': LARGE })
  const { status } = await t.call('DELETE', '/customers/account-of-anna', undefined, {
    token: 'another token',
  })
  expect(status).toBe(401)
  expect(await drafts()).toEqual([`${id}.json`])
})
