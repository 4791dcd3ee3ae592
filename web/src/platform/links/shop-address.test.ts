import { expect, test } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import { findShopAddress } from './shop-address.ts'

const brand = findHostBrand('keepsake-gb.localhost')!

test('AA-073 a basket opens in a shop of the brand only', () => {
  expect(findShopAddress('https://www.keepsake.example/baskets/1', brand)).toBe(
    'https://www.keepsake.example/baskets/1',
  )
  const addresses = { ...brand.addresses, printsEditor: 'http://localhost:4100/{vendor}/prints' }
  expect(findShopAddress('http://localhost:4100/baskets/1', { ...brand, addresses })).toBe(
    'http://localhost:4100/baskets/1',
  )
  const productEditors = { calendar: 'https://{vendor}-calendars.example/new' }
  expect(findShopAddress('https://keepsake-calendars.example/9', { ...brand, productEditors })).toBe(
    'https://keepsake-calendars.example/9',
  )
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'https://evil.example/',
  'https://www.keepsake.example.evil.example/',
  'https://name@www.keepsake.example/',
  'https://name:secret@www.keepsake.example/',
  'http://www.keepsake.example/',
  '//www.keepsake.example/',
  '/baskets/1',
  '',
])('AA-073 %s is no address of a shop', address => {
  expect(findShopAddress(address, brand)).toBeUndefined()
})
