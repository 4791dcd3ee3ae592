import { expect, type Page } from '@playwright/test'
import { chooseAction } from '../browser/fixtures/more-actions.ts'
import type { Screen } from './screen.ts'
import { getTiles, openAlbums, openPhotos, selectPhotos, waitForPictures } from './steps.ts'

/** Albums that are not shared. */
export const ALBUMS: readonly Screen[] = [
  { name: 'albums', inContrast: true, open: openAlbums },
  { name: 'album', inContrast: true, open: openAlbum },
  {
    name: 'album-empty',
    async open(page) {
      await openAlbums(page)
      await page.getByRole('link', { name: /^New ideas/ }).click()
      await expect(page.getByText('Your album is empty')).toBeVisible()
    },
  },
  {
    name: 'album-rename',
    async open(page) {
      await openAlbum(page)
      await page.getByRole('button', { name: 'Rename album' }).click()
      await page.getByRole('textbox', { name: 'Album name' }).fill('Summer <3')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Name not valid')).toBeVisible()
    },
  },
  { name: 'album-selection', open: selectInAlbum },
  {
    name: 'album-remove',
    async open(page) {
      await selectInAlbum(page)
      await page.getByRole('button', { name: 'Remove from album' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'album-delete',
    async open(page) {
      await openAlbum(page)
      await chooseAction(page, 'Delete album')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'album-preview',
    async open(page) {
      await openAlbum(page)
      await getTiles(page).nth(2).click()
      await expect(page.getByRole('button', { name: 'Back to album' })).toBeVisible()
      await waitForPictures(page)
      await page.mouse.move(200, 200)
    },
  },
  {
    name: 'album-new',
    async open(page) {
      await openAlbums(page)
      await page.getByRole('button', { name: 'New album' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'album-copy', open: openCopyToAlbum },
  {
    name: 'album-copy-new',
    async open(page) {
      await openCopyToAlbum(page)
      await page.getByRole('dialog').getByRole('button', { name: 'New album' }).click()
      await expect(page.getByRole('textbox', { name: 'Album name' })).toBeVisible()
    },
  },
]

async function openAlbum(page: Page): Promise<void> {
  await openAlbums(page)
  await page.getByRole('link', { name: /^Summer by the sea/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Summer by the sea' })).toBeVisible()
  await expect(getTiles(page).first()).toBeVisible()
  await waitForPictures(page)
}

async function selectInAlbum(page: Page): Promise<void> {
  await openAlbum(page)
  await selectPhotos(page, 1)
  await expect(page.getByText('1 selected')).toBeVisible()
}

async function openCopyToAlbum(page: Page): Promise<void> {
  await openPhotos(page)
  await selectPhotos(page, 0, 1, 3)
  await page.getByRole('button', { name: 'Copy to album' }).click()
  await page.getByRole('radio', { name: /^Summer by the sea/ }).check()
  await waitForPictures(page)
}
