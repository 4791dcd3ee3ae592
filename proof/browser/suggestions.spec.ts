import type { Page } from '@playwright/test'
import { addAlbumPhotos, createAlbum, getAlbumPhotos, getAlbums } from '#contract/albums.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import { chooseAction } from './fixtures/more-actions.ts'
import { getHeading, getToast } from './fixtures/screen.ts'
import { enterAddress } from './fixtures/shop.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

/** Four days with a week between them, ten photos each; every third photo is upright. */
const PICTURES = Array.from({ length: 40 }, (_, index) => {
  const day = String(1 + 7 * Math.floor(index / 10)).padStart(2, '0')
  const isUpright = index % 3 === 0
  return {
    taken: `2024:06:${day} 10:${String(5 * (index % 10)).padStart(2, '0')}:00`,
    width: isUpright ? 120 : 180,
    height: isUpright ? 180 : 120,
  }
})

const photos = (page: Page) => page.getByRole('main').locator('button[data-photo]')
const listIds = (page: Page) =>
  photos(page).evaluateAll(tiles => tiles.map(tile => (tile as HTMLElement).dataset.photo ?? ''))
const number = (page: Page) => page.getByRole('spinbutton', { name: 'Number of photos' })
const reason = (page: Page) => page.getByRole('dialog', { name: 'Why this one?' })

async function suggest(page: Page, count: number): Promise<string[]> {
  await number(page).fill(String(count))
  await page.getByRole('button', { name: `Suggest ${count} photos` }).click()
  await expect(getHeading(page, `${count} photos suggested`)).toBeVisible()
  // The heading is there before the photos.
  await expect(photos(page)).toHaveCount(count)
  return listIds(page)
}

test('RV-1149 on phones events of one photo share a row', async ({ signedIn: page, library }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await library.add(PICTURES)
  await page.goto('/my-photos/suggest')
  await suggest(page, 4)
  const tops = await photos(page).evaluateAll(all =>
    all.map(each => Math.round(each.getBoundingClientRect().top)),
  )
  expect(new Set(tops).size).toBe(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('NX-231 NX-232 NX-234 NX-235 12 photos are suggested, changed, restored by Undo and Back, and saved as an album in their order', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer: { client } }) => {
  await library.add(PICTURES)
  await page.goto('/my-photos/photos')
  await page.getByRole('button', { name: 'Suggest a selection' }).click()
  await expect(getHeading(page, 'Suggest a selection')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'All photos 40' })).toBeChecked()
  // The squares of a picture are random: one or two may count as blurred.
  await expect(
    page.getByText(/^There are (3[89]|40) photos to choose from\. We suggest all of them\.$/),
  ).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])

  const first = await suggest(page, 12)
  expect(new Set(first).size).toBe(12)
  await expect(page.getByText(/All 4 events are covered\./)).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])

  await photos(page).nth(1).click()
  await expect(reason(page)).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await reason(page).getByRole('button', { name: 'Choose photo 1 instead' }).click()
  await expect(getToast(page, 'Photo replaced')).toBeVisible()
  await expect(photos(page).nth(1)).toHaveAccessibleName(/Your choice$/)
  await expect(photos(page)).toHaveCount(12)
  const swapped = await listIds(page)
  expect(swapped.filter(id => !first.includes(id))).toHaveLength(1)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => listIds(page)).toEqual(first)
  await page.goForward()
  await expect.poll(() => listIds(page)).toEqual(swapped)

  await page.getByRole('button', { name: 'One photo more' }).first().click()
  await expect(getHeading(page, '13 photos suggested')).toBeVisible()
  await expect(getToast(page, 'Number of photos changed')).toBeVisible()
  await page.goBack()
  await expect(getHeading(page, '12 photos suggested')).toBeVisible()
  await expect.poll(() => listIds(page)).toEqual(swapped)
  await page.reload()
  await expect(getHeading(page, '12 photos suggested')).toBeVisible()
  await expect.poll(() => listIds(page)).toEqual(swapped)

  await page.getByRole('button', { name: 'Use 12 photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use 12 photos' })
  await expect(dialog.getByRole('button')).toHaveText([
    '',
    /^Photo book/,
    /^Calendar/,
    /^Order prints/,
    /^New album/,
    /^Copy to album/,
    /^Download/,
  ])
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save as album' }).click()
  await expect(page.getByRole('textbox', { name: 'Album name' })).toHaveValue('June 2024')
  await page.getByRole('button', { name: 'Create album' }).click()
  await expect(page.getByRole('link', { name: 'June 2024' })).toBeVisible()
  const [album] = (await client.call(getAlbums)).albums
  const page1 = await client.call(getAlbumPhotos, {
    params: { id: album!.albumId },
    query: { sortKey: 'dateTaken', sortOrder: 'asc' },
  })
  expect(page1.images.map(({ imageId }) => imageId)).toEqual(swapped)
})

