import { expect, type Page } from '@playwright/test'
import { withholdFirstScreen } from '../browser/fixtures/first-screen.ts'
import type { Screen } from './screen.ts'
import { createUploadFiles, getTiles, openPhotos, selectPhotos } from './steps.ts'

/** Menus, dialogs and messages above a screen, and error states. */
export const OVERLAYS: readonly Screen[] = [
  {
    name: 'sign-up',
    inContrast: true,
    user: 'anonymous',
    async open(page) {
      await page.goto('/')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByText('Please fill in this field').first()).toBeVisible()
    },
  },
  {
    name: 'forgotten-password',
    user: 'anonymous',
    async open(page) {
      await page.goto('/')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(page.locator('input[type=email]')).toBeVisible()
    },
  },
  {
    name: 'account-menu',
    inContrast: true,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: 'Account' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'help-menu',
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: 'Help' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'sort-list',
    inContrast: true,
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: /^Sort by/ }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  {
    name: 'download',
    async open(page) {
      await openPhotos(page)
      await selectPhotos(page, 0, 1)
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    },
  },
  {
    name: 'shortcuts',
    minWidth: 1024,
    async open(page) {
      await openPhotos(page)
      await getTiles(page).nth(1).click()
      await expect(page.getByRole('button', { name: 'Back to photos' })).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'deleted-selection',
    inContrast: true,
    async open(page) {
      await openBin(page)
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      await getDeletedPhotos(page).first().click()
      await expect(page.getByText('1 selected')).toBeVisible()
    },
  },
  {
    name: 'deleted-for-ever',
    async open(page) {
      await openBin(page)
      await page.getByRole('button', { name: 'Empty', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'deleted-restore-all',
    async open(page) {
      await openBin(page)
      await page.getByRole('button', { name: 'Restore all' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'export-question',
    async open(page) {
      await openPhotos(page)
      await page.getByRole('button', { name: /storage remaining/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Export photos' }).click()
      await expect(page.getByRole('button', { name: 'Create export' })).toBeVisible()
    },
  },
  {
    name: 'upload-sending',
    changesLibrary: true,
    async open(page) {
      await startUploads(page)
      await expect(page.getByRole('progressbar').first()).toBeVisible()
    },
    cleanUp: discardUploads,
  },
  {
    name: 'upload-close',
    changesLibrary: true,
    async open(page) {
      await startUploads(page)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
    },
    async cleanUp(page) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
    },
  },
  {
    // On smaller screens a copy of the files is kept, and their upload continues by itself.
    name: 'upload-unfinished',
    minWidth: 1024,
    changesLibrary: true,
    async open(page) {
      await startUploads(page)
      page.once('dialog', dialog => void dialog.accept())
      await openPhotos(page)
      await page.getByRole('button', { name: 'Add photos' }).first().click()
      await expect(page.getByText('finished uploading').first()).toBeVisible()
    },
    async cleanUp(page) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Don’t add' }).click()
    },
  },
  {
    name: 'toast',
    inContrast: true,
    changesLibrary: true,
    async open(page) {
      await openPhotos(page)
      await selectPhotos(page, 0)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
    async cleanUp(page) {
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Photo restored')).toBeVisible()
    },
  },
  {
    name: 'offline',
    async open(page) {
      await openPhotos(page)
      await page.context().setOffline(true)
      await expect(page.getByText(/^You are offline/)).toBeVisible()
    },
    cleanUp: page => page.context().setOffline(false),
  },
  {
    name: 'load-failed',
    async open(page) {
      await withholdFirstScreen(page)
      await page.route('**/users/timeline*', route => route.fulfill({ status: 400, json: {} }))
      await page.goto('/my-photos/photos')
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'error',
    async open(page) {
      await page.route(/\/assets\/downloads-page.*\.js$/, route => route.abort())
      await page.goto('/downloads')
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  },
]

async function openBin(page: Page): Promise<void> {
  await page.goto('/my-photos/deleted')
  await expect(getDeletedPhotos(page).first()).toBeVisible()
}

const getDeletedPhotos = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Photo \d/ })

/** Starts uploads that stay in progress: their requests are never answered. */
async function startUploads(page: Page): Promise<void> {
  await openPhotos(page)
  const files = await createUploadFiles(page)
  await page.getByRole('button', { name: 'Add photos' }).click()
  await expect(page.getByRole('heading', { name: 'Add photos' })).toBeVisible()
  await page.route('**/uploads/files/*', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.locator('input[type=file]').first().setInputFiles(files)
  await expect(page.getByRole('progressbar').first()).toBeVisible()
}

async function discardUploads(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
}
