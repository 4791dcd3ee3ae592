import { expect, type Page, type Route } from '@playwright/test'
import type { Screen } from './screen.ts'
import { createOpener, createUploadFiles, openPhotos } from './steps.ts'

/** Adding photos. */
export const UPLOADS: readonly Screen[] = [
  {
    name: 'upload',
    changesLibrary: true,
    async open(page) {
      await openPhotos(page)
      const files = await createUploadFiles(page)
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
      await openPhotos(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
    },
  },
  {
    name: 'upload-from-phone',
    minWidth: 1024,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: 'Add photos' }).click()
      await page.getByRole('tab', { name: 'Transfer from Phone' }).click()
      await expect(page.getByRole('img', { name: 'QR code for your phone' })).toBeVisible()
    },
  },
  {
    name: 'phone-expired',
    user: 'anonymous',
    open: createOpener('/from-phone#none', page =>
      page.getByRole('heading', { name: 'This link doesn’t work' }),
    ),
  },
]

/** Whether 'Add photos' opened the mobile page instead of the dialog. */
const isUploadPage = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
  return page.url().includes('/my-photos/upload')
}

/** Never answers the requests that send bytes, so that uploads stay in progress. */
const holdUploads = (route: Route) => (route.request().method() === 'PATCH' ? undefined : route.continue())
