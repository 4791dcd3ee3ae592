import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createAddress } from '#contract/addresses.ts'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import { recordBatchFiles } from '#contract/upload-batches.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { findViolations, findViolationsInBothSchemes } from './fixtures/axe.ts'
import { type Customer, createAccount, signIn } from './fixtures/customer.ts'
import type { Library } from './fixtures/library.ts'
import { trackRequests } from './fixtures/screen.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { expect, test } from './fixtures/test.ts'
import { sendBook } from './fixtures/widgets.ts'

/*
 * The route table of the account area (AA-010): every path for a visitor, a consumer and a business customer. Browser
 * errors fail each test (fixtures/test.ts).
 */

/** Screens by the literal path of the table of the documents (OP-04) that is shown, with their headings. */
const SCREENS: Record<string, string | RegExp> = {
  '/': 'Hello',
  '/orders': 'My orders',
  '/orders/$orderCode': /^Order /,
  '/invoices': 'Invoices',
  '/downloads': 'Downloads',
  '/activity': 'Activity',
  '/activity/uploads/$batchId': 'Upload receipt',
  '/settings': 'Settings',
  '/settings/b2b': 'Settings',
  '/settings/personal-details': 'Personal details',
  '/settings/payment-method': 'Payment method',
  '/settings/email': /email/i,
  '/settings/b2b/email': /email/i,
  '/settings/addresses/all': /addresses/i,
  '/settings/new-address': 'New address',
  '/settings/b2b/new-address': 'New address',
  '/settings/address/$addressId': 'Edit address',
  '/settings/b2b/address/$addressId': 'Edit address',
  '/integration': 'FTP instructions',
  '/saved-projects': 'Saved projects',
  '/online-products': 'Widgets',
  '/online-products/$productCode': 'Share ‘Coast to coast’',
  '/settings/security': 'Sign-in & security',
  '/settings/delete-account': /Delete /,
  '/delete-account-error': /couldn.t be deleted/,
  '/change-email-error': /wasn.t changed/,
}

/** Paths that redirect, for everybody or for one kind of customer (AA-015, AA-016, OP-47, OP-48, OP-60). */
const REDIRECTS: Record<'both' | 'consumer' | 'business', Record<string, string>> = {
  both: {
    '/delete-account-confirmation': '/delete-account-error',
    '/change-email-confirmation': '/change-email-error',
    '/settings/address': '/settings/addresses/all',
    '/settings/addresses': '/settings/addresses/all',
    '/settings/b2b/address': '/settings/addresses/all',
  },
  consumer: {
    '/invoices': '/',
    '/integration': '/',
    '/settings/b2b': '/settings',
    '/settings/b2b/email': '/settings',
    '/settings/b2b/new-address': '/settings',
    '/settings/b2b/address/$addressId': '/settings',
    '/settings/b2b/address': '/settings',
  },
  business: {
    '/settings': '/settings/b2b',
    '/settings/email': '/settings/b2b/email',
    '/settings/new-address': '/settings/b2b/new-address',
    '/settings/address/$addressId': '/settings/b2b/address/$addressId',
    '/online-products': '/',
    '/online-products/$productCode': '/',
  },
}

/** Public screens and their headings (AA-012). */
const PUBLIC: Record<string, RegExp> = {
  // Without a confirmation.
  '/account-deleted': /You can close this page/,
  '/account-locked': /You can close this page/,
  '/change-email-success': /You can close this page/,
  '/subscription-confirmation-success': /You can close this page/,
  '/subscription-confirmation-error': /subscription failed/,
  // Without a token.
  '/subscription-confirmation': /subscription failed/,
}

/** All screens share the colours of their controls: the dark ones of every screen are for the proof. */
const violationsOfScreen = process.env.PROOF === 'true' ? findViolationsInBothSchemes : findViolations

const PROTECTED = [...new Set([...Object.keys(SCREENS), ...Object.values(REDIRECTS).flatMap(Object.keys)])]

test('AA-010 AA-012 signed out, every public path shows its screen and every other one asks for the sign-in', {
  tag: '@phone',
}, async ({ page }) => {
  for (const [path, name] of Object.entries(PUBLIC)) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1, name }), path).toBeVisible()
    await expect.soft(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
    expect.soft(await violationsOfScreen(page), path).toEqual([])
  }
  for (const path of PROTECTED) {
    await page.goto(addressOf(path, { $orderCode: 'K-1', $addressId: 'a1' }))
    await expect.soft(page, path).toHaveURL(/\/identity\//)
  }
})

