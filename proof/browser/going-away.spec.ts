import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { createAddress } from '#contract/addresses.ts'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { patchCustomer } from '#contract/customers.ts'
import { deletePhotos } from '#contract/photos.ts'
import { SESSION_HEADER } from '#contract/session.ts'
import { jpeg } from '#server/testing/pictures.ts'
import type { Customer } from './fixtures/customer.ts'
import type { Library } from './fixtures/library.ts'
import { createDailyPictures } from './fixtures/library.ts'
import { sendOrder } from './fixtures/orders.ts'
import { leaveMark, selectionBar, topOf } from './fixtures/place.ts'
import { getHeading } from './fixtures/screen.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { signInOverPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

/** Expects what was left on a screen. 'new-visit': in a new tab, after the other one was closed. */
type ExpectKept = (page: Page, way: 'same-tab' | 'new-visit') => Promise<void>

interface Screen {
  name: string
  path: string
  /** Leaves something on the open screen. */
  leave: (page: Page) => Promise<ExpectKept>
}

const openDownloads = async (page: Page) => {
  await page.getByRole('link', { name: 'Downloads', exact: true }).first().click()
  await expect(page).toHaveURL('/downloads')
}

const gallery = (name: string, path: string): Screen => ({
  name,
  path,
  leave: async page => {
    const { id, top } = await leaveMark(page)
    return async (changedPage, way) => {
      if (way === 'new-visit') {
        // A new visit begins at the top.
        await expect(changedPage.locator('[data-photo]').first()).toBeVisible()
        expect(await changedPage.evaluate(() => scrollY)).toBe(0)
        return expect(selectionBar(changedPage)).toHaveCount(0)
      }
      await expect.poll(() => topOf(changedPage, id), { message: `place in ${name}` }).toBe(top)
      await expect(selectionBar(changedPage), `selection in ${name}`).toContainText('1 selected')
    }
  },
})

const form = (name: string, path: string, field: string): Screen => ({
  name,
  path,
  leave: async page => {
    await page.getByRole('textbox', { name: field }).fill(`Half of ${name}`)
    return changedPage =>
      expect(changedPage.getByRole('textbox', { name: field }), `text in ${name}`).toHaveValue(
        `Half of ${name}`,
      )
  },
})

const ORDERS = 24
/** Behind the first ten, which are shown at first. */
const FAR_ORDER = 16

async function createOrders(request: APIRequestContext, { accountId }: Customer): Promise<Screen> {
  const code = (index: number) => `A-${accountId.slice(0, 8)}-${100 + index}`
  for (let index = 0; index < ORDERS; index++)
    await sendOrder(request, accountId, new Date(Date.now() - (60 + index) * 86_400_000), {
      code: code(index),
      status: 'Dispatched',
      products: [{ code: `${code(index)}-1`, article: 'PRINT', title: 'A print' }],
    })
  return orders(code(FAR_ORDER))
}

const orders = (farCode: string): Screen => ({
  name: 'orders',
  path: '/orders',
  leave: async page => {
    const far = (on: Page) => on.getByRole('main').getByRole('listitem').filter({ hasText: farCode })
    const readTop = async (on: Page) => {
      // The list may be rendered anew between the two.
      const box = (await far(on).count()) === 0 ? null : await far(on).boundingBox()
      return box && Math.round(box.y)
    }
    await page.getByRole('button', { name: 'Show more' }).click()
    await far(page).evaluate(element => element.scrollIntoView({ block: 'center' }))
    const top = await readTop(page)
    return async (changedPage, way) => {
      if (way === 'new-visit')
        return expect(changedPage.getByRole('main').getByRole('listitem')).toHaveCount(10)
      await expect.poll(() => readTop(changedPage), { message: 'place in orders' }).toBe(top)
    }
  },
})

