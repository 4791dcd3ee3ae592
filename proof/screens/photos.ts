import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { getTiles, openPhotos, selectPhotos, waitForPictures } from './steps.ts'

/** The library of photos, and the dialogs above it. */
export const PHOTOS: readonly Screen[] = [
  { name: 'photos', inContrast: true, open: openPhotos },
  {
    name: 'photos-scrolled',
    async open(page) {
      await openPhotos(page)
      await page.evaluate(() => scrollTo(0, 1400))
      await page.waitForFunction(() => scrollY > 0)
      await waitForPictures(page)
    },
  },
  {
    name: 'selection',
    inContrast: true,
    async open(page) {
      await openPhotos(page)
      await selectPhotos(page, 0, 1, 3)
      await expect(page.getByText('3 selected')).toBeVisible()
    },
  },
  { name: 'preview', inContrast: true, open: openPreview },
  {
    name: 'preview-details',
    async open(page) {
      await openPreview(page)
      await page.getByRole('button', { name: 'Details', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    },
  },
  {
    name: 'delete',
    inContrast: true,
    async open(page) {
      await openPhotos(page)
      await selectPhotos(page, 0)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Delete this photo?' })).toBeVisible()
    },
  },
  {
    name: 'storage',
    inContrast: true,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: /storage remaining/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'deleted',
    inContrast: true,
    async open(page) {
      await page.goto('/my-photos/deleted')
      await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
      await waitForPictures(page)
    },
  },
  {
    name: 'sheet',
    maxWidth: 1023,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

async function openPreview(page: Page): Promise<void> {
  await openPhotos(page)
  await getTiles(page).nth(1).click()
  await expect(page.getByRole('button', { name: 'Back to photos' })).toBeVisible()
  await waitForPictures(page)
  await page.mouse.move(200, 200)
}
