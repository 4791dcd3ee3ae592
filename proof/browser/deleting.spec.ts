import type { Page, Request } from '@playwright/test'
import { getActivity } from '#contract/activity.ts'
import { deletePhotos, getUser } from '#contract/photos.ts'
import { findViolations } from './fixtures/axe.ts'
import { withholdFirstScreen } from './fixtures/first-screen.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { chooseAction } from './fixtures/more-actions.ts'
import { getToast } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const question = (page: Page) => page.getByRole('alertdialog')
const idsOnPage = (page: Page) =>
  page.locator('[data-photo]').evaluateAll(tiles => tiles.map(tile => (tile as HTMLElement).dataset.photo))
const photosTab = (page: Page) =>
  page.getByRole('navigation', { name: 'My photos' }).getByRole('link', { name: /^Photos/ })
const picture = (page: Page) =>
  page.getByRole('dialog', { name: 'Photo preview' }).getByRole('img', { name: /^Photo \d/ })
const inBin = (page: Page) => page.getByRole('list', { name: 'Deleted photos' }).getByRole('listitem')

/** Selects photos by position and opens the confirmation of their deletion. */
async function openDeleteDialog(page: Page, ...positions: number[]) {
  const { tile, select } = createGrid(page)
  await select()
  for (const position of positions) await tile(position).click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toBeVisible()
}

const confirm = (page: Page) => question(page).getByRole('button', { name: 'Delete', exact: true }).click()

test('PL-102 OP-91 Undo restores deleted photos to their places, Recently deleted restores selected photos or all', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer }) => {
  const { open, tiles, tile } = createGrid(page)
  const ids = await library.add(4)
  await open()
  await openDeleteDialog(page, 2, 3)
  await expect(question(page)).toContainText('Taken between 28 June 2024 and 29 June 2024.')
  await expect(question(page)).toContainText('They stay in Recently deleted for 30 days')
  await confirm(page)
  await expect(getToast(page, '2 photos deleted')).toBeVisible()
  await expect(tiles).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(getToast(page, '2 photos restored')).toBeVisible()
  await expect.poll(() => idsOnPage(page)).toEqual(ids)
  await expectPictureLoaded(tile(2))
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 0 })

  await openDeleteDialog(page, 1, 2, 3, 4)
  await confirm(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await chooseAction(page, 'Recently deleted')
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
  await expect(page).toHaveURL('/my-photos/deleted')
  await expect(inBin(page)).toHaveCount(4)
  const first = inBin(page).first().getByRole('button')
  await expect(first).toHaveAccessibleName(/^Photo 1, deleted on \d+ \w+ \d{4}, gone for good in 30 days$/)
  await expectPictureLoaded(first)
  await first.press(' ')
  await expect(bar(page)).toContainText('1 selected')
  await bar(page).getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(getToast(page, 'Photo restored')).toBeVisible()
  await expect(inBin(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Restore all' }).click()
  await expect(question(page)).toContainText('Restore 3 photos?')
  await question(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Nothing in Recently deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Back to photos' }).click()
  await expect.poll(() => idsOnPage(page)).toEqual(ids)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 0 })
})

test('RV-117 OP-91 a deleted photo opens in large and is restored or deleted permanently from there', async ({
  signedIn: page,
  library,
  customer,
}) => {
  const viewer = page.getByRole('dialog', { name: 'Photo preview' })
  const photoIds = await library.add(4)
  await customer.client.call(deletePhotos, { body: { photoIds } })
  await page.goto('/my-photos/deleted')
  await expect(inBin(page)).toHaveCount(4)
  await inBin(page).first().getByRole('button').click()
  await expect(picture(page)).toHaveAccessibleName(/^Photo 1 of 4/)
  await expect(page).toHaveURL(/\/my-photos\/deleted\/preview\/[\da-f-]{36}$/)
  const first = page.url()
  await page.keyboard.press('ArrowRight')
  await expect(picture(page)).toHaveAccessibleName(/^Photo 2 of 4/)
  await expect(page).not.toHaveURL(first)
  await page.reload()
  await expect(picture(page)).toHaveAccessibleName(/^Photo 2 of 4/)
  await expectPictureLoaded(picture(page))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/my-photos/deleted')
  await expect(inBin(page).nth(1).getByRole('button')).toBeFocused()

  await page.keyboard.press('Enter')
  await viewer.getByRole('button', { name: 'Restore' }).click()
  await expect(getToast(page, 'Photo restored')).toBeVisible()
  await expect(picture(page)).toHaveAccessibleName(/of 3/)
  await viewer.getByRole('button', { name: 'Delete forever' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(picture(page)).toHaveAccessibleName(/of 3/)
  await viewer.getByRole('button', { name: 'Delete forever' }).click()
  await question(page).getByRole('button', { name: 'Delete forever' }).click()
  await expect(picture(page)).toHaveAccessibleName(/of 2/)
  expect(await findViolations(page)).toEqual([])
  await page.goto(`/my-photos/deleted/preview/${crypto.randomUUID()}`)
  await expect(page).toHaveURL('/my-photos/deleted')
  await expect(inBin(page)).toHaveCount(2)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 1, deletedCount: 2 })
})

