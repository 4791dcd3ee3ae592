import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { createOpener, openOrder, openPage, overrideAnswer } from './steps.ts'

const ORDER = '4711-2140'

/** Orders again, delivery addresses, the address book, and the end of an account with its result pages. */
export const ACCOUNT: readonly Screen[] = [
  {
    name: 'orders-failed',
    async open(page) {
      await page.route('**/v2/superorders/me*', route => route.abort())
      await page.goto('/orders')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'order-production', open: page => openOrder(page, '4711-2093') },
  { name: 'order-sent', open: page => openOrder(page, '4702-8812') },
  { name: 'order-failed', open: page => openOrder(page, 'A-2603') },
  {
    name: 'order-unknown',
    open: createOpener('/orders/nobody-knows', page => page.getByRole('alert')),
  },
  { name: 'order-address', inContrast: true, open: changeAddress },
  {
    name: 'order-address-wrong',
    async open(page) {
      await changeAddress(page)
      await page.getByRole('radio', { name: /Use a different address/ }).check()
      await page.getByRole('textbox', { name: 'Street name' }).fill('')
      await page.getByRole('dialog').getByRole('button', { name: 'Use this address' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'order-address-sent', open: page => openChangedOrder(page, { state: 'sent' }) },
  {
    name: 'order-address-refused',
    open: page => openChangedOrder(page, { state: 'refused', refusal: 'in-production' }),
  },
  {
    name: 'reorder',
    inContrast: true,
    async open(page) {
      await page.route(`**/reorder/status/${ORDER}`, route => route.fulfill({ json: DIFFERENCES }))
      await openOrder(page, ORDER)
      await page.getByRole('button', { name: 'Order again' }).locator('visible=true').first().click()
      await expect(page.getByRole('dialog')).toContainText('No longer available')
    },
  },
  {
    name: 'addresses',
    inContrast: true,
    open: page => openPage(page, '/settings/addresses/all', 'Addresses'),
  },
  {
    name: 'addresses-empty',
    user: 'new-customer',
    open: page => openPage(page, '/settings/addresses/all', 'Addresses'),
  },
  { name: 'address-new', open: page => openPage(page, '/settings/new-address', 'New address') },
  {
    name: 'address-wrong',
    inContrast: true,
    async open(page) {
      await openPage(page, '/settings/new-address', 'New address')
      await page.getByLabel('Postcode').fill('BS8 2H')
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'address-abroad',
    async open(page) {
      await openPage(page, '/settings/addresses/all', 'Addresses')
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Kastanienallee' })
        .getByRole('link', { name: /^Edit/ })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Edit address' })).toBeVisible()
    },
  },
  {
    name: 'delete-account',
    inContrast: true,
    open: page => openPage(page, '/settings/delete-account', 'Delete account'),
  },
  {
    name: 'delete-account-sent',
    async open(page) {
      await page.route('**/deleteaccount', route => route.fulfill({ status: 204 }))
      await openPage(page, '/settings/delete-account', 'Delete account')
      await page.getByRole('textbox', { name: 'Type DELETE to continue' }).fill('DELETE')
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await expect(page.getByText('We’ve sent you an email to confirm.')).toBeFocused()
    },
  },
  {
    name: 'delete-account-error',
    open: page => openPage(page, '/delete-account-error', /couldn't be deleted/),
  },
  {
    name: 'account-deleted',
    inContrast: true,
    user: 'anonymous',
    open: page => openClosure(page, 'closed', 'Your account is closed'),
  },
  {
    name: 'account-kept',
    user: 'anonymous',
    open: page => openClosure(page, 'reopened', 'Welcome back'),
  },
  {
    name: 'account-deleted-unknown',
    user: 'anonymous',
    async open(page) {
      await page.goto('/account-deleted?keep-token=nobody-knows')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Contact customer care' })).toBeVisible()
    },
  },
  {
    name: 'newsletter-success',
    user: 'anonymous',
    async open(page) {
      await page.route('**/subscription/confirm/*', route => route.fulfill({ status: 204 }))
      const query = 'email=anna.keller@example.com&confirmation-token=t'
      await openPage(page, `/subscription-confirmation?${query}`, 'You’re subscribed')
    },
  },
  {
    name: 'newsletter-error',
    user: 'anonymous',
    open: page => openPage(page, '/subscription-confirmation-error', 'Your subscription failed'),
  },
  {
    name: 'business-incomplete',
    inContrast: true,
    user: 'new-customer',
    open: page => openPage(page, '/settings/b2b', 'Settings'),
  },
  {
    name: 'business-new',
    user: 'new-customer',
    open: page => openBusiness(page, 'New', 'Pending account validation'),
  },
  {
    name: 'business-blocked',
    user: 'new-customer',
    open: page => openBusiness(page, 'Blocked', 'Blocked account'),
  },
]

const DIFFERENCES = {
  orderCode: ORDER,
  reorderable: true,
  currency: 'GBP',
  items: [
    { code: '2140-01', state: 'same', was: 3495, now: 3495, changes: [] },
    { code: '2140-02', state: 'changed', was: 720, now: 790, changes: ['price'] },
    { code: '2140-03', state: 'gone', was: 2400, changes: ['article'] },
  ],
}

async function changeAddress(page: Page): Promise<void> {
  await openOrder(page, ORDER)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
}

/** Opens the order whose change of the address is in this state, without waiting for a retailer. */
async function openChangedOrder(page: Page, lastChange: { state: string; refusal?: string }): Promise<void> {
  const changedAddress = {
    ...ADDRESS,
    street: 'Alma Vale Road',
    streetNumber: 'Flat 3, 48',
    postalCode: 'BS8 2HS',
  }
  const change = { changeId: 'c-1', address: changedAddress, previousAddress: ADDRESS, ...lastChange }
  const isPending = lastChange.state === 'sent'
  await overrideAnswer(page, `**/v1/superorders/${ORDER}`, {
    deliveryAddress: isPending ? { ...changedAddress, type: 'ChangeInProgress' } : ADDRESS,
    addressChange: {
      productCodes: ['2140-01', '2140-03'],
      lastChange: change,
      ...(isPending && { blockedBy: 'change-in-progress' }),
    },
  })
  await openOrder(page, ORDER)
}

const ADDRESS = {
  type: 'Home',
  firstName: 'Anna',
  lastName: 'Keller',
  street: 'Rosemary Lane',
  streetNumber: '12',
  postalCode: 'BS6 5AD',
  city: 'Bristol',
  countryCode: 'GB',
}

async function openClosure(page: Page, state: string, title: string): Promise<void> {
  const deletionDate = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await page.route('**/closures/some-token', route =>
    route.fulfill({ json: { state, deletionDate, openOrders: [ORDER] } }),
  )
  await openPage(page, '/account-deleted?keep-token=some-token', title)
}

async function openBusiness(page: Page, status: string, banner: string): Promise<void> {
  await overrideAnswer(page, '**/customers/me', { status })
  await openPage(page, '/settings/b2b', 'Settings')
  await expect(page.getByText(banner)).toBeVisible()
}
