import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { addAlbumPhotos, createAlbum, getAlbumPhotos } from '#contract/albums.ts'
import { getUser } from '#contract/photos.ts'
import { findViolations } from './fixtures/axe.ts'
import type { Customer } from './fixtures/customer.ts'
import type { Library } from './fixtures/library.ts'
import { getToast } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const PATH = '/my-photos/tidy-up'

/** Draws a scene; different seeds are different pictures. */
async function drawScene(seed: number, { width = 900, height = 600, light = 1 } = {}): Promise<Sharp> {
  const pixels = Buffer.alloc(width * height * 3)
  const wave = (value: number) => Math.sin(value * (2 + (seed % 3)) + seed)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height]
      const isSun = Math.hypot(u - 0.2 - 0.6 * Math.abs(wave(seed)), v - 0.25) < 0.12
      const isHill = v > 0.6 + 0.2 * wave(u * 4)
      const isGrain = (x * 7 + y * 13) % 5 === 0
      const colour = isSun ? [255, 226, 122] : isHill ? [63, 125, 58] : [125, 180, 220]
      pixels.set(
        colour.map(value => Math.min(255, (isGrain ? value * 0.8 : value) * light)),
        (y * width + x) * 3,
      )
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const withExif = (picture: Sharp, second: number) =>
  picture.withExif({
    IFD0: { Make: 'Canon', Model: 'Canon EOS R5' },
    IFD2: { DateTimeOriginal: `2026:06:14 19:42:0${second}`, FNumber: '18/10', ExposureTime: '1/125' },
  })

/** Three shots in a row, the second blurred, the third almost as sharp, and a picture with two copies. */
async function addPhotos(library: Library, customer: Customer) {
  const shot = async (second: number, change: (picture: Sharp) => Sharp) => ({
    fileName: `IMG_${second}.jpg`,
    bytes: await withExif(change(await drawScene(1)), second)
      .jpeg({ quality: 95 })
      .toBuffer(),
  })
  const original = await (await drawScene(5)).png().toBuffer()
  const ids = await library.add([
    await shot(1, picture => picture),
    await shot(2, picture => picture.blur(8)),
    await shot(4, picture => picture.modulate({ brightness: 1.01 })),
    { fileName: 'shop.jpg', bytes: await sharp(original).jpeg({ quality: 95 }).toBuffer() },
    {
      fileName: 'IMG-20250406-WA0007.jpg',
      bytes: await sharp(original).resize(450).jpeg({ quality: 60 }).toBuffer(),
    },
    { fileName: 'turned.jpg', bytes: await sharp(original).rotate(90).resize(500).jpeg().toBuffer() },
  ])
  await expect
    .poll(async () => {
      const { images } = await customer.client.call((await import('#contract/photos.ts')).getPhotos)
      return images.filter(({ state }) => state === 'ready').length
    })
    .toBe(6)
  await group(customer)
  return ids
}

async function group({ accountId }: Customer) {
  const response = await fetch(`http://127.0.0.1:${process.env.E2E_OPERATOR_PORT}/groups`, {
    method: 'POST',
    body: JSON.stringify(accountId),
  })
  await response.text()
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Tidy up' }).getByRole('link', { name })
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test('NX-219 NX-222 NX-223 NX-225 @phone similar shots: reasons, choices, Bin and Undo', async ({
  signedIn: page,
  customer,
  library,
}) => {
  await addPhotos(library, customer)
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
  const ids = await addPhotos(library, customer)
  const { client } = customer
  const { albumId } = await client.call(createAlbum, { body: { name: 'Family' } })
  await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [ids[4]!] } })
  await page.goto(PATH)
  await tab(page, 'Copies').click()
  const copies = section(page, 'shop.jpg')
  await expect(copies).toContainText('3 copies')
  await expect(copies).toContainText('Album: Family')
  await expect(copies).toContainText('turned by 90°')
  await expect(copies).toContainText('450 × 300')
  expect(await findViolations(page)).toEqual([])
  await client.call((await import('#contract/photos.ts')).deletePhotos, { body: { photoIds: [ids[5]!] } })
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

test('NX-226 all groups are decided after a question with its numbers, and undone by the toast', async ({
  signedIn: page,
  customer,
  library,
}) => {
  await addPhotos(library, customer)
  await page.goto(`${PATH}?tab=copies`)
  await page.getByRole('button', { name: 'Tidy up all 1' }).click()
  const question = page.getByRole('alertdialog', { name: 'Tidy up 1 group?' })
  await expect(question).toContainText('2 copies')
  await question.getByRole('button', { name: 'Bin 2 photos' }).click()
  await expect(getToast(page)).toContainText('2 photos moved to Recently deleted.')
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 4, deletedCount: 2 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page, 'shop.jpg')).toBeVisible()
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 6, deletedCount: 0 })
})

test('NX-228 Compare shows two photos, zooms them together and changes the right one by arrow keys', async ({
  signedIn: page,
  customer,
  library,
}) => {
  await addPhotos(library, customer)
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

test('NX-219 a library without groups says so', async ({ signedIn: page }) => {
  await page.goto(PATH)
  await expect(page.getByRole('heading', { name: 'Nothing to tidy up' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
