import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getUser } from '#contract/photos.ts'
import { unzip } from '#server/testing/unzip.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { createLibrary } from './fixtures/library.ts'
import { chooseAction } from './fixtures/more-actions.ts'
import { getToast } from './fixtures/screen.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { expect, test } from './fixtures/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const question = (page: Page) => page.getByRole('alertdialog')
const section = (page: Page) => page.getByRole('region', { name: 'Shared with you' })
const tab = (page: Page) =>
  page.getByRole('navigation', { name: 'My photos' }).getByRole('link', { name: /^Albums/ })

test('PL-070 PL-087 PL-090 PL-114 PL-092 a participant views, downloads and leaves; the owner sees it immediately', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer, friend, otherBrowser, browserErrors }) => {
  const [ownPhoto = ''] = await library.add([{ fileName: 'mine.jpg', taken: '2021:07:01 10:00:00' }])
  const [friendPhoto = ''] = await createLibrary(friend.client).add([{ fileName: 'theirs.jpg' }])
  const photos = [
    { owner: friend, photoId: friendPhoto },
    { owner: customer, photoId: ownPhoto },
  ]
  const id = await importSharedAlbum({ name: 'Oslo', owner: friend, participants: [customer], photos })

  const { select, tile } = createGrid(page)
  await page.goto('/my-photos/albums')
  await expect(tab(page)).toHaveText('Albums 1')
  await section(page).getByRole('link', { name: /^Oslo/ }).click()
  await expect(page).toHaveURL(new RegExp(`/my-photos/shared-albums/${id}$`))
  await expect(page.getByText('Shared albums are no longer supported')).toBeVisible()
  await expect(page.getByText(`Shared by ${friend.email}`)).toBeVisible()
  for (const position of [1, 2]) await expectPictureLoaded(tile(position))
  const menu = page.getByRole('navigation', { name: 'Main menu' }).first()
  await expect(menu.getByRole('link', { name: 'Albums' })).toHaveAttribute('aria-current', 'page')

  await tile(2).click()
  await expect(page.getByRole('dialog').getByText('theirs.jpg')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/shared-albums/${id}/preview/${friendPhoto}$`))
  await page.keyboard.press('Escape')

  await select()
  await bar(page).getByRole('button', { name: 'Select all' }).click()
  const copy = bar(page).getByRole('button', { name: 'Copy to album' })
  await expect(copy).toHaveAccessibleDescription('Unavailable for shared albums')
  await bar(page).getByRole('button', { name: 'Download' }).click()
  const saving = page.waitForEvent('download')
  await question(page).getByRole('button', { name: 'Download', exact: true }).click()
  const files = await unzip(await readFile(await (await saving).path()))
  expect([...files.keys()].toSorted()).toEqual(['mine.jpg', 'theirs.jpg'])

  // The owner has the album open.
  const theirPage = await otherBrowser.newPage()
  await theirPage.goto(`/my-photos/albums/${id}`)
  await expect(theirPage).toHaveURL(new RegExp(`/my-photos/shared-albums/${id}$`))
  await expect(theirPage.getByText('Shared with 1 person')).toBeVisible()
  await expect(theirPage.getByText(customer.email)).toBeVisible()
  await expectPictureLoaded(createGrid(theirPage).tile(2))

  await chooseAction(page, 'Delete album')
  await expect(question(page)).toContainText('You’ll lose the photos you uploaded to ‘Oslo’')
  await question(page).getByRole('button', { name: 'Delete album' }).click()
  await expect(getToast(page, 'Album deleted')).toBeVisible()
  await expect(page.getByText('No albums yet')).toBeVisible()
  await expect(section(page)).toHaveCount(0)
  await expect(tab(page)).toHaveText('Albums 0')
  await expect(createGrid(theirPage).tiles).toHaveCount(1)
  await expect(theirPage.getByText('1 photo', { exact: true })).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 1 })
  // For a participant who left, the album does not exist.
  browserErrors.allow(/status of 404.*\/shared-albums\//)
  await page.goto(`/my-photos/shared-albums/${id}`)
  await expect(page.getByText('This album no longer exists.')).toBeVisible()
})

test('PL-008 PL-091 a deep link opens a photo; the owner deletes the album for all members, also on open pages; photos remain', async ({
  signedIn: page,
  library,
  customer,
  friend,
  otherBrowser,
  browserErrors,
}) => {
  // An open page may request the album again before it navigates away.
  browserErrors.allow(/status of 404.*\/shared-albums\//)
  const [ownPhoto = ''] = await library.add([{ fileName: 'mine.jpg' }])
  const photos = [{ owner: customer, photoId: ownPhoto }]
  const id = await importSharedAlbum({ name: 'Oslo', owner: customer, participants: [friend], photos })
  const theirPage = await otherBrowser.newPage()
  await theirPage.goto(`/my-photos/shared-albums/${id}/preview/${ownPhoto}`)
  await expect(theirPage.getByRole('dialog').getByText('mine.jpg')).toBeVisible()
  await theirPage.keyboard.press('Escape')
  await expect(theirPage).toHaveURL(new RegExp(`/my-photos/shared-albums/${id}$`))
  await expectPictureLoaded(createGrid(theirPage).tile(1))

  await page.goto('/my-photos/albums')
  await page.getByRole('link', { name: /^Oslo.*Shared$/ }).click()
  await chooseAction(page, 'Delete album')
  await expect(question(page)).toContainText('This deletes the shared album ‘Oslo’ for all participants.')
  await question(page).getByRole('button', { name: 'Delete album' }).click()
  await expect(page.getByText('No albums yet')).toBeVisible()
  await expect(getToast(theirPage, 'This album no longer exists.')).toBeVisible()
  await expect(theirPage).toHaveURL(/\/my-photos\/albums$/)
  await expect(theirPage.getByText('No albums yet')).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 1, albumsCount: 0 })
})