const upload = (): Screen => ({
  name: 'a running upload',
  path: '/my-photos/albums',
  leave: async page => {
    await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
    const modal = page.getByRole('dialog', { name: 'Add photos' })
    await modal
      .getByLabel('Choose photos', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({
        name: 'beach.jpg',
        mimeType: 'image/jpeg',
        buffer: await jpeg({ width: 340, height: 200 }),
      })
    await modal.getByRole('button', { name: 'Upload', exact: true }).click()
    return changedPage =>
      // After a reload the files are chosen again; see upload-tray.spec.ts.
      expect(changedPage.getByRole('complementary', { name: 'Adding photos' })).toContainText(
        /0 of 1 sent|1 photo from your last visit hasn’t finished uploading/,
      )
  },
})

/** Fills the account with what the screens show; returns the screens. */
async function prepare(
  context: BrowserContext,
  { customer, friend, library }: { customer: Customer; friend: Customer; library: Library },
): Promise<Screen[]> {
  const { client } = customer
  const ids = await library.add(createDailyPictures(64, { width: 90, height: 60 }))
  const photoIds = ids.slice(0, 34)
  const { albumId } = await client.call(createAlbum, { body: { name: 'Oslo' } })
  await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  const sharedAlbumId = await importSharedAlbum({
    name: 'By the sea',
    owner: customer,
    participants: [friend],
    photos: photoIds.map(photoId => ({ owner: customer, photoId })),
  })
  await client.call(deletePhotos, { body: { photoIds: ids.slice(34) } })
  const address = await client.call(createAddress, {
    body: {
      firstName: 'Anna',
      lastName: 'Keller',
      street: 'Rosemary Lane',
      streetNumber: '12',
      postalCode: 'BS6 5AD',
      city: 'Bristol',
      countryCode: 'GB',
      phoneNumber: '07700 900142',
    },
  })
  await client.call(patchCustomer, { body: { firstName: 'Anna', lastName: 'Keller' } })
  await context.route('**/uploads/files/**', route =>
    // Sending never ends.
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  return [
    gallery('my photos', '/my-photos/photos'),
    gallery('an album', `/my-photos/albums/${albumId}`),
    gallery('a shared album', `/my-photos/shared-albums/${sharedAlbumId}`),
    gallery('the bin', '/my-photos/deleted'),
    await createOrders(context.request, customer),
    form('a new address', '/settings/new-address', 'Street name'),
    form('an address', `/settings/address/${address.id}`, 'Street name'),
    form('the personal details', '/settings/personal-details', 'First name'),
    upload(),
  ]
}

/** Opens a screen in a tab of its own and leaves something on it. */
async function leave(context: BrowserContext, screen: Screen) {
  const page = await context.newPage()
  // An upload asks before the page is left.
  page.on('dialog', dialog => dialog.accept())
  await page.setViewportSize({ width: 1024, height: 500 })
  await page.goto(screen.path)
  return { screen, page, expectKept: await screen.leave(page) }
}

test('RV-815 RV-816 RV-817 RV-835 nothing of a person’s work is lost by a session that ends, on any screen, nor typed text and uploads by a closed tab', async ({
  context,
  customer,
  friend,
  library,
  browserErrors,
}) => {
  browserErrors.allow(/status of 40[13]/)
  const tabs: Awaited<ReturnType<typeof leave>>[] = []
  for (const screen of await prepare(context, { customer, friend, library }))
    tabs.push(await leave(context, screen))
  // As after signing out on all devices.
  await context.request.post('/session/end', {
    headers: { [SESSION_HEADER]: '1' },
    data: { everywhere: true },
  })
  for (const { screen, page } of tabs)
    await test.step(`${screen.name} notices`, async () => {
      await expect(page.getByRole('alertdialog', { name: 'You have been signed out' })).toBeVisible()
    })
  await signInOverPage(tabs[0]!.page, customer)
  for (const { screen, page, expectKept } of tabs)
    await test.step(`${screen.name} after the sign-in`, async () => {
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expectKept(page, 'same-tab')
    })
  for (const { page } of tabs) await page.close()
  for (const { screen, expectKept } of tabs)
    await test.step(`${screen.name} in a new tab`, async () => {
      const page = await context.newPage()
      await page.goto(screen.path)
      await expectKept(page, 'new-visit')
      // One tab at a time shows an upload that was not finished.
      await page.close()
    })
})

// Galleries: places.spec.ts; forms: forms.test.tsx; uploads: upload-tray.spec.ts.
test('RV-815 RV-817 RV-835 nothing of a person’s work is lost by Back and a reload, on any screen', async ({
  context,
  customer,
  friend,
  library,
}) => {
  for (const each of await prepare(context, { customer, friend, library }))
    await test.step(each.name, async () => {
      const { page, expectKept } = await leave(context, each)
      await openDownloads(page)
      await expect(getHeading(page, 'Downloads')).toBeVisible()
      await page.goBack()
      await expectKept(page, 'same-tab')
      await page.reload()
      await expectKept(page, 'same-tab')
      // One tab at a time shows an upload that was not finished.
      await page.close()
    })
})

test('RV-815 a long list of orders is found again after a reload as it was left: as many of them, at the same place', async ({
  signedIn: page,
  customer,
}) => {
  const screen = await createOrders(page.request, customer)
  await page.goto(screen.path)
  const expectKept = await screen.leave(page)
  await page.reload()
  await expectKept(page, 'same-tab')
})
