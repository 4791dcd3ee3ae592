import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

export async function openPhotos(page: Page): Promise<void> {
  await page.goto('/my-photos/photos')
  await expect(getTiles(page).first()).toBeVisible()
  await waitForPictures(page)
}

export async function openAlbums(page: Page): Promise<void> {
  await page.goto('/my-photos/albums')
  await expect(page.getByRole('link', { name: /^Summer by the sea/ })).toBeVisible()
  await waitForPictures(page)
}

/** Opens a path and waits until what the page shows there is visible. */
export const createOpener = (path: string, getContent: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(path)
  await expect(getContent(page)).toBeVisible()
}

/** Selects photos by their places. */
export async function selectPhotos(page: Page, ...places: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const place of places) await getTiles(page).nth(place).click()
}

export const getTiles = (page: Page) => page.getByRole('button', { name: /^Photo \d/ })

/** Waits until every photo in view has its pixels. */
export async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Tiles behind the header are not loaded.
    const header = 100
    const inView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > header && top < innerHeight
    }
    const tiles = [...document.querySelectorAll('[role=gridcell] button')].filter(inView)
    const images = [...document.images].filter(inView)
    return (
      images.length > 0 &&
      images.every(image => image.complete && image.naturalWidth > 0) &&
      tiles.every(tile => tile.querySelector('img') || !/^Photo /.test(tile.getAttribute('aria-label') ?? ''))
    )
  })
}

export async function openOrder(page: Page, code: string): Promise<void> {
  await page.goto(`/orders/${code}`)
  await expect(page.getByRole('heading', { name: 'Products', exact: false })).toBeVisible()
}

/** Opens the page with this title and waits until it has loaded. */
export async function openPage(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/** Replaces fields of an answer. */
export async function overrideAnswer(page: Page, address: string, override: object): Promise<void> {
  await page.route(address, async route => {
    // The page may have been closed meanwhile.
    const answer = await route.fetch().catch(() => null)
    if (answer) await route.fulfill({ response: answer, json: { ...(await answer.json()), ...override } })
  })
}

/** Files to upload: four new valid pictures, a truncated one, and one that is not a picture. */
export async function createUploadFiles(page: Page) {
  const pictureUrls = await page
    .locator('img[src*="/media/"]')
    .evaluateAll(images => images.map(image => (image as HTMLImageElement).src))
  const goodFiles = await Promise.all(
    pictureUrls.slice(0, 4).map(async (address, index) => {
      const picture = await page.request.get(address)
      const buffer = await sharp(await picture.body())
        .resize(1000 + fileCount++)
        .withExif({ IFD2: { DateTimeOriginal: `2019:07:0${index + 1} 10:00:00` } })
        .jpeg()
        .toBuffer()
      return { name: `IMG_20190701_10000${index}.jpg`, mimeType: 'image/jpeg', buffer }
    }),
  )
  const croppedJpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#86a' } })
    .resize(800 + fileCount++)
    .jpeg()
    .toBuffer()
  return [
    ...goodFiles.slice(0, 2),
    {
      name: 'cut-off.jpg',
      mimeType: 'image/jpeg',
      buffer: croppedJpeg.subarray(0, croppedJpeg.length - 400),
    },
    { name: 'invitation.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ...goodFiles.slice(2),
  ]
}

let fileCount = 0
