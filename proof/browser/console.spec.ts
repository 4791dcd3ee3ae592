import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import { sendOrder } from './fixtures/orders.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { expectSignInPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'
import { sendBook } from './fixtures/widgets.ts'

test('RV-118 the console is empty on every screen without a session', async ({ page }) => {
  const messages: string[] = []
  page.on('console', message => messages.push(`${page.url()}: ${message.type()} ${message.text()}`))
  for (const address of ['/', '/my-photos/photos', '/nobody/knows']) {
    await page.goto(address)
    await expectSignInPage(page)
  }
  for (const link of ['Create an account', 'Forgot your password?']) {
    await page.goto('/')
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  expect(messages).toEqual([])
})

test('RV-118 AA-069 the console is empty on every screen of a customer, also of an order without delivery dates', {
  tag: '@phone',
}, async ({ signedIn: page, customer, friend, library }) => {
  test.slow()
  const [shown = '', other = '', deleted = ''] = await library.add(3)
  const { albumId } = await customer.client.call(createAlbum, { body: { name: 'Oslo' } })
  const photoIds = [shown, other]
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  const photos = photoIds.map(photoId => ({ owner: customer, photoId }))
  const shared = await importSharedAlbum({ name: 'Shared', owner: customer, participants: [friend], photos })
  await customer.client.call(deletePhotos, { body: { photoIds: [deleted] } })
  const order = await sendOrder(page.request, customer.accountId, new Date(Date.now() - 86_400_000))
  const { product: book } = await sendBook(page.request, customer, [shown])

  const messages: string[] = []
  page.on('console', message => messages.push(`${page.url()}: ${message.type()} ${message.text()}`))
  for (const address of [
    '/',
    '/my-photos/photos',
    `/my-photos/photos/preview/${shown}`,
    '/my-photos/albums',
    `/my-photos/albums/${albumId}`,
    `/my-photos/albums/${albumId}/preview/${shown}`,
    `/my-photos/shared-albums/${shared}`,
    `/my-photos/shared-albums/${shared}/preview/${shown}`,
    '/my-photos/deleted',
    '/orders',
    `/orders/${order}`,
    '/settings',
    '/settings/personal-details',
    '/settings/payment-method',
    '/settings/email',
    '/change-email-success',
    '/change-email-error',
    '/online-products',
    `/online-products/${book}`,
    '/downloads',
    '/nobody/knows',
  ]) {
    await page.goto(address)
    await expect(page.locator('h1, [data-viewer] img').first()).toBeAttached()
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
  }
  expect(messages).toEqual([])
})
