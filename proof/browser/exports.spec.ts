import { readFile } from 'node:fs/promises'
import { jpeg } from '#server/testing/pictures.ts'
import { unzip } from '#server/testing/unzip.ts'
import { findViolations } from './fixtures/axe.ts'
import { findLinkPath } from './fixtures/mailbox.ts'
import { expect, test } from './fixtures/test.ts'

const PICTURES = await Promise.all(
  [
    ['Grüße 🌻.jpg', '2024:05:03 12:00:00'],
    ['same.jpg', '2024:05:02 12:00:00'],
    ['same.jpg', '2019:07:01 12:00:00'],
  ].map(async ([fileName = '', taken]) => ({
    fileName,
    bytes: await jpeg({ width: 200, height: 100, taken }),
  })),
)

test('PL-009 PL-115 PL-116 PL-118 PL-124 PL-125 PL-186 RV-811 an export is requested in the storage modal, announced by mail, downloaded and verified', {
  tag: '@suite',
}, async ({ signedIn: page, library, account, mailbox }) => {
  await library.add(PICTURES)
  await page.goto('/my-photos/photos')
  await page.getByRole('button', { name: /storage remaining/ }).click()
  await page.getByRole('button', { name: 'Export photos' }).click()
  const modal = page.getByRole('dialog', { name: 'Export photos' })
  await expect(modal).toContainText('48 hours')
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await modal.getByRole('button', { name: 'Create export' }).click()
  await expect(modal.getByText(/We're processing your export|Your export is ready/)).toBeVisible()

  const mail = await mailbox.waitForMail(account.email, /^Your photo export is ready/)
  await page.goto(findLinkPath(mail))
  await expect(page.getByRole('heading', { level: 1, name: 'Export photos' })).toBeVisible()
  await expect(page.getByText('Your export is ready to download')).toBeVisible()
  await expect(page.getByText(/Available until \d+ \w+ \d{4}/)).toBeVisible()
  const current = page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current=page]')
  await expect(current.filter({ visible: true })).toHaveText('Downloads')

  const row = page.getByRole('listitem').filter({ hasText: 'My Photos export (1 of 1)' })
  await expect(row).toContainText('July 2019 to May 2024')
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download .* as \.zip$/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('photo-export-1.zip')
  const zip = await readFile(await saved.path())
  const entries = await unzip(zip)
  expect([...entries.keys()]).toEqual([
    'manifest.json',
    'manifest.csv',
    '2019/07/same.jpg',
    '2024/05/same.jpg',
    '2024/05/Grüße 🌻.jpg',
  ])
  expect([...entries.values()].slice(2)).toEqual(PICTURES.map(({ bytes }) => bytes).toReversed())
  await expect(row.getByText('Download already started in this browser')).toBeVisible()

  // Verification sends no file content.
  const sent: string[] = []
  page.on('request', request => request.method() !== 'GET' && sent.push(request.url()))
  const choose = page.locator('input[type=file]').first()
  const give = (name: string, buffer: Buffer) =>
    choose.setInputFiles({ name, mimeType: 'application/zip', buffer })
  await give('cut.zip', zip.subarray(0, zip.length - 2000))
  await expect(page.getByText('cut.zip is damaged')).toBeVisible()
  await expect(page.getByText('3 photos are missing in these files')).toBeVisible()
  await give('photo-export-1.zip', zip)
  await expect(page.getByText('All 3 photos are there, complete and unchanged')).toBeVisible()
  await expect(row).toContainText('Checked: all photos are there')
  const damaged = Buffer.from(zip)
  damaged.fill(0xff, zip.indexOf(PICTURES[0]!.bytes) + 100, zip.indexOf(PICTURES[0]!.bytes) + 164)
  await give('copy.zip', damaged)
  await expect(page.getByRole('alert')).toContainText('1 photo in copy.zip is damaged or changed')
  await expect(page.getByRole('alert').getByText('2024/05/Grüße 🌻.jpg')).toBeVisible()
  await expect(page.getByText(/complete and unchanged|all photos are there/)).toHaveCount(0)
  expect(sent).toEqual([])
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Downloads' }).click()
  await expect(page).toHaveURL('/downloads')
  await expect(page.getByRole('region', { name: 'Library exports' }).getByRole('listitem')).toContainText(
    '3 photos in one file',
  )
})
