import type { Page } from '@playwright/test'
import { createAddress } from '#contract/addresses.ts'
import { createAlbum } from '#contract/albums.ts'
import { patchCustomer } from '#contract/customers.ts'
import { ADDRESS_TEXT_MAX } from '#contract/input/address/address.ts'
import { PERSON_NAME_MAX } from '#contract/input/customer.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'
import { sendBook } from './fixtures/widgets.ts'

const WIDTHS = [320, 390, 1280]

/** One word: nothing in it lets a line break. */
const createWord = (length: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(10).slice(0, length)

const ADDRESS = {
  firstName: createWord(ADDRESS_TEXT_MAX.firstName),
  lastName: createWord(ADDRESS_TEXT_MAX.lastName),
  companyName: createWord(ADDRESS_TEXT_MAX.companyName),
  street: createWord(ADDRESS_TEXT_MAX.street),
  streetNumber: `1${createWord(ADDRESS_TEXT_MAX.streetNumber - 1)}`,
  streetNumberAddition: createWord(ADDRESS_TEXT_MAX.streetNumberAddition),
  postalCode: 'BS6 5AD',
  city: createWord(ADDRESS_TEXT_MAX.city),
  countryCode: 'GB' as const,
  phoneNumber: '+44 117 496 0123',
}
/** Longest text of an order system. */
const WORD = createWord(200)

test('RV-840 the longest accepted texts make no screen wider than its window, and 40 parcels do not hide the products', async ({
  signedIn: page,
  customer: { client, accountId },
  library,
}) => {
  const photoIds = await library.add(1)
  const name = createWord(PERSON_NAME_MAX)
  await client.call(patchCustomer, { body: { firstName: name, lastName: name } })
  const { id } = await client.call(createAddress, { body: ADDRESS })
  const { albumId } = await client.call(createAlbum, { body: { name: createWord(100) } })
  const code = `${accountId.slice(0, 8)}${createWord(56)}`
  const products = [1, 2].map(number => ({
    ...{ code: `${code.slice(0, 60)}-${number}`, article: WORD, title: WORD, description: WORD, price: 3495 },
    ...(number === 1 && { voucher: WORD }),
  }))
  const parcels = Array.from({ length: 40 }, (_, index) => ({
    ...{ number: `${index}${WORD}`.slice(0, 200), carrier: WORD },
    ...{ shippedAt: new Date().toISOString(), productCodes: [products[0]!.code] },
  }))
  await sendOrder(page.request, accountId, new Date(Date.now() - 86_400_000), {
    ...{ code, status: 'Dispatched', source: WORD, products, parcels },
    ...{ total: { amount: 7385, currency: 'GBP' }, deliveryCost: 395 },
    deliveryAddress: { ...ADDRESS, firstName: WORD, lastName: WORD, street: WORD, city: WORD },
  })
  const book = await sendBook(page.request, { client, accountId } as never, photoIds, {
    title: createWord(80),
  })

  const overflows: string[] = []
  for (const path of [
    '/',
    '/orders',
    `/orders/${code}`,
    `/orders/${book.order}`,
    '/settings',
    '/settings/personal-details',
    '/settings/addresses/all',
    `/settings/address/${id}`,
    '/settings/security',
    '/settings/security/changes',
    '/settings/delete-account',
    '/online-products',
    `/online-products/${book.product}`,
    '/my-photos/albums',
    `/my-photos/albums/${albumId}`,
    '/activity',
    '/downloads',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    overflows.push(...(await findOverflowsAtAllWidths(page)).map(each => `${path} ${each}`))
  }
  expect(overflows).toEqual([])

  await page.goto(`/orders/${code}`)
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true })
  await expect(delivery.getByRole('listitem')).toHaveCount(3)
  const more = delivery.getByRole('button', { name: 'Show all 40 parcels' })
  await more.press('Enter')
  await expect(delivery.getByRole('listitem')).toHaveCount(40)
  await expect(delivery.getByRole('listitem').nth(3)).toBeFocused()
})

async function findOverflowsAtAllWidths(page: Page): Promise<string[]> {
  const overflows: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // Grids are laid out anew a frame after the window.
    await page.evaluate(
      () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    )
    overflows.push(...(await findOverflows(page)).map(each => `at ${width} px: ${each}`))
  }
  return overflows
}
