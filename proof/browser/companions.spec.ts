import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { getAlbumPhotos, getAlbums } from '#contract/albums.ts'
import { getPhotos } from '#contract/photos.ts'
import { getPhotoPlace, updatePlaceChoice } from '#contract/places.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Add photos' })

const LONG = 'Geburtstag von Opa im Garten mit der ganzen Fami'
const YEAR = 'Google Photos/Photos from 2019'
const GARDEN = 'Google Photos/Opas Garten'

const THE_HAGUE = { latitude: 52.0799, longitude: 4.3113 }

const taken = (title: string, timestamp: number, more: object = {}) =>
  JSON.stringify({
    title,
    photoTakenTime: { timestamp: String(timestamp) },
    geoData: { latitude: 0, longitude: 0 },
    ...more,
  })

/** Noon in UTC of a day of May 2019. */
const may = (day: number) => Date.UTC(2019, 4, day, 12) / 1000

/** Files of a Takeout folder by their paths. */
async function takeoutFiles(): Promise<Map<string, string | Uint8Array>> {
  const picture = () => jpeg({ width: 300, height: 200 })
  const files = new Map<string, string | Uint8Array>()
  for (let day = 1; day <= 12; day++) {
    const name = `IMG_00${String(day).padStart(2, '0')}.jpg`
    files.set(`${YEAR}/${name}`, await picture())
    files.set(
      `${YEAR}/${name}.supplemental-metadata.json`,
      taken(name, may(day), day === 12 ? { geoData: THE_HAGUE } : {}),
    )
  }
  files.set(`${YEAR}/IMG_0001(1).jpg`, await picture())
  files.set(`${YEAR}/IMG_0001.jpg.supplemental-metadata(1).json`, taken('IMG_0001.jpg', may(20)))
  files.set(`${YEAR}/IMG_0002-edited.jpg`, await picture())
  files.set(`${YEAR}/${LONG.slice(0, 47)}.jpg`, await picture())
  files.set(
    `${YEAR}/${LONG.slice(0, 46)}.json`,
    taken(`${LONG}lie.jpg`, may(21), { description: 'Opa wird 80' }),
  )
  files.set(`${YEAR}/IMG_0030.jpg`, await picture())
  files.set(`${YEAR}/IMG_0030.jpg.supplemental-metadata.json`, '{ "title": "IMG_0030')
  files.set(`${YEAR}/IMG_0031.jpg`, await jpeg({ width: 300, height: 200, taken: '2015:01:02 03:04:05' }))
  files.set(`${YEAR}/IMG_0031.jpg.supplemental-metadata.json`, taken('IMG_0031.jpg', may(22)))
  files.set(`${YEAR}/metadata.json`, JSON.stringify({ title: 'Photos from 2019', date: { timestamp: '0' } }))
  files.set(`${YEAR}/.DS_Store`, 'x')
  files.set(`${GARDEN}/metadata.json`, JSON.stringify({ title: 'Opas Garten', date: { timestamp: '0' } }))
  for (const name of ['IMG_0003.jpg', 'IMG_0004.jpg']) {
    files.set(`${GARDEN}/${name}`, files.get(`${YEAR}/${name}`)!)
    files.set(
      `${GARDEN}/${name}.supplemental-metadata.json`,
      files.get(`${YEAR}/${name}.supplemental-metadata.json`)!,
    )
  }
  files.set('archive_browser.txt', 'text')
  files.set('Google Photos/print-subscriptions.json', '{}')
  return files
}

async function writeTakeout(
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<{ folder: string; count: number; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'takeout-'))
  const folder = join(parent, 'Takeout')
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return { folder, count: files.size - 1, remove: () => rm(parent, { recursive: true }) }
}

async function openDialog(page: Page) {
  await page.addInitScript(() => {
    delete (window as { showDirectoryPicker?: unknown }).showDirectoryPicker
  })
  await page.goto('/my-photos/photos')
  await page.getByRole('banner').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  await expect(modal(page)).toBeVisible()
}

async function chooseFolder(page: Page, folder: string) {
  const choosing = page.waitForEvent('filechooser')
  await modal(page).getByRole('button', { name: 'Choose a folder' }).click()
  await (await choosing).setFiles(folder)
}

