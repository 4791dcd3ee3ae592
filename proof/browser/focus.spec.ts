import type { Page } from '@playwright/test'
import { getAlbums } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { getHeading, getToast } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const question = (page: Page) => page.getByRole('alertdialog')
const photo = (page: Page, id: string | undefined) => page.locator(`[data-photo="${id}"]`)

test('RV-403 the focus follows a selection, its deletion by the keyboard, Ctrl+Z, and restoring from the bin', {
  tag: '@suite',
}, async ({ signedIn: page, customer, library }) => {
  const ids = await library.add(6)
  const { open, tile, tiles } = createGrid(page)
  await open()
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.focus()
  await page.keyboard.press('Enter')
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  for (const position of [1, 2]) {
    await page.keyboard.press('ArrowRight')
    await expect(photo(page, ids[position])).toBeFocused()
  }
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel selection' }).focus()
  await page.keyboard.press('Enter')
  await expect(photo(page, ids[2])).toBeFocused()

  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  for (const position of [1, 0]) {
    await page.keyboard.press('ArrowLeft')
    await expect(photo(page, ids[position])).toBeFocused()
  }
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Delete', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(getToast(page, '2 photos deleted')).toBeVisible()
  await expect(tiles).toHaveCount(4)
  // The first and the third are gone: the second is the next one.
  await expect(photo(page, ids[1])).toBeFocused()

  await page.keyboard.press('Control+z')
  await expect(getToast(page, '2 photos restored')).toBeVisible()
  await expect(tiles).toHaveCount(6)
  await expect(tiles.and(page.locator(':focus'))).toHaveCount(1)

  // What is deleted elsewhere while its picture loads is an error in the console.
  for (const id of ids.slice(0, 2)) await expectPictureLoaded(photo(page, id))
  await customer.client.call(deletePhotos, { body: { photoIds: ids.slice(0, 2) } })
  await page.goto('/my-photos/deleted')
  const deleted = page.getByRole('list', { name: 'Deleted photos' }).getByRole('button')
  await expect(deleted).toHaveCount(2)
  const second = await deleted.nth(1).getAttribute('data-photo')
  await deleted.first().focus()
  await page.keyboard.press('Space')
  await bar(page).getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await expect(getToast(page, 'Photo restored')).toBeVisible()
  await expect(deleted).toHaveCount(1)
  await expect(photo(page, second ?? undefined)).toBeFocused()
  await page.getByRole('button', { name: 'Restore all' }).focus()
  await page.keyboard.press('Enter')
  await question(page).getByRole('button', { name: 'Restore', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing in Recently deleted')).toBeVisible()
  await expect(getHeading(page, 'Recently deleted')).toBeFocused()
})

test('RV-403 a new album and the list after its deletion begin at their headings; closing a toast returns the focus', async ({
  signedIn: page,
  customer,
}) => {
  await page.goto('/my-photos/albums')
  await page.getByRole('button', { name: 'New album' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  await page.keyboard.type('Oslo')
  await page.keyboard.press('Enter')
  await expect(getHeading(page, 'Oslo')).toBeFocused()

  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete album' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete album' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question(page).getByRole('button', { name: 'Delete album' }).focus()
  await page.keyboard.press('Enter')
  await expect(getToast(page, 'Album deleted')).toBeVisible()
  await expect(getHeading(page, 'My photos')).toBeFocused()

  await page.getByRole('button', { name: /^Sort by/ }).focus()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Oslo/ })).toBeVisible()
  expect((await customer.client.call(getAlbums, { query: {} })).albums).toHaveLength(1)
  await expect(page.getByRole('button', { name: /^Sort by/ })).toBeFocused()
})