test('AA-010 AA-014 AA-015 AA-016 AA-024 AA-069 OP-47 OP-48 OP-60 RV-118 every path leads a consumer to its screen, without a banner and without a line in the console', {
  tag: '@phone',
}, async ({ signedIn: page, customer, friend, library }) => {
  const lines: string[] = []
  page.on('console', message => lines.push(`${page.url()}: ${message.type()} ${message.text()}`))
  await walk(page, customer, 'consumer')
  await expect.soft(page.getByText('Pending account validation')).toHaveCount(0)
  const requests = trackRequests(page)
  for (const path of await preparePhotoScreens(customer, friend, library)) {
    await page.goto(path)
    await expect.soft(page.locator('h1, [data-viewer] img').first(), path).toBeAttached()
    await requests.waitUntilIdle()
  }
  expect.soft(await violationsOfScreen(page), 'not found').toEqual([])
  // Also of an order without delivery dates.
  expect(lines).toEqual([])
})

test('AA-010 AA-014 AA-015 AA-016 AA-018 AA-019 AA-022 OP-47 OP-48 every path leads a business customer to its screen, below the banner', {
  tag: '@phone',
}, async ({ page, context, baseURL }) => {
  const account = await createAccount('keepsake-gb', process.env.E2E_OPERATOR_PORT, 'New')
  const customer = await signIn(context.request, baseURL!, account)
  await walk(page, customer, 'business')
  await expect.soft(page.getByText('Pending account validation')).toBeVisible()
  await page.goto(`${PATHS.integration}?tab=sftp`)
  await expect.soft(page.getByText(`localhost, port ${process.env.E2E_SFTP_PORT}`)).toBeVisible()
  expect.soft(await findViolations(page), 'SFTP').toEqual([])
})

/** Whether consumers and businesses see this screen; then only the banner differs, which is on the overview, too. */
const isScreenOfBoth = (path: string) =>
  path !== PATHS.overview && !(path in REDIRECTS.consumer) && !(path in REDIRECTS.business)

/** Opens every protected path as a customer of this kind. */
async function walk(page: Page, customer: Customer, kind: 'consumer' | 'business') {
  const { order: $orderCode, product: $productCode } = await sendBook(page.request, customer, [])
  const { id: $addressId } = await customer.client.call(createAddress, { body: ADDRESS })
  const $batchId = randomUUID()
  const files = [{ fileId: randomUUID(), fileName: 'notes.txt', size: 5, state: 'refused' as const }]
  await customer.client.call(recordBatchFiles, { params: { id: $batchId }, body: { files } })
  const ids = { $orderCode, $addressId, $productCode, $batchId }
  const requests = trackRequests(page)
  for (const path of PROTECTED) {
    const shown = REDIRECTS[kind][path] ?? REDIRECTS.both[path] ?? path
    await page.goto(addressOf(path, ids))
    const name = SCREENS[shown]
    await expect.soft(page.getByRole('heading', { level: 1, name }), `${path} as a ${kind}`).toBeVisible()
    await expect.soft(page).toHaveURL(addressOf(shown, ids))
    await expect.soft(page.getByRole('navigation', { name: /Main menu|Overview/ }).first()).toBeAttached()
    await requests.waitUntilIdle()
    if (shown === path && !(kind === 'business' && isScreenOfBoth(path)))
      expect.soft(await violationsOfScreen(page), path).toEqual([])
  }
}

/** The addresses of all screens with photos. */
async function preparePhotoScreens(customer: Customer, friend: Customer, library: Library) {
  const [shown = '', other = '', deleted = ''] = await library.add(3)
  const photoIds = [shown, other]
  const { albumId } = await customer.client.call(createAlbum, { body: { name: 'Oslo' } })
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  const photos = photoIds.map(photoId => ({ owner: customer, photoId }))
  const shared = await importSharedAlbum({ name: 'Shared', owner: customer, participants: [friend], photos })
  await customer.client.call(deletePhotos, { body: { photoIds: [deleted] } })
  return [
    '/my-photos/photos',
    `/my-photos/photos/preview/${shown}`,
    '/my-photos/albums',
    `/my-photos/albums/${albumId}`,
    `/my-photos/albums/${albumId}/preview/${shown}`,
    `/my-photos/shared-albums/${shared}`,
    `/my-photos/shared-albums/${shared}/preview/${shown}`,
    '/my-photos/deleted',
    '/change-email-success',
    '/nobody/knows',
  ]
}

const addressOf = (path: string, ids: Record<string, string>) =>
  path.replace(/\$\w+/, name => ids[name] ?? 'unknown')

const ADDRESS = {
  firstName: 'Anna',
  lastName: 'Keller',
  companyName: 'Keller Ltd',
  street: 'Rosemary Lane',
  streetNumber: '12',
  postalCode: 'BS6 5AD',
  city: 'Bristol',
  countryCode: 'GB' as const,
  phoneNumber: '+44 7700 900142',
}
