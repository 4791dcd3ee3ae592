import type { Page, Request } from '@playwright/test'
import { getUser } from '#contract/photos.ts'
import { violations } from './fixtures/axe.ts'
import { gridOf, seesPicture } from './fixtures/grid.ts'
import { expect, test } from './fixtures/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const question = (page: Page) => page.getByRole('alertdialog')
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const idsOnPage = (page: Page) =>
  page.locator('[data-photo]').evaluateAll(tiles => tiles.map(tile => (tile as HTMLElement).dataset.photo))
const photosTab = (page: Page) =>
  page.getByRole('navigation', { name: 'My photos' }).getByRole('link', { name: /^Photos/ })
const inBin = (page: Page) => page.getByRole('list', { name: 'Deleted photos' }).getByRole('listitem')

/** Selects photos by position and asks to delete them. */
async function askToDelete(page: Page, ...positions: number[]) {
  const { tile, select } = gridOf(page)
  await select()
  for (const position of positions) await tile(position).click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toBeVisible()
}

const confirm = (page: Page) => question(page).getByRole('button', { name: 'Delete', exact: true }).click()

/** The ids of every call to delete, in order; `answer` says what becomes of it. */
async function onDelete(page: Page, answer: (ids: string[], call: number) => Answered | Promise<Answered>) {
  const calls: string[][] = []
  await page.route('**/photo-management/photos', async route => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const { photoIds } = route.request().postDataJSON() as { photoIds: string[] }
    calls.push(photoIds)
    const answered = await answer(photoIds, calls.length)
    if (answered === 'really') await route.continue()
    else if (typeof answered === 'number') await route.fulfill({ status: answered, json: {} })
    else await route.fulfill({ json: answered })
  })
  return calls
}

type Answered = 'really' | number | { failed: string[] }

test('PL-100 PL-097 one photo leaves at once, comes back in its place on failure, and a second try works', async ({
  signedIn: page,
  library,
  noise,
}) => {
  noise.allow(/status of 500/, /Status Code: 500/)
  const { open, tiles } = gridOf(page)
  const ids = await library.add(4)
  const held = Promise.withResolvers<void>()
  await onDelete(page, async (_, call) => {
    if (call > 1) return 'really'
    await held.promise
    return 500
  })
  await open()
  await askToDelete(page, 2)
  await expect(question(page)).toContainText('Delete this photo?')
  await confirm(page)
  await expect(tiles).toHaveCount(3)
  expect(await idsOnPage(page)).toEqual([ids[0], ids[2], ids[3]])
  await expect(photosTab(page)).toHaveText('Photos 3')
  await expect(question(page)).toBeVisible()
  held.resolve()
  await expect(question(page).getByRole('alert')).toHaveText('Error: Your photo could not be deleted')
  expect(await idsOnPage(page)).toEqual(ids)
  await expect(photosTab(page)).toHaveText('Photos 4')
  await confirm(page)
  await expect(question(page)).toHaveCount(0)
  await expect(toast(page, 'Photo deleted')).toBeVisible()
  expect(await idsOnPage(page)).toEqual([ids[0], ids[2], ids[3]])
})

test('PL-097 PL-103 photos the service could not delete: the alert stays in the modal, cancel resets it', async ({
  signedIn: page,
  library,
  context,
  noise,
}) => {
  noise.allow(/Exceeded maximum amount of retries!|Failed to delete photo!/)
  await context.clock.install()
  const { open, tiles } = gridOf(page)
  const ids = await library.add(4)
  const calls = await onDelete(page, asked => ({ failed: asked }))
  await open()
  await askToDelete(page, 1, 3)
  await confirm(page)
  // Three more tries, after 1, 2 and 4 s (OP-19).
  for (const [index, pause] of [1000, 2000, 4000].entries()) {
    await expect.poll(() => calls.length).toBe(index + 1)
    await context.clock.runFor(pause)
  }
  await expect(question(page).getByRole('alert')).toHaveText('Error: Your photos could not be deleted')
  expect(calls).toEqual(Array.from({ length: 4 }, () => [ids[0], ids[2]]))
  expect(await idsOnPage(page)).toEqual(ids)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toContainText('Delete 2 photos?')
  await expect(question(page).getByRole('alert')).toHaveCount(0)
  await page.unroute('**/photo-management/photos')
  await confirm(page)
  await expect(toast(page, '2 photos deleted')).toBeVisible()
  await expect(tiles).toHaveCount(2)
})

