import { expect, type Page } from '@playwright/test'
import { chooseAction } from '../browser/fixtures/more-actions.ts'
import type { Screen } from './screen.ts'
import { getTiles, openAlbums, selectPhotos, waitForPictures } from './steps.ts'

/** Albums that customers share. */
export const SHARED_ALBUMS: readonly Screen[] = [
  {
    name: 'albums-shared',
    async open(page) {
      await openAlbums(page)
      await page.getByRole('heading', { name: 'Shared with you' }).scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await waitForPictures(page)
    },
  },
  { name: 'shared-album', open: page => openSharedAlbum(page, OWN_SHARED) },
  { name: 'shared-album-of-others', open: page => openSharedAlbum(page, SHARED_WITH_ME) },
  {
    name: 'shared-album-selection',
    async open(page) {
      await openSharedAlbum(page, SHARED_WITH_ME)
      await selectPhotos(page, 0, 1)
      await expect(page.getByText('2 selected')).toBeVisible()
    },
  },
  {
    name: 'shared-album-delete',
    async open(page) {
      await openSharedAlbum(page, OWN_SHARED)
      await chooseAction(page, 'Delete album')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'shared-album-leave',
    async open(page) {
      await openSharedAlbum(page, SHARED_WITH_ME)
      await chooseAction(page, 'Delete album')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'shared-album-preview',
    async open(page) {
      await openSharedAlbum(page, SHARED_WITH_ME)
      await getTiles(page).nth(2).click()
      await expect(page.getByRole('button', { name: 'Back to album' })).toBeVisible()
      await waitForPictures(page)
    },
  },
]

const OWN_SHARED = /^A week by the sea/
const SHARED_WITH_ME = /^From the wedding guests/

async function openSharedAlbum(page: Page, name: RegExp): Promise<void> {
  await openAlbums(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Shared albums are no longer supported')).toBeVisible()
  await waitForPictures(page)
}
