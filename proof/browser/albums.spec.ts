import type { Page } from '@playwright/test'
import { addAlbumPhotos, createAlbum, getAlbum, getAlbumPhotos, getAlbums } from '#contract/albums.ts'
import { getUser, TIMELINE_PAGE } from '#contract/photos.ts'
import type { Customer } from './fixtures/customer.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { chooseAction } from './fixtures/more-actions.ts'
import { getToast } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const question = (page: Page) => page.getByRole('alertdialog')
const modal = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tab = (page: Page) =>
  page.getByRole('navigation', { name: 'My photos' }).getByRole('link', { name: /^Albums/ })
const idsOnPage = (page: Page) =>
  page.locator('[data-photo]').evaluateAll(tiles => tiles.map(tile => (tile as HTMLElement).dataset.photo))

/** Creates an album with these photos; returns its id. */
async function createAlbumWith({ client }: Customer, name: string, photoIds: string[]): Promise<string> {
  const { albumId } = await client.call(createAlbum, { body: { name } })
  if (photoIds.length > 0) await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  return albumId
}

/** Small pictures, one more than the timeline's first page. */
const MORE_THAN_A_PAGE = Array.from({ length: TIMELINE_PAGE + 1 }, (_, index) => ({
  taken: `2024:06:${String(30 - index).padStart(2, '0')} 10:00:00`,
  width: 90,
  height: 60,
}))

test('PL-094 PL-095 PL-096 PL-051 PL-101 photos of the timeline are copied into a new album that the toast links to; select all also copies photos that are not loaded', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer }) => {
  const { open, select, tile } = createGrid(page)
  const ids = await library.add(MORE_THAN_A_PAGE)
  const gardenId = await createAlbumWith(customer, 'Garden', [])
  await open()
  await select()
  await tile(1).click()
  await tile(3).click()
  await bar(page).getByRole('button', { name: 'Copy to album' }).click()
  await expect(modal(page)).toContainText('2 photos selected')
  await expect(modal(page).getByRole('radio', { name: /^Garden/ })).toBeVisible()
  await modal(page).getByRole('button', { name: 'New album' }).click()
  await modal(page).getByPlaceholder('Untitled album').fill('Oslo')
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('radio', { name: /^Oslo/ })).toBeChecked()
  await modal(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(getToast(page, 'Photos copied to Oslo')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)

  await select()
  await bar(page).getByRole('button', { name: 'Select all' }).click()
  await bar(page).getByRole('button', { name: 'Copy to album' }).click()
  await modal(page)
    .getByRole('radio', { name: /^Garden/ })
    .check()
  await modal(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(getToast(page, 'Photos copied to Garden')).toBeVisible()
  expect(await customer.client.call(getAlbum, { params: { id: gardenId } })).toMatchObject({
    photosCount: ids.length,
  })

  await getToast(page, 'Photos copied to Oslo').getByRole('link', { name: 'Oslo' }).click()
  await expect(heading(page)).toHaveText('Oslo')
  await expect(createGrid(page).tiles).toHaveCount(2)
  await expectPictureLoaded(createGrid(page).tile(1))
  expect((await idsOnPage(page)).toSorted()).toEqual([ids[0], ids[2]].toSorted())
})

test('PL-007 PL-063 PL-064 PL-065 PL-079 PL-086 a photo of an album is deleted in its preview; two are removed, stay in the library and are restored by Undo', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer, browserErrors }) => {
  // The preview may ask whether its photo is still in the album before it moves on.
  browserErrors.allow(/status of 404.*\/albums\/.*\/photos\//)
  const { tile, tiles, select } = createGrid(page)
  const albumId = await createAlbumWith(customer, 'Oslo', await library.add(4))
  const { images } = await customer.client.call(getAlbumPhotos, { params: { id: albumId } })
  const [first, second] = images.map(({ imageId }) => imageId)
  const remove = async () => {
    await bar(page).getByRole('button', { name: 'Remove from album' }).click()
    await question(page).getByRole('button', { name: 'Remove', exact: true }).click()
  }

  await page.goto(`/my-photos/albums/${albumId}/preview/${second}?stripped=0`)
  await expect(page.getByRole('img', { name: /^Photo 2 of 4/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove from album' }).click()
  await question(page).getByRole('button', { name: 'Delete photo' }).click()
  await expect(question(page)).toContainText('Delete this photo?')
  await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Photo 1 of 3/ })).toBeVisible()
  await expect(page).toHaveURL(`/my-photos/albums/${albumId}/preview/${first}?stripped=0`)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 3, deletedCount: 1 })
  await page.getByRole('button', { name: 'Back to album' }).click()
  await expect(page).toHaveURL(`/my-photos/albums/${albumId}?stripped=0`)
  await expect(tiles).toHaveCount(3)

  await select()
  await tile(2).click()
  await tile(1).click()
  await remove()
  await expect(getToast(page, '2 photos removed from Oslo')).toBeVisible()
  await expect(tiles).toHaveCount(1)
  await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 3, deletedCount: 1 })
  // The photo deleted in the preview has its own Undo.
  await getToast(page, '2 photos removed from Oslo')
    .locator('xpath=..')
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(tiles).toHaveCount(3)
})

test('PL-084 PL-198 a deleted album keeps its photos in the library and is restored by Undo; changes in another tab show without a reload', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer, context, browserErrors }) => {
  // The page may request its album again before it navigates away.
  browserErrors.allow(/status of 404.*\/albums\//)
  const ids = await library.add(3)
  const albumId = await createAlbumWith(customer, 'Oslo', ids.slice(0, 2))
  await page.goto(`/my-photos/albums/${albumId}`)
  await expect(createGrid(page).tiles).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('/my-photos/albums')
  await expect(other.getByRole('link', { name: /^Oslo.*2 photos/ })).toBeVisible()
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: ids } })
  await expect(createGrid(page).tiles).toHaveCount(3)
  await expect(other.getByRole('link', { name: /^Oslo.*3 photos/ })).toBeVisible()

  await chooseAction(page, 'Delete album')
  await expect(question(page)).toContainText(
    'This deletes the album Oslo. Its 3 photos stay in your library.',
  )
  await question(page).getByRole('button', { name: 'Delete album' }).click()
  await expect(page).toHaveURL('/my-photos/albums')
  await expect(getToast(page, 'Album deleted')).toBeVisible()
  await expect(tab(page)).toHaveText('Albums 0')
  await expect(other.getByText('No albums yet')).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 3, albumsCount: 0 })
  expect((await customer.client.call(getAlbums)).albums).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: /^Oslo.*3 photos/ })).toBeVisible()
})