test('PL-101 PL-102 only what failed is sent again; what is deleted stays deleted', async ({
  signedIn: page,
  library,
  context,
  customer,
  noise,
}) => {
  noise.allow(/Exceeded maximum amount of retries!/)
  await context.clock.install()
  const { open } = gridOf(page)
  const ids = await library.add(4)
  const stubborn = ids[3]!
  const calls = await onDelete(page, async asked => {
    const others = asked.filter(id => id !== stubborn)
    if (others.length > 0)
      await customer.client.fetch('/api/photo-management/photos', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ photoIds: others }),
      })
    return { failed: asked.filter(id => id === stubborn) }
  })
  await open()
  await askToDelete(page, 2, 4)
  await confirm(page)
  for (const [index, pause] of [1000, 2000, 4000].entries()) {
    await expect.poll(() => calls.length).toBe(index + 1)
    await context.clock.runFor(pause)
  }
  await expect(question(page).getByRole('alert')).toHaveText('Error: Your photos could not be deleted')
  expect(calls).toEqual([[ids[1], stubborn], [stubborn], [stubborn], [stubborn]])
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => idsOnPage(page)).toEqual([ids[0], ids[2], stubborn])
  await expect(photosTab(page)).toHaveText('Photos 3')
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 3, deletedCount: 1 })
})

test('PL-101 more than a hundred go a hundred at a time', async ({ signedIn: page }) => {
  const { generateLibrary } = await import('./fixtures/generated-library.ts')
  const { open, select } = gridOf(page)
  await generateLibrary(page, [
    { year: 2024, month: 5, count: 130 },
    { year: 2024, month: 4, count: 120 },
  ])
  const calls = await onDelete(page, () => ({ failed: [] }))
  await open()
  await select()
  await bar(page).getByRole('button', { name: 'Select all' }).click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toContainText('Delete 250 photos?')
  await confirm(page)
  await expect(toast(page, '250 photos deleted')).toBeVisible()
  expect(calls.map(ids => ids.length)).toEqual([100, 100, 50])
  expect(new Set(calls.flat()).size).toBe(250)
})

test('PL-102 OP-91 Undo brings them back where they were', async ({ signedIn: page, library, customer }) => {
  const { open, tiles, tile } = gridOf(page)
  const ids = await library.add(4)
  await open()
  await askToDelete(page, 2, 3)
  await expect(question(page)).toContainText('Taken between 28 June 2024 and 29 June 2024.')
  await expect(question(page)).toContainText('They stay in Recently deleted for 30 days')
  await confirm(page)
  await expect(toast(page, '2 photos deleted')).toBeVisible()
  await expect(tiles).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '2 photos restored')).toBeVisible()
  await expect.poll(() => idsOnPage(page)).toEqual(ids)
  await seesPicture(tile(2))
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 0 })
})