test('NX-231 NX-234 a period is set, photos are suggested, swapped and left out by the keyboard alone', async ({
  signedIn: page,
  library,
}) => {
  await library.add(
    PICTURES.map((picture, index) => ({
      ...picture,
      taken: picture.taken.replace(':06:', index < 20 ? ':05:' : ':06:'),
    })),
  )
  await page.goto('/my-photos/suggest')
  await tabTo(page.getByRole('radio', { name: 'All photos 40' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'A period' })).toBeFocused()
  await expect(page.getByText('May 2024 to June 2024 · 40 photos')).toBeVisible()
  await tabTo(page.getByRole('slider', { name: 'First month' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'First month' })).toHaveAttribute(
    'aria-valuetext',
    'June 2024',
  )
  await expect(page.getByText('June 2024 · 20 photos')).toBeVisible()
  await expect(page).toHaveURL(/source=2024-06\.\.2024-06$/)
  await tabTo(number(page))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('6')
  await tabTo(page.getByRole('button', { name: 'Suggest 6 photos' }))
  await page.keyboard.press('Enter')
  await expect(getHeading(page, '6 photos suggested')).toBeVisible()
  await expect(photos(page)).toHaveCount(6)
  const first = await listIds(page)

  await tabTo(photos(page).first())
  await page.keyboard.press('Enter')
  await expect(reason(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reason(page)).toHaveCount(0)
  await expect(photos(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(reason(page).getByRole('button', { name: 'Leave out' }))
  await page.keyboard.press('Enter')
  await expect(getToast(page, 'Photo left out')).toBeVisible()
  await expect.poll(async () => (await listIds(page)).includes(first[0]!)).toBe(false)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => listIds(page)).toEqual(first)
})

test('NX-231 the selected photos are a source; NX-236 other photos of the same source are suggested', async ({
  signedIn: page,
  library,
}) => {
  await library.add(PICTURES)
  const { open, select, tile } = createGrid(page)
  await open()
  await select()
  for (const position of [1, 2, 3, 11, 12, 13]) await tile(position).click()
  await page.getByRole('button', { name: 'Suggest a selection' }).click()
  await expect(page.getByRole('radio', { name: 'Selected photos 6' })).toBeChecked()
  await expect(page.getByText('of 6 photos')).toBeVisible()
  const first = await suggest(page, 2)
  await page.getByRole('button', { name: 'Suggest others' }).click()
  await expect.poll(async () => (await listIds(page)).some(id => first.includes(id))).toBe(false)
  await expect(page.getByText(/^From 6 photos/)).toBeVisible()
  await page.goBack()
  await expect.poll(() => listIds(page)).toEqual(first)
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(page.getByRole('radio', { name: 'Selected photos 6' })).toBeChecked()
  await expect(number(page)).toHaveValue('2')
})

test('NX-231 NX-233 an album is a source; what was left out is listed by reason and can be added', async ({
  signedIn: page,
  library,
  customer: { client },
}) => {
  const pictures = PICTURES.slice(0, 10).map((picture, index) => ({
    ...picture,
    ...(index === 9 && { fileName: 'Screenshot_9.jpg' }),
  }))
  const photoIds = await library.add(pictures)
  const { albumId } = await client.call(createAlbum, { body: { name: 'Oslo' } })
  await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  await page.goto(`/my-photos/albums/${albumId}`)
  await chooseAction(page, 'Suggest a selection')
  await expect(page.getByRole('combobox', { name: 'Album' })).toHaveValue(albumId)
  await expect(page.getByText('of 10 photos')).toBeVisible()
  await suggest(page, 3)
  await page.getByRole('button', { name: 'Show what was left out' }).click()
  const dialog = page.getByRole('dialog', { name: 'What was left out' })
  await dialog.getByRole('tab', { name: 'Screenshots and documents 1' }).click()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: /^Add: Photo 1 of 1/ }).click()
  await expect(dialog.getByText('Nothing was left out.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getHeading(page, '4 photos suggested')).toBeVisible()
  await expect(photos(page).last()).toHaveAccessibleName(/Your choice$/)
})

test('NX-235 a suggestion goes to the photo book’s editor in its order, is ordered there, and My orders shows it', {
  tag: '@suite',
}, async ({ signedIn: page, library }) => {
  // Two weeks with a week between them; the first photo is upright, the sixth too small for a full page.
  const pictures = Array.from({ length: 12 }, (_, index) => ({
    taken: `2024:06:${index < 6 ? '03' : '17'} 10:${String(5 * (index % 6)).padStart(2, '0')}:00`,
    ...(index === 0 ? { width: 1500, height: 2200 } : { width: 2200, height: 1500 }),
    ...(index === 5 && { width: 600, height: 400 }),
  }))
  const ids = await library.add(pictures)
  await page.goto('/my-photos/suggest')
  const names = (await suggest(page, 12)).map(id => `holiday-${ids.indexOf(id) + 1}.jpg`)
  expect(names).toEqual(pictures.map((_, index) => `holiday-${index + 1}.jpg`))
  await page.getByRole('button', { name: 'Use 12 photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use 12 photos' })
  const book = dialog.getByRole('button', { name: 'Photo book' })
  await expect(book).toContainText('12 photos · 24 to 48 pages · from £25.95')
  await expect(dialog.getByRole('button', { name: 'Calendar' })).toContainText(
    'Room for 13 photos · from £17.95',
  )
  await expect(dialog).toContainText('1 of them is too small for a full page; the editor says where.')
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await book.click()
  await expect(page.getByRole('alertdialog')).toContainText('Adding 12 photos to editor...')

  await page.waitForURL(/\/prints\/[0-9a-f-]{36}\/photo-book$/)
  const pages = page.getByRole('region', { name: '24 pages, 12 photos' })
  const shown = pages.getByRole('img', { name: /^holiday/ })
  const readShown = () => shown.evaluateAll(all => all.map(image => (image as HTMLImageElement).alt))
  await expect.poll(readShown).toEqual(names)
  await expect(pages.getByRole('listitem').nth(5)).toContainText('Too small for a full page: holiday-6.jpg')
  await expect(pages.getByText(/too small for a full page/i)).toHaveCount(2)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByLabel('Title').fill('June in the garden')
  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await enterAddress(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('kept for another 18 months')

  await page.goto('/orders')
  const order = page.getByRole('main').getByRole('listitem').filter({ hasText: 'June in the garden' }).first()
  await expect(order).toBeVisible()
  // Its cover is the only upright photo.
  const isUpright = (image: HTMLImageElement) => image.naturalHeight > image.naturalWidth
  await expect.poll(() => order.locator('img').first().evaluate(isUpright)).toBe(true)
})
