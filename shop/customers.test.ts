import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LARGE, TestShop } from './testing/test-shop.testing.ts'

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

test('OP-59 401 without the token, and the drafts stay', async () => {
  const { id } = await t.openEditor({ 'beach.jpg': LARGE })
  const { status } = await t.call('DELETE', '/customers/account-of-anna', undefined, {
    token: 'another token',
  })
  expect(status).toBe(401)
  expect(await drafts()).toEqual([`${id}.json`])
})
