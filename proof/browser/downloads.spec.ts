import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { jpeg } from '#server/testing/pictures.ts'
import { unzip } from '#server/testing/unzip.ts'
import { findViolations } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import type { Picture } from './fixtures/library.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { getToast } from './fixtures/screen.ts'
import { expect, test as ownTest } from './fixtures/test.ts'

/** Newest first; two have the same file name. */
const PICTURES: (Picture & { fileName: string; bytes: Buffer })[] = await Promise.all(
  [
    ['Grüße 🌻.jpg', '2024:05:03 12:00:00'],
    ['same.jpg', '2024:05:02 12:00:00'],
    ['same.jpg', '2024:05:01 12:00:00'],
  ].map(async ([fileName = '', taken]) => ({
    fileName,
    bytes: await jpeg({ width: 200, height: 100, taken }),
  })),
)
/** Each test has a library of its own: the archives of another one, too, would be listed and announced. */
const test = ownTest.extend({
  signedIn: async ({ signedIn, library }, use) => {
    await library.add(PICTURES)
    await use(signedIn)
  },
})

const bar = (page: Page) => page.getByRole('region', { name: 'Actions for the selected photos' })
const question = (page: Page) => page.getByRole('alertdialog')

/** Selects photos by position and opens the confirmation of their download. */
async function openDownloadDialog(page: Page, ...positions: number[]) {
  const { select, tile } = createGrid(page)
  await select()
  for (const position of positions) await tile(position).click()
  await bar(page).getByRole('button', { name: 'Download' }).click()
  await expect(question(page)).toBeVisible()
}

const confirm = (page: Page) => question(page).getByRole('button', { name: 'Download', exact: true }).click()

async function bytesOf(download: Download) {
  return readFile(await download.path())
}

test('PL-107 PL-108 PL-010 PL-181 one photo is saved with its original bytes and file name; downloads are listed and can be downloaded again', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page }) => {
  await createGrid(page).open()
  await openDownloadDialog(page, 1)
  await expect(question(page)).toContainText('You get the photo exactly as you added it.')
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  const savingOne = page.waitForEvent('download')
  await confirm(page)
  const one = await savingOne
  expect(one.suggestedFilename()).toBe('Grüße 🌻.jpg')
  expect(await bytesOf(one)).toEqual(PICTURES[0]!.bytes)
  await expect(question(page)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)

  await openDownloadDialog(page, 1, 2)
  const saving = page.waitForEvent('download')
  await confirm(page)
  const first = await saving
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Downloads' })
    .filter({ visible: true })
    .click()
  await expect(page).toHaveURL('/downloads')
  const newest = page.getByRole('region', { name: 'Photo archives' }).getByRole('listitem').first()
  await expect(newest).toContainText(/Photos of \d+ \w+ \d{4}/)
  await expect(newest).toContainText('2 photos')
  await expect(newest).toContainText(/Available until \d+ \w+ \d{4}/)
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  const savingAgain = page.waitForEvent('download')
  await newest.getByRole('button', { name: /^Download .* as \.zip$/ }).click()
  const again = await savingAgain
  expect(again.suggestedFilename()).toBe(first.suggestedFilename())
  expect(await bytesOf(again)).toEqual(await bytesOf(first))
})

test('PL-109 PL-111 PL-112 several photos are downloaded as one zip without a click, with toasts', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  await createGrid(page).open()
  await openDownloadDialog(page, 1, 2, 3)
  const creation = page.waitForRequest(
    request => request.method() === 'POST' && /\/downloads$/.test(request.url()),
  )
  const saving = page.waitForEvent('download')
  // A small archive would be ready before the first toast is looked at.
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/downloads/downloads/*/url', async route => {
    await seen.promise
    await route.continue()
  })
  await confirm(page)
  await expect(getToast(page, 'Preparing download...')).toBeVisible()
  seen.resolve()
  const { id } = (await creation).postDataJSON() as { id: string }
  const saved = await saving
  await expect(getToast(page, 'Downloading photos')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(saved.suggestedFilename()).toBe(`${id}.zip`)
  const entries = await unzip(await bytesOf(saved))
  expect([...entries.keys()]).toEqual(['Grüße 🌻.jpg', 'same.jpg', 'same (2).jpg'])
  expect([...entries.values()]).toEqual(PICTURES.map(({ bytes }) => bytes))

  // Top-center.
  const width = await page.evaluate(() => document.body.clientWidth)
  const box = (await getToast(page, 'Downloading photos').locator('xpath=..').boundingBox())!
  expect(box.x + box.width / 2).toBeCloseTo(width / 2, -1)
  expect(box.y).toBeLessThan(200)
})
