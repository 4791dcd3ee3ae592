import type { Page } from '@playwright/test'
import { addAlbumPhotos, createAlbum, getAlbumPhotos } from '#contract/albums.ts'
import { deletePhotos, getUser } from '#contract/photos.ts'
import { findViolations } from './fixtures/axe.ts'
import { addSimilarPhotos } from './fixtures/similar-photos.ts'
import { expect, test } from './fixtures/test.ts'

const PATH = '/my-photos/tidy-up'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Tidy up' }).getByRole('link', { name })
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test('NX-219 NX-222 NX-223 NX-225 @phone similar shots: reasons, choices, Bin and Undo', {
  tag: '@suite',
}, async ({ signedIn: page, customer, library }) => {
  await addSimilarPhotos(library, customer)
  await page.goto(PATH)
  await expect(tab(page, 'Similar shots')).toContainText('1')
  await expect(tab(page, 'Copies')).toContainText('1')
  const shots = section(page, /14 June 2026, 19:42/)
  await expect(shots).toContainText('3 shots within 3 seconds · Canon EOS R5')
  await expect(shots.getByText('Blurred')).toBeVisible()
  await expect(shots.getByText('Recommended')).toBeVisible()
  await expect(shots.getByRole('radio', { name: 'Bin', checked: true })).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
  await shots.getByRole('button', { name: 'Bin 1', exact: true }).click()
  await expect(page.getByText('1 photo moved to Recently deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 5, deletedCount: 1 })
  await expect(tab(page, 'Similar shots')).toContainText('0')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shots).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 6, deletedCount: 0 })
})

test('NX-224 NX-227 copies: differences, albums move to the best one, a changed group is shown again', async ({
  signedIn: page,
  customer,
  library,
}) => {
  const ids = await addSimilarPhotos(library, customer)
  const { client } = customer
  const { albumId } = await client.call(createAlbum, { body: { name: 'Family' } })
  await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [ids[4]!] } })
  await page.goto(PATH)
  await tab(page, 'Copies').click()
  await expect(tab(page, 'Copies')).toHaveAttribute('aria-current', 'page')
  await expect(tab(page, 'Similar shots')).not.toHaveAttribute('aria-current')
  const copies = section(page, 'shop.jpg')
  await expect(copies).toContainText('3 copies')
  await expect(copies).toContainText('Album: Family')
  await expect(copies).toContainText('turned by 90°')
  await expect(copies).toContainText('450 × 300')
  expect(await findViolations(page)).toEqual([])
  await client.call(deletePhotos, { body: { photoIds: [ids[5]!] } })
  await expect(copies).toContainText('2 copies')
  await copies.getByRole('button', { name: 'Bin 1', exact: true }).click()
  await expect(page.getByText('1 photo moved to Recently deleted.')).toBeVisible()
  const { images } = await client.call(getAlbumPhotos, { params: { id: albumId } })
  expect(images.map(({ imageId }) => imageId)).toEqual([ids[3]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(copies).toBeVisible()
  await copies.getByRole('button', { name: 'These are not the same' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to tidy up' })).toBeVisible()
})

test('NX-226 RV-1161 all groups are decided after a question with its numbers, and undone by the line of running work', async ({
  signedIn: page,
  customer,
  library,
}) => {
  await addSimilarPhotos(library, customer)
  await page.goto(`${PATH}?tab=copies`)
  await page.getByRole('button', { name: 'Tidy up all 1' }).click()
  const question = page.getByRole('alertdialog', { name: 'Tidy up 1 group?' })
  await expect(question).toContainText('2 copies')
  await question.getByRole('button', { name: 'Bin 2 photos' }).click()
  const line = page.getByRole('complementary', { name: 'In progress' })
  await expect(line).toContainText('2 photos moved to Recently deleted.')
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 2 })
  await line.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'shop.jpg')).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 6, deletedCount: 0 })
})

test('RV-1149 phones show every shot of a group, and decide all groups at once', async ({
  signedIn: page,
  customer,
  library,
}) => {
  await addSimilarPhotos(library, customer)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(PATH)
    for (const [name, count] of [
      [/14 June 2026, 19:42/, 3],
      ['shop.jpg', 3],
    ] as const) {
      if (name === 'shop.jpg') await tab(page, 'Copies').click()
      const shots = section(page, name)
        .getByRole('listitem')
        .filter({ has: page.getByRole('img') })
      await expect(shots).toHaveCount(count)
      const sides = await shots.evaluateAll(all =>
        all.map(each => each.getBoundingClientRect()).flatMap(({ left, right }) => [left, right]),
      )
      expect(Math.min(...sides)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...sides)).toBeLessThanOrEqual(width)
    }
    await expect(page.getByRole('button', { name: 'Tidy up all 1' })).toBeInViewport()
    expect(await findViolations(page)).toEqual([])
  }
})

test('NX-228 Compare shows two photos, zooms them together and changes the right one by arrow keys', async ({
  signedIn: page,
  customer,
  library,
}) => {
  await addSimilarPhotos(library, customer)
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  const pictures = dialog.getByRole('img')
  await expect(pictures).toHaveCount(2)
  const sources = () => pictures.evaluateAll(all => all.map(each => (each as HTMLImageElement).src))
  const [left, right] = await sources()
  await page.keyboard.press('ArrowRight')
  await expect.poll(sources).not.toEqual([left, right])
  expect((await sources())[0]).toBe(left)
  const transforms = () => pictures.evaluateAll(all => all.map(each => (each as HTMLElement).style.transform))
  await page.keyboard.press('+')
  await expect.poll(transforms).toEqual(Array(2).fill('translate(0%, 0%) scale(1.5)'))
  await pictures.first().dblclick()
  await expect.poll(transforms).toEqual(Array(2).fill('translate(0%, 0%) scale(1)'))
  await dialog.getByRole('radio', { name: 'Keep' }).last().check({ force: true })
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Compare' })).toBeFocused()
})