test('OP-91 Recently deleted gives back what is chosen, or all', async ({
  signedIn: page,
  library,
  customer,
}) => {
  const { open, tiles } = gridOf(page)
  const ids = await library.add(4)
  await open()
  await askToDelete(page, 1, 2, 3)
  await confirm(page)
  await expect(tiles).toHaveCount(1)
  await page.getByRole('main').getByRole('link', { name: 'Recently deleted' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
  await expect(page).toHaveURL('/my-photos/deleted')
  await expect(inBin(page)).toHaveCount(3)
  const first = inBin(page).first().getByRole('button')
  await expect(first).toHaveAccessibleName(/^Photo 1, deleted on \d+ \w+ \d{4}, gone for good in 30 days$/)
  await seesPicture(first)
  await first.click()
  await expect(bar(page)).toContainText('1 selected')
  await bar(page).getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(toast(page, 'Photo restored')).toBeVisible()
  await expect(inBin(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Restore all' }).click()
  await expect(question(page)).toContainText('Restore 2 photos?')
  await question(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Nothing in Recently deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Back to photos' }).click()
  await expect.poll(() => idsOnPage(page)).toEqual(ids)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 0 })
})

test('OP-91 what is deleted for ever is gone, after a question', async ({
  signedIn: page,
  library,
  customer,
}) => {
  const { open } = gridOf(page)
  const requests: Request[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE' && request.url().endsWith('/bin')) requests.push(request)
  })
  await library.add(3)
  await open()
  await askToDelete(page, 1, 2, 3)
  await confirm(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  await page.goto('/my-photos/deleted')
  await expect(inBin(page)).toHaveCount(3)
  await inBin(page).nth(1).getByRole('button').click()
  await bar(page).getByRole('button', { name: 'Delete for ever' }).click()
  await expect(question(page)).toContainText('This photo cannot be brought back.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  expect(requests).toHaveLength(0)
  await bar(page).getByRole('button', { name: 'Delete for ever' }).click()
  await question(page).getByRole('button', { name: 'Delete for ever' }).click()
  await expect(toast(page, 'Photo deleted for ever')).toBeVisible()
  await expect(inBin(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Empty', exact: true }).click()
  await question(page).getByRole('button', { name: 'Delete for ever' }).click()
  await expect(page.getByText('Nothing in Recently deleted')).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 0, deletedCount: 0 })
})

test('PL-020 PL-104 PL-105 PL-106 OP-91 all photos go by the word, other tabs see it, and undo brings them back', async ({
  signedIn: page,
  library,
  customer,
}) => {
  const { open } = gridOf(page)
  await library.add(5)
  await open()
  const ids = await idsOnPage(page)
  const other = await page.context().newPage()
  await other.goto('/my-photos/photos')
  await expect.poll(() => idsOnPage(other)).toEqual(ids)

  await page.getByRole('button', { name: 'Delete all photos' }).click()
  const field = question(page).getByRole('textbox', { name: 'Type DELETE to confirm' })
  await expect(field).toBeFocused()
  await field.fill('delete')
  await page.keyboard.press('Enter')
  await expect(question(page).getByText('Please type DELETE to confirm')).toBeVisible()
  await expect(field).toBeFocused()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 5 })
  await field.fill('DELETE')
  await page.keyboard.press('Enter')

  await expect(question(page)).toHaveCount(0)
  await expect(toast(page, '5 photos deleted')).toBeVisible()
  for (const tab of [page, other]) {
    await expect(tab.getByText('Your photo library is empty')).toBeVisible()
    await expect(photosTab(tab)).toHaveText(/0/)
  }
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 0, deletedCount: 5 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '5 photos restored')).toBeVisible()
  for (const tab of [page, other]) await expect.poll(() => idsOnPage(tab)).toEqual(ids)
})

test('PL-104 PL-106 axe finds nothing in the modal and while all photos are being deleted', async ({
  signedIn: page,
  library,
  customer,
}) => {
  await library.add(2)
  const move = { moveId: crypto.randomUUID(), to: 'bin', state: 'running', photos: 100_000, moved: 34_000 }
  await gridOf(page).open()
  await page.getByRole('button', { name: 'Delete all photos' }).click()
  await expect(question(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page).getByText('Please type DELETE to confirm')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // Libraries that take long enough to look at are the bench's: here only the totals say so.
  const totals = await customer.client.call(getUser)
  await page.route('**/photo-management/users', route => route.fulfill({ json: { ...totals, move } }))
  await page.reload()
  const progress = page.getByRole('progressbar', { name: 'Deleting all photos' })
  await expect(progress).toHaveAttribute('aria-valuenow', '34')
  expect(await violations(page)).toEqual([])
})
