import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { LOCALES } from '#contract/brands.ts'
import { compileLocale, readLocale } from '#locales/compile.ts'
import { DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import { findViolations, findViolationsInBothSchemes } from './fixtures/axe.ts'
import { dropFiles } from './fixtures/drop.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { chooseAction } from './fixtures/more-actions.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { expect, test } from './fixtures/test.ts'

test('axe finds no violation on photos, preview, upload, storage, bin and downloads, their menus and dialogs', async ({
  signedIn: page,
  library,
}) => {
  const { open, select, tile, tiles } = createGrid(page)
  await library.add([{ taken: '2024:05:03 14:15:00' }, {}])
  await open()
  await expectPictureLoaded(tile(1))
  await tile(1).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back to photos' }).click()

  await dropFiles(page, [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ])
  await expect(page.getByRole('heading', { name: '1 refused' })).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: '18 months storage remaining.' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Sort by/ }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=listbox]')).toEqual([])
  await page.keyboard.press('Escape')
  for (const menu of ['Help', 'Account']) {
    await page.getByRole('button', { name: menu }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await findViolationsInBothSchemes(page, '[role=menu]')).toEqual([])
    await page.keyboard.press('Escape')
  }

  await select()
  await tile(1).click()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(tiles).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[aria-label=Notifications]')).toEqual([])

  await page.goto('/my-photos/deleted')
  await page.getByRole('button', { name: /^Photo 1, deleted/ }).press(' ')
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete forever' }).click()
  await expect(question).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=alertdialog]')).toEqual([])
  await page.goto('/downloads')
  await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
})

test('axe finds no violation on albums, their modals and the copy modal', {
  tag: '@phone',
}, async ({ signedIn: page, library, customer }) => {
  const { select, tile } = createGrid(page)
  const photoIds = await library.add([{ taken: '2024:05:03 14:15:00' }, {}])
  await page.goto('/my-photos/albums')
  await expect(page.getByText('No albums yet')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'New album' }).click()
  await page.getByRole('button', { name: 'Create album' }).click()
  await expect(page.getByText('Please give your album a name')).toBeVisible()
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.type('Oslo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your album is empty')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  const albumId = new URL(page.url()).pathname.split('/').at(-1)!
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  await expectPictureLoaded(tile(1))
  await page.getByRole('button', { name: 'Rename album' }).click()
  const albumName = page.getByRole('textbox', { name: 'Album name' })
  await expect(albumName).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await albumName.press('Escape')
  await expect(albumName).toBeHidden()
  await select()
  await tile(1).click()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy to album' }).click()
  await page.getByRole('radio', { name: /^Oslo/ }).check()
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await page.getByRole('button', { name: 'New album' }).click()
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Remove from album' }).click()
  await expect(page.getByRole('button', { name: 'Delete photo' })).toBeVisible()
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.keyboard.press('Escape')
  await chooseAction(page, 'Delete album')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  await page.goto('/my-photos/albums')
  await expectPictureLoaded(page.getByRole('link', { name: /^Oslo/ }))
  expect(await findViolations(page)).toEqual([])
})

test('axe finds no violation on shared albums, their preview and dialog', async ({
  signedIn: page,
  library,
  customer,
  friend,
}) => {
  const { select, tile } = createGrid(page)
  const [photoId = ''] = await library.add([{ taken: '2024:05:03 14:15:00' }])
  const photos = [{ owner: customer, photoId }]
  await importSharedAlbum({ name: 'Oslo', owner: customer, participants: [friend], photos })
  await importSharedAlbum({ name: 'Bergen', owner: friend, participants: [customer], photos })
  await page.goto('/my-photos/albums')
  await expect(page.getByRole('heading', { name: 'Shared with you' })).toBeVisible()
  await expectPictureLoaded(page.getByRole('link', { name: /^Bergen/ }))
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: /^Oslo/ }).click()
  await expect(page.getByText('Shared with 1 person')).toBeVisible()
  await expectPictureLoaded(tile(1))
  expect(await findViolations(page)).toEqual([])
  await select()
  await tile(1).click()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await tile(1).click()
  await expect(page.getByRole('button', { name: 'Back to album' })).toBeVisible()
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await chooseAction(page, 'Delete album')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
})