test('NX-245 NX-247 NX-248 NX-250 a Takeout folder: the sum adds up on screen and in the receipt, dates are right, its album is made', {
  tag: '@suite',
}, async ({ signedIn: page, customer }) => {
  const takeout = await writeTakeout(await takeoutFiles())
  expect(takeout.count).toBe(41)
  await openDialog(page)
  await modal(page).getByRole('button', { name: 'How it works' }).click()
  await expect(modal(page)).toContainText('takeout.google.com')
  expect(await findViolations(page)).toEqual([])

  await chooseFolder(page, takeout.folder)
  await expect(modal(page)).toContainText(
    '41 files = 17 ready + 2 already there + 21 companions + 1 document',
  )
  const files = modal(page).getByRole('region', { name: 'Files' })
  await expect(files.getByText('21 companion files')).toBeVisible()
  await expect(files).toContainText('Hidden files are left out: .DS_Store.')
  await expect(files.getByText('1 file is no photo and isn’t added')).toBeVisible()
  const summary = modal(page).getByRole('region', { name: 'What comes along' })
  await expect(summary).toContainText('An export of Google Photos')
  await expect(summary).toContainText('18 dates, 1 title and 1 album come along.')
  await expect(summary).toContainText('18 photos keep their own date and place if they have them.')
  await expect(summary).toContainText('1 companion file is damaged and can’t be read.')
  await expect(summary).toContainText('1 file says nothing about photos.')

  const albums = modal(page).getByRole('region', { name: 'Make 1 album' })
  const album = albums.getByRole('checkbox', { name: 'Opas Garten 2 photos' })
  await expect(album).toBeChecked()
  await album.focus()
  await page.keyboard.press('Space')
  await expect(album).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(album).toBeChecked()
  const show = files.getByRole('button', { name: 'Show' }).first()
  await show.press('Enter')
  await expect(
    files
      .getByRole('listitem')
      .filter({ hasText: /supplemental-metadata\.json.*Used/ })
      .first(),
  ).toBeVisible()
  await files.getByRole('button', { name: 'Hide' }).press('Enter')
  expect(await findViolations(page)).toEqual([])

  await modal(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(modal(page)).toHaveCount(0)
  const { images } = await customer.client.call(getPhotos)
  const dates = Object.fromEntries(images.map(({ localFileName, dateTaken }) => [localFileName, dateTaken]))
  // Midnight of the next day in the browser's zone, Auckland.
  for (let day = 1; day < 12; day++)
    expect(dates[`IMG_00${String(day).padStart(2, '0')}.jpg`]).toMatch(
      `2019-05-${String(day + 1).padStart(2, '0')}T00:00:00`,
    )
  expect(dates).toMatchObject({
    // By the zone of its position.
    'IMG_0012.jpg': expect.stringContaining('2019-05-12T14:00:00'),
    'IMG_0001(1).jpg': expect.stringContaining('2019-05-21T00:00:00'),
    'IMG_0002-edited.jpg': expect.stringContaining('2019-05-03T00:00:00'),
    [`${LONG.slice(0, 47)}.jpg`]: expect.stringContaining('2019-05-22T00:00:00'),
    'IMG_0031.jpg': expect.stringContaining('2015-01-02T03:04:05'),
  })
  expect(images).toHaveLength(17)
  const [made] = (await customer.client.call(getAlbums)).albums
  expect(made).toMatchObject({ albumName: 'Opas Garten', photosCount: 2 })
  const inAlbum = await customer.client.call(getAlbumPhotos, { params: { id: made!.albumId } })
  expect(inAlbum.images.map(({ localFileName }) => localFileName).toSorted()).toEqual([
    'IMG_0003.jpg',
    'IMG_0004.jpg',
  ])

  await page.goto('/activity')
  await page.getByRole('link', { name: 'View receipt' }).click()
  await expect(page.getByRole('main')).toContainText(
    '41 files = 17 added + 2 already there + 21 companions + 1 document',
  )
  expect(await findViolations(page)).toEqual([])
  await takeout.remove()
})

test('NX-216 NX-245 while places are on, the place of a companion comes along, and says so', async ({
  signedIn: page,
  customer,
}) => {
  await customer.client.call(updatePlaceChoice, { body: { isOn: true } })
  const companion = taken('IMG_0001.jpg', may(1), { geoData: THE_HAGUE })
  const takeout = await writeTakeout(
    new Map<string, string | Uint8Array>([
      ['IMG_0001.jpg', await jpeg({ width: 300, height: 200 })],
      ['IMG_0001.jpg.supplemental-metadata.json', companion],
    ]),
  )
  await openDialog(page)
  await chooseFolder(page, takeout.folder)
  await expect(modal(page).getByRole('region', { name: 'What comes along' })).toContainText(
    '1 date and 1 place come along.',
  )
  await modal(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(modal(page)).toHaveCount(0)
  const readTown = async () => {
    const [photo] = (await customer.client.call(getPhotos)).images
    return photo && (await customer.client.call(getPhotoPlace, { params: { id: photo.imageId } })).town
  }
  await expect.poll(readTown).toMatchObject({ name: 'The Hague', country: 'NL' })
  await takeout.remove()
})

test('NX-250 a phone offers no folder @phone-only', async ({ signedIn: page }) => {
  await page.goto('/my-photos/upload')
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('RV-810 a zoomed page of a computer has folders and the transfer from a phone', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/my-photos/upload')
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeVisible()
  await page.getByRole('tab', { name: 'Transfer from Phone' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your phone' })).toBeVisible()
})
