import { devices, type Page } from '@playwright/test'
import { getUser } from '#contract/photos.ts'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import { waitForTextInPage } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Add photos' })

async function photo(name: string, width = 300) {
  return { name, mimeType: 'image/jpeg', buffer: await jpeg({ width, height: 200 }) }
}

/** Opens 'Transfer from Phone'; returns the URL of its QR code. */
async function openTransfer(page: Page): Promise<string> {
  const opening = page.waitForResponse(answer => answer.url().endsWith('/upload-sessions'))
  await page.goto('/my-photos/photos')
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  await modal(page).getByRole('tab', { name: 'Transfer from Phone' }).click()
  await expect(modal(page).getByRole('img', { name: 'QR code for your phone' })).toBeVisible()
  return (await (await opening).json()).uploadUrl
}

const choose = (page: Page, files: Awaited<ReturnType<typeof photo>>[]) =>
  page.getByLabel('Choose photos', { exact: true }).and(page.locator('input')).setInputFiles(files)

const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']

test('PL-048 OP-12 a phone without a sign-in adds photos that appear in the open modal and are confirmed; locked and reloaded during an upload it resumes', {
  tag: '@suite',
}, async ({ signedIn: page, customer, browser, baseURL, browserErrors }) => {
  const url = await openTransfer(page)
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    viewport,
    userAgent,
    isMobile,
    hasTouch,
  })
  browserErrors.listen(context)
  const phone = await context.newPage()
  await phone.goto(url)
  await expect(phone.getByRole('heading', { name: 'Send photos' })).toBeVisible()
  await expect(modal(page).getByText('Your phone is connected.')).toBeVisible()
  expect(await findViolations(phone)).toEqual([])
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  await choose(phone, [await photo('beach.jpg'), await photo('sea.jpg', 320)])
  await expect(phone.getByText('2 photos have arrived.', { exact: true })).toBeVisible()
  await expect(modal(page).getByText('Arrived', { exact: true })).toHaveCount(2)

  // The bytes of the first attempt never arrive, as with a sleeping radio.
  let tries = 0
  await phone.route('**/phone/files/*', route => {
    if (route.request().method() === 'PATCH' && tries++ === 0) return
    return route.continue()
  })
  const { buffer, ...large } = await photo('large.jpg', 340)
  await choose(phone, [{ ...large, buffer: Buffer.from(padJpeg(buffer, 1024 * 1024)) }])
  await expect(modal(page).getByText('Arriving', { exact: true })).toBeVisible()
  phone.on('dialog', dialog => dialog.accept())
  await phone.reload()
  await expect(phone.getByText('3 photos have arrived.', { exact: true })).toBeVisible()
  expect(tries).toBe(2)
  await expect(modal(page).getByText('Arrived', { exact: true })).toHaveCount(3)

  await modal(page).getByRole('checkbox', { name: 'Add sea.jpg' }).uncheck()
  await modal(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('2 photos added', { exact: true })).toBeVisible()
  expect((await customer.client.call(getUser)).photosCount).toBe(2)
  // Closing the modal ends the session: its upload token is refused.
  browserErrors.allow(/410/)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'The transfer has ended' })).toBeVisible()
  await expect(phone.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText([
    /beach\.jpg.*Kept/,
    /sea\.jpg.*Not kept/,
    /large\.jpg.*Kept/,
  ])
  await expect(phone.getByText(/2 photos were kept: they are in the library/)).toBeVisible()
  expect(await findViolations(phone)).toEqual([])
  await context.close()
})

test('PL-045 OP-11 on mobile Add photos opens the upload page and returns after 2 s to the new photo', {
  tag: ['@suite', '@phone-only'],
}, async ({ signedIn: page }) => {
  await page.goto('/my-photos/photos')
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  await expect(page).toHaveURL(/\/my-photos\/upload\?return_to=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Add photos' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const added = waitForTextInPage(page, '1 photo added')
  await choose(page, [await photo('beach.jpg')])
  await added
  await expect(page).toHaveURL(/\/my-photos\/photos$/)
  await expect(createGrid(page).tile(1)).toBeVisible()
})