const RUN = randomUUID().slice(0, 13)
const A_DAY_AGO = new Date(Date.now() - 86_400_000)
const TOTAL = { total: { amount: 99_999_99, currency: 'GBP' }, deliveryCost: 395 }
const ORDERS = [
  {
    ...TOTAL,
    code: `LONGEST-${RUN}-1`,
    status: 'Received',
    source: 'Resnap',
    paymentUrl: 'https://pay.example/1',
    paymentExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  },
  { ...TOTAL, code: `LONGEST-${RUN}-2`, status: 'verification failed' },
  {
    ...TOTAL,
    code: `LONGEST-${RUN}-3`,
    status: 'Dispatched',
    products: ['Dispatched', 'Cancelled'].map((status, index) => ({
      code: `LONGEST-${RUN}-3-${index}`,
      article: 'BOOK',
      title: 'Photo book with a long name',
      // With the delivery cost it adds up to the total.
      price: 49_998_02,
      quantity: 12,
      voucher: 'THANKS-7Q4K',
      status: status as 'Dispatched',
    })),
    parcels: [
      {
        number: 'PL 4820 1177 36',
        carrier: 'Postline',
        trackingUrl: 'https://track.example/1',
        shippedAt: A_DAY_AGO.toISOString(),
        productCodes: [],
      },
    ],
    deliveryAddress: {
      type: 'PickupPoint',
      pickupPointName: 'Corner shop',
      lastName: 'Keller',
      countryCode: 'GB',
    },
  },
] as const satisfies Parameters<typeof sendOrder>[3][]

test('PL-147 the longest texts of all languages fit, on phones and wide screens', async ({
  signedIn: page,
  library,
  customer,
  browserErrors,
}) => {
  // An expired export.
  browserErrors.allow(/status of 404.*\/backups\/00000000-/)
  const photoIds = await library.add([{ taken: '2024:05:03 14:15:00' }, {}])
  const { albumId } = await customer.client.call(createAlbum, { body: { name: 'Oslo' } })
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  const photos = [{ owner: customer, photoId: photoIds[0]! }]
  const orders = await Promise.all(
    ORDERS.map(each => sendOrder(page.request, customer.accountId, A_DAY_AGO, each)),
  )
  const sharedId = await importSharedAlbum({
    name: 'Bergen',
    owner: customer,
    participants: [{ email: DEMO_SIGN_INS[1] }],
    photos,
  })
  await serveLongestTexts(page)
  const press = (id: string) =>
    page
      .getByRole('button', { name: getLongestText(id) })
      .first()
      .click()
  const tiles = page.getByRole('gridcell').getByRole('button')
  const fits = async (what: string) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // The grid is laid out anew a frame after the window.
      await expect
        .configure({ soft: true })
        .poll(() => findOverflows(page), `${what} at ${width} px`)
        .toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 844 })
  }
  for (const path of [
    `/my-photos/shared-albums/${sharedId}`,
    `/my-photos/albums/${albumId}`,
    '/my-photos/photos',
  ]) {
    await page.goto(path)
    await expect(tiles.first()).toBeVisible()
    await fits(path)
    await press('selection.start')
    await tiles.first().click()
    await fits(`the selection on ${path}`)
  }
  await press('action.delete')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await fits('the question')
  await page.reload()
  await press('photos.add')
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits('the import modal')
  for (const path of [
    '/my-photos/albums',
    '/my-photos/deleted',
    '/orders',
    ...orders.map(code => `/orders/${code}`),
    '/settings',
    '/settings/personal-details',
    '/settings/payment-method',
    '/settings/email',
    '/settings/addresses/all',
    '/settings/new-address',
    '/settings/security',
    '/settings/delete-account',
    '/delete-account-error',
    '/account-deleted',
    '/account-locked',
    '/change-email-success',
    '/change-email-error',
    '/subscription-confirmation-success',
    '/subscription-confirmation-error',
    '/downloads',
    '/my-photos/exports/00000000-0000-4000-8000-000000000000',
    '/',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(path)
  }
})

const catalogues = LOCALES.map(locale => ({ written: readLocale(locale), compiled: compileLocale(locale) }))

/** The longest translation of each text: a layout that fits it fits all languages. */
const catalogueById = Object.fromEntries(
  Object.keys(readLocale('en-GB')).map(id => [
    id,
    catalogues.reduce((best, each) => (getTextLength(each, id) > getTextLength(best, id) ? each : best)),
  ]),
)

function getTextLength({ written }: (typeof catalogues)[number], id: string): number {
  return written[id]?.length ?? 0
}

/** Serves the longest texts to the page from its next load on. */
async function serveLongestTexts(page: Page): Promise<void> {
  const json = Object.fromEntries(
    Object.entries(catalogueById).map(([id, { compiled }]) => [id, compiled[id]]),
  )
  await page.route('**/locales/*.json', route => route.fulfill({ json }))
}

/** Returns the longest translation of a text without parameters. */
const getLongestText = (id: string): string => catalogueById[id]!.written[id]!