test('PL-065 PL-066 OP-91 deleting in the preview shows the photo before, for the first one the second, for the only one the list; a permanent deletion is confirmed and final', async ({
  signedIn: page,
  library,
  customer,
}) => {
  const deleteShown = async () => {
    await page.getByRole('dialog', { name: 'Photo preview' }).getByRole('button', { name: 'Delete' }).click()
    await confirm(page)
    await expect(question(page)).toHaveCount(0)
  }
  const [newest, second, third] = await library.add(3)
  await page.goto(`/my-photos/photos/preview/${third}`)
  await expect(picture(page)).toHaveAccessibleName(/^Photo 3 of 3/)
  await deleteShown()
  await expect(picture(page)).toHaveAccessibleName(/^Photo 2 of 2/)
  await expect(page).toHaveURL(`/my-photos/photos/preview/${second}`)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/my-photos/photos/preview/${newest}`)
  await deleteShown()
  await expect(picture(page)).toHaveAccessibleName(/^Photo 1 of 1/)
  await expect(page).toHaveURL(`/my-photos/photos/preview/${second}`)
  await deleteShown()
  await expect(page).toHaveURL('/my-photos/photos')
  await expect(page.getByText('Your photo library is empty')).toBeVisible()

  const requests: Request[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE' && request.url().endsWith('/bin')) requests.push(request)
  })
  await chooseAction(page, 'Recently deleted')
  await expect(inBin(page)).toHaveCount(3)
  await inBin(page).nth(1).locator('[data-check]').click()
  await bar(page).getByRole('button', { name: 'Delete forever' }).click()
  await expect(question(page)).toContainText('This photo can’t be brought back.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  expect(requests).toHaveLength(0)
  await bar(page).getByRole('button', { name: 'Delete forever' }).click()
  await question(page).getByRole('button', { name: 'Delete forever' }).click()
  await expect(getToast(page, 'Photo deleted forever')).toBeVisible()
  await expect(inBin(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Empty', exact: true }).click()
  await question(page).getByRole('button', { name: 'Delete forever' }).click()
  await expect(page.getByText('Nothing in Recently deleted')).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 0, deletedCount: 0 })
})

test('PL-020 PL-104 PL-105 PL-106 OP-91 deleting all photos requires the typed word, shows in other tabs and is undone; axe finds no violation in the modal and during it', async ({
  signedIn: page,
  library,
  customer,
}) => {
  const { open } = createGrid(page)
  await library.add(5)
  await open()
  const ids = await idsOnPage(page)
  const other = await page.context().newPage()
  await other.goto('/my-photos/photos')
  await expect.poll(() => idsOnPage(other)).toEqual(ids)

  await chooseAction(page, 'Delete all photos')
  const field = question(page).getByRole('textbox', { name: 'Type DELETE to confirm' })
  await expect(field).toBeFocused()
  await field.fill('delete')
  await page.keyboard.press('Enter')
  await expect(question(page).getByText('Please type DELETE to confirm')).toBeVisible()
  await expect(field).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 5 })
  await field.fill('DELETE')
  await page.keyboard.press('Enter')

  await expect(question(page)).toHaveCount(0)
  const line = (tab: Page) => tab.getByRole('complementary', { name: 'In progress' })
  await expect(line(page)).toContainText('5 photos deleted')
  for (const tab of [page, other]) {
    await expect(tab.getByText('Your photo library is empty')).toBeVisible()
    await expect(photosTab(tab)).toHaveText(/0/)
  }
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 0, deletedCount: 5 })
  await line(page).getByRole('button', { name: 'Undo' }).click()
  await expect(line(page)).toContainText('Undone')
  for (const tab of [page, other]) await expect.poll(() => idsOnPage(tab)).toEqual(ids)

  // Only the bench has libraries large enough to show progress: here the answers are changed.
  const move = { moveId: crypto.randomUUID(), to: 'bin', state: 'running', photos: 100_000, moved: 34_000 }
  const totals = await customer.client.call(getUser)
  const { items } = await customer.client.call(getActivity)
  const running = items
    .filter(({ kind }) => kind === 'library.deleted')
    .map(item => ({ ...item, state: 'running', total: move.photos, done: move.moved }))
  await withholdFirstScreen(page)
  await page.route('**/photo-management/users', route => route.fulfill({ json: { ...totals, move } }))
  await page.route('**/account/activity', route => route.fulfill({ json: { items: running } }))
  await page.reload()
  const progress = page.getByRole('progressbar', { name: 'Deleting all photos' })
  await expect(progress).toHaveAttribute('aria-valuenow', '34')
  await expect(line(page)).toContainText('34,000 / 100,000')
  expect(await findViolations(page)).toEqual([])
})
