import { readFile } from 'node:fs/promises'
import { expect, type Page, type Route } from '@playwright/test'
import { OVERLAYS } from './overlays.ts'
import type { Screen } from './screen.ts'
import { SETTINGS } from './settings.ts'
import { STATES } from './states.ts'
import { newFiles, photos, picturesShown, tiles } from './steps.ts'

/** All screens of which screenshots are taken, with the demo library. */
export const SCREENS: readonly Screen[] = [
  ...STATES,
  ...OVERLAYS,
  ...SETTINGS,
  {
    name: 'sign-in',
    inContrast: true,
    user: 'anonymous',
    async open(page) {
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    },
  },
  {
    name: 'sign-in-wrong',
    user: 'anonymous',
    async open(page) {
      await page.goto('/')
      await page.getByLabel('Email').fill('demo@keepsake.test')
      await page.getByLabel('Password').fill('not this one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'orders',
    inContrast: true,
    async open(page) {
      await page.goto('/orders')
      await expect(page.getByRole('heading', { name: /^History \d/ })).toBeVisible()
    },
  },
  { name: 'order', inContrast: true, open: page => openOrder(page, '4711-2140') },
  { name: 'order-unpaid', inContrast: true, open: page => openOrder(page, '4711-1988') },
  { name: 'order-cancelled', inContrast: true, open: page => openOrder(page, '4699-0041') },
  {
    name: 'invoices',
    inContrast: true,
    user: 'business',
    async open(page) {
      await page.goto('/invoices')
      // The jobs after the start make the PDFs, the newest first.
      await expect(page.getByRole('button', { name: /^Download PDF of/ }).first()).toBeVisible({
        timeout: 60_000,
      })
    },
  },
  { name: 'photos', inContrast: true, open: photos },
  {
    name: 'photos-scrolled',
    async open(page) {
      await photos(page)
      await page.evaluate(() => scrollTo(0, 1400))
      await page.waitForFunction(() => scrollY > 0)
      await picturesShown(page)
    },
  },
  {
    name: 'selection',
    inContrast: true,
    async open(page) {
      await photos(page)
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      for (const index of [0, 1, 3]) await tiles(page).nth(index).click()
      await expect(page.getByText('3 selected')).toBeVisible()
    },
  },
  {
    name: 'prints-transfer',
    async open(page) {
      await orderPrints(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
      // Stops the navigation, which would be faster than the screenshot.
      await page.route('**/prints?*', route => route.abort())
    },
    async cleanUp(page) {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.unrouteAll()
    },
  },
  { name: 'prints-editor', open: printsEditor },
  {
    name: 'prints-delivery',
    async open(page) {
      await printsEditor(page)
      await page.getByRole('button', { name: 'Continue to delivery' }).click()
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'prints-ordered',
    changesLibrary: true,
    async open(page) {
      await printsEditor(page)
      await page.getByRole('button', { name: 'Continue to delivery' }).click()
      await enterAddress(page)
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('status')).toContainText('18 months')
    },
  },
  {
    name: 'photo-book',
    async open(page) {
      await printsEditor(page)
      await page.getByRole('link', { name: 'Photo book' }).click()
      await expect(page.getByRole('heading', { name: 'Photo book' })).toBeVisible()
    },
  },
  {
    name: 'prints-pay',
    changesLibrary: true,
    async open(page) {
      await printsEditor(page)
      await page.getByRole('button', { name: 'Continue to delivery' }).click()
      await enterAddress(page)
      await page.getByLabel('Pay within 3 days').check()
      await page.getByRole('button', { name: 'Place order' }).click()
      await page.getByRole('link', { name: 'Pay now' }).click()
      await expect(page.getByRole('heading', { name: 'Pay now' })).toBeVisible()
    },
  },
  { name: 'preview', inContrast: true, open: preview },
  {
    name: 'preview-details',
    async open(page) {
      await preview(page)
      await page.getByRole('button', { name: 'Details', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    },
  },
  {
    name: 'delete',
    inContrast: true,
    async open(page) {
      await photos(page)
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      await tiles(page).first().click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Delete this photo?' })).toBeVisible()
    },
  },
  {
    name: 'storage',
    inContrast: true,
    async open(page) {
      await photos(page)
      await page.getByRole('button', { name: /storage remaining/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'upload',
    changesLibrary: true,
    async open(page) {
      await photos(page)
      const files = await newFiles(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      // The mobile page navigates back after its uploads: they are held in progress.
      if (await isUploadPage(page)) await page.route('**/uploads/files/*', holdUploads)
      await page.getByLabel('choose', { exact: false }).and(page.locator('input')).setInputFiles(files)
      if (await isUploadPage(page)) await expect(page.getByRole('progressbar').first()).toBeVisible()
      else
        await expect(page.getByRole('dialog').getByText('Added', { exact: true })).toHaveCount(4, {
          timeout: 30_000,
        })
    },
    async cleanUp(page) {
      await page.unroute('**/uploads/files/*')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'upload-empty',
    inContrast: true,
    async open(page) {
      await photos(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
    },
  },
  {
    name: 'upload-from-phone',
    minWidth: 1024,
    async open(page) {
      await photos(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      await page.getByRole('tab', { name: 'Transfer from Phone' }).click()
      await expect(page.getByRole('img', { name: 'QR code for your phone' })).toBeVisible()
    },
  },
  {
    name: 'phone-expired',
    user: 'anonymous',
    async open(page) {
      await page.goto('/from-phone#none')
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    },
  },
  { name: 'albums', inContrast: true, open: albums },
  { name: 'album', inContrast: true, open: album },
  {
    name: 'album-empty',
    async open(page) {
      await albums(page)
      await page.getByRole('link', { name: /^New ideas/ }).click()
      await expect(page.getByText('Your album is empty')).toBeVisible()
    },
  },
  {
    name: 'album-rename',
    async open(page) {
      await album(page)
      await page.getByRole('button', { name: 'Rename album' }).click()
      await page.getByRole('textbox', { name: 'Album name' }).fill('Summer <3')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Name not valid')).toBeVisible()
    },
  },
  { name: 'album-selection', open: albumSelection },
  {
    name: 'album-remove',
    async open(page) {
      await albumSelection(page)
      await page.getByRole('button', { name: 'Remove from album' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'album-delete',
    async open(page) {
      await album(page)
      await page.getByRole('button', { name: 'Delete album' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'album-preview',
    async open(page) {
      await album(page)
      await tiles(page).nth(2).click()
      await expect(page.getByRole('button', { name: 'Back to album' })).toBeVisible()
      await picturesShown(page)
      await page.mouse.move(200, 200)
    },
  },
  {
    name: 'album-new',
    async open(page) {
      await albums(page)
      await page.getByRole('button', { name: 'New album' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'albums-shared',
    async open(page) {
      await albums(page)
      await page.getByRole('heading', { name: 'Shared with you' }).scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await picturesShown(page)
    },
  },
  { name: 'shared-album', open: page => sharedAlbum(page, OWN_SHARED) },
  { name: 'shared-album-of-others', open: page => sharedAlbum(page, SHARED_WITH_ME) },
  {
    name: 'shared-album-selection',
    async open(page) {
      await sharedAlbum(page, SHARED_WITH_ME)
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      for (const index of [0, 1]) await tiles(page).nth(index).click()
      await expect(page.getByText('2 selected')).toBeVisible()
    },
  },
  {
    name: 'shared-album-delete',
    async open(page) {
      await sharedAlbum(page, OWN_SHARED)
      await page.getByRole('button', { name: 'Delete album' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'shared-album-leave',
    async open(page) {
      await sharedAlbum(page, SHARED_WITH_ME)
      await page.getByRole('button', { name: 'Delete album' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'shared-album-preview',
    async open(page) {
      await sharedAlbum(page, SHARED_WITH_ME)
      await tiles(page).nth(2).click()
      await expect(page.getByRole('button', { name: 'Back to album' })).toBeVisible()
      await picturesShown(page)
    },
  },
  { name: 'album-copy', open: copyToAlbum },
  {
    name: 'album-copy-new',
    async open(page) {
      await copyToAlbum(page)
      await page.getByRole('dialog').getByRole('button', { name: 'New album' }).click()
      await expect(page.getByRole('textbox', { name: 'Album name' })).toBeVisible()
    },
  },
  {
    name: 'deleted',
    inContrast: true,
    async open(page) {
      await page.goto('/my-photos/deleted')
      await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
      await picturesShown(page)
    },
  },
  {
    name: 'downloads',
    async open(page) {
      await page.goto('/downloads')
      await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
      await expect(page.getByText('Summer')).toBeVisible()
    },
  },
  {
    name: 'export-modal',
    async open(page) {
      await page.goto('/my-photos/exports/of-long-ago')
      await page.getByRole('button', { name: 'Create a new export' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'export-expired',
    async open(page) {
      await page.goto('/my-photos/exports/of-long-ago')
      await expect(page.getByText('Your download link has expired')).toBeVisible()
    },
  },
  { name: 'export', open: exported },
  {
    name: 'export-checked',
    async open(page) {
      await exported(page)
      const saving = page.waitForEvent('download')
      await page
        .getByRole('button', { name: /^Download .* as \.zip$/ })
        .first()
        .click()
      const buffer = await readFile(await (await saving).path())
      const file = { name: 'photo-export-1.zip', mimeType: 'application/zip', buffer }
      const cut = { ...file, name: 'photo-export-2.zip', buffer: buffer.subarray(0, -1000) }
      await page.locator('input[type=file]').first().setInputFiles([file, cut])
      await expect(page.getByText(/still missing/)).toBeVisible()
      await page.getByRole('heading', { name: 'How to open' }).evaluate(heading => heading.scrollIntoView())
    },
  },
  {
    name: 'overview',
    async open(page) {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna')
    },
  },
  {
    name: 'not-found',
    async open(page) {
      await page.goto('/nobody/knows')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    },
  },
  {
    name: 'sheet',
    maxWidth: 1023,
    async open(page) {
      await photos(page)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

async function orderPrints(page: Page): Promise<void> {
  await photos(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const index of [0, 1, 3, 4, 6]) await tiles(page).nth(index).click()
  await page.getByRole('button', { name: 'Order prints' }).click()
}

/** The stand-in shop's editor with a large print, two copies and a photo that is not printed. */
async function enterAddress(page: Page): Promise<void> {
  const address = {
    'First name': 'Ada',
    'Last name': 'Keller',
    Street: 'High Street',
    'House number': '1',
    'Postal code': 'N1 9GU',
    City: 'London',
  }
  for (const [label, value] of Object.entries(address))
    await page.getByLabel(label, { exact: true }).fill(value)
}

async function printsEditor(page: Page): Promise<void> {
  await orderPrints(page)
  await page.waitForURL(/\/prints\/[0-9a-f-]{36}$/)
  const [sizes, quantities] = [
    page.getByRole('combobox', { name: /^Size of/ }),
    page.getByRole('spinbutton', { name: /^Quantity of/ }),
  ]
  await sizes.nth(0).selectOption('30 × 45 cm')
  await quantities.nth(1).fill('2')
  await quantities.nth(2).fill('0')
  await quantities.nth(2).press('Tab')
  await expect(page.getByText('Not printed')).toBeVisible()
  await expect(page.getByText('5 prints')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
}

async function albums(page: Page): Promise<void> {
  await page.goto('/my-photos/albums')
  await expect(page.getByRole('link', { name: /^Summer by the sea/ })).toBeVisible()
  await picturesShown(page)
}

async function album(page: Page): Promise<void> {
  await albums(page)
  await page.getByRole('link', { name: /^Summer by the sea/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Summer by the sea' })).toBeVisible()
  await expect(tiles(page).first()).toBeVisible()
  await picturesShown(page)
}

const OWN_SHARED = /^A week by the sea/
const SHARED_WITH_ME = /^From the wedding guests/

async function sharedAlbum(page: Page, name: RegExp): Promise<void> {
  await albums(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Shared albums are no longer supported')).toBeVisible()
  await picturesShown(page)
}

async function albumSelection(page: Page): Promise<void> {
  await album(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await tiles(page).nth(1).click()
  await expect(page.getByText('1 selected')).toBeVisible()
}

async function copyToAlbum(page: Page): Promise<void> {
  await photos(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const index of [0, 1, 3]) await tiles(page).nth(index).click()
  await page.getByRole('button', { name: 'Copy to album' }).click()
  await page.getByRole('radio', { name: /^Summer by the sea/ }).check()
  await picturesShown(page)
}

async function exported(page: Page): Promise<void> {
  await page.goto('/downloads')
  await page.getByRole('link', { name: 'Open export' }).click()
  await expect(page.getByText('Your export is ready to download')).toBeVisible()
}

async function preview(page: Page): Promise<void> {
  await photos(page)
  await tiles(page).nth(1).click()
  await expect(page.getByRole('button', { name: 'Back to photos' })).toBeVisible()
  await picturesShown(page)
  await page.mouse.move(200, 200)
}

/** Whether 'Add photos' opened the mobile page instead of the dialog. */
const isUploadPage = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
  return page.url().includes('/my-photos/upload')
}

/** Never answers the requests that send bytes, so that uploads stay in progress. */
const holdUploads = (route: Route) => (route.request().method() === 'PATCH' ? undefined : route.continue())

async function openOrder(page: Page, code: string): Promise<void> {
  await page.goto(`/orders/${code}`)
  await expect(page.getByRole('heading', { name: 'Products', exact: false })).toBeVisible()
}
