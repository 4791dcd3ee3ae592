import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { SERVICES } from '#contract/endpoint.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { withholdFirstScreen } from './fixtures/first-screen.ts'
import { createGrid, expectPictureLoaded } from './fixtures/grid.ts'
import { SERVICE_TOKEN } from './fixtures/orders.ts'
import { expect, test } from './fixtures/test.ts'

const ARCHIVED = 'Your photos are in our archive'

/** Writes a legacy library of five photos, a broken file and an album, and registers it for the customer. */
async function createLegacyLibrary(request: APIRequestContext, accountId: string): Promise<void> {
  const folder = join(process.env.E2E_DATA!, 'old-store', accountId)
  await mkdir(folder, { recursive: true })
  const photos: { file: string; taken?: string }[] = []
  for (let day = 1; day <= 5; day++) {
    const file = `DSC_${day}.jpg`
    await writeFile(
      join(folder, file),
      await jpeg({ width: 600, height: 400, taken: `2012:07:0${day} 10:00:00` }),
    )
    photos.push({ file })
  }
  await writeFile(join(folder, 'notes.jpg'), 'no picture')
  photos.push({ file: 'notes.jpg' })
  const albums = [{ name: 'Summer 2012', photos: ['DSC_1.jpg', 'DSC_2.jpg'] }]
  await writeFile(join(folder, 'index.json'), JSON.stringify({ version: 1, photos, albums }))
  await putLegacyLibrary(request, accountId, { source: accountId })
}

async function putLegacyLibrary(request: APIRequestContext, accountId: string, data: object): Promise<void> {
  const answer = await request.put(`${SERVICES.photoManagement}/retailer/libraries/${accountId}`, {
    headers: { authorization: `Bearer ${SERVICE_TOKEN}` },
    data,
  })
  expect(answer.status()).toBe(200)
}

test('PL-133 PL-134 PL-135 PL-155 OP-26 a legacy library is imported, shown on every open page', {
  tag: '@suite',
}, async ({ signedIn: page, customer, request, context }) => {
  await createLegacyLibrary(request, customer.accountId)
  await page.goto('/my-photos/photos')
  const { tile, tiles } = createGrid(page)
  await expect(page.getByRole('heading', { name: ARCHIVED })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const other = await context.newPage()
  await other.goto('/my-photos/photos')
  await expect(other.getByRole('heading', { name: ARCHIVED })).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: ARCHIVED }).click()
  await expect(page.getByRole('dialog')).toContainText('6 photos from our earlier service')
  await expect.poll(() => findViolations(page, '[role=dialog]')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate my photos' }).click()
  await expect(
    page.getByRole('progressbar', { name: 'Importing your photos from the archive' }),
  ).toBeVisible()
  await expect(tiles).toHaveCount(5)
  await expectPictureLoaded(tile(1))
  await expect(createGrid(other).tiles).toHaveCount(5)
  await expect(page.getByRole('main').getByRole('link', { name: /^Albums/ })).toContainText('1')

  await page.reload()
  await expect(
    page.getByText('5 photos are back in your library. 1 file couldn’t be imported.'),
  ).toBeVisible()
  await expect(tiles).toHaveCount(5)
  await expect.poll(() => findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show details' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'notes.jpgOnly JPEG, PNG and HEIC photos can be added.',
  )
  await expect.poll(() => findViolations(page, '[role=dialog]')).toEqual([])
})

test('OP-26 a library that the retailer deletes is hidden on every screen; the page shows a running import and a failed one', async ({
  signedIn: page,
  customer,
  request,
  library,
  browserErrors,
}) => {
  browserErrors.allow(/status of 503.*\/users\/activate$/, /Status Code: 503/)
  await library.add(1)
  await putLegacyLibrary(request, customer.accountId, { status: 'DELETING' })
  await page.goto('/my-photos/photos')
  for (const place of ['Photos', 'Albums']) {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: place }).click()
    await expect(page).toHaveURL(`/my-photos/${place.toLowerCase()}`)
    await expect(page.getByRole('heading', { name: 'Your photo library is being deleted' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add photos' })).toHaveCount(0)
  }
  expect(await findViolations(page)).toEqual([])

  // Mocked: a running import, and a start that fails.
  const run = { photosCount: 1260, added: 431, alreadyThere: 2, refused: 3, problem: null }
  const times = { startedAt: '2026-03-05T09:15:00Z', endedAt: null }
  let answer: object = { status: 'IMPORTING', import: { ...run, ...times } }
  await withholdFirstScreen(page)
  await page.route('**/users/activate', route =>
    route.request().method() === 'GET' ? route.fulfill({ json: answer }) : route.fulfill({ status: 503 }),
  )
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '35')
  expect(await findViolations(page)).toEqual([])
  answer = { status: 'NOT_ACTIVE', waitingCount: 1260 }
  await page.reload()
  await page.getByRole('button', { name: 'Reactivate my photos' }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t import all of your photos')
  expect(await findViolations(page)).toEqual([])
})
