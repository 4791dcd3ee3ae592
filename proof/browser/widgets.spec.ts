import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { deleteWidget } from '#contract/widgets.ts'
import { findViolations } from './fixtures/axe.ts'
import { findLinkPath } from './fixtures/mailbox.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'
import { readWidget, sendBook } from './fixtures/widgets.ts'

test('AA-092 AA-093 AA-094 AA-097 a book is shared by mail, opened without a sign-in, and sent to the gallery', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, customer, library, mailbox, otherBrowser }) => {
  const photos = await library.add(3)
  await sendBook(page.request, customer, photos)
  await page.goto('/online-products')
  await expect(page.getByRole('heading', { level: 2, name: 'Coast to coast' })).toBeVisible()
  await expect(page.getByText('Link only')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  await page.getByRole('button', { name: 'More: Coast to coast' }).click()
  await page.getByRole('menuitem', { name: 'Add to the gallery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add ‘Coast to coast’ to the gallery' })
  await dialog.getByRole('combobox', { name: 'Category' }).selectOption('Travel')
  await dialog.getByRole('textbox', { name: 'Name shown' }).fill('Anna K.')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Gallery: awaiting approval')).toBeVisible()

  await page.getByRole('link', { name: 'Share: Coast to coast' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Share ‘Coast to coast’' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna')
  await page.getByRole('textbox', { name: 'Their email address' }).fill('grandma@example')
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  const recipient = `grandma-of-${customer.email}`
  await page.getByRole('textbox', { name: 'Their email address' }).fill(recipient)
  await page.getByRole('textbox', { name: /^Message/ }).fill('Page 2 is for you!')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Page 2 is for you!')
  await page.getByRole('button', { name: 'Send email' }).click()
  const sent = page.getByRole('status').filter({ hasText: `Email sent to ${recipient}` })
  await expect(sent).toBeVisible()
  // RV-832: the box does not touch the label below it.
  const [box, label] = await Promise.all([
    sent.boundingBox(),
    page.getByText('Your name', { exact: true }).boundingBox(),
  ])
  expect(label!.y - (box!.y + box!.height)).toBeGreaterThanOrEqual(16)

  const viewer = await otherBrowser.newPage()
  await viewer.goto(findLinkPath(await mailbox.waitForMail(recipient, /^Anna wants to show you something$/)))
  await expect(viewer.getByRole('heading', { level: 1, name: 'Coast to coast' })).toBeVisible()
  await expectLoaded(viewer.getByRole('img', { name: 'Photo on page 1' }))
  expect(await findViolations(viewer)).toEqual([])
  await viewer.keyboard.press('End')
  await expect(viewer.getByRole('status')).toHaveText(/Pages? (2–)?3 of 3/)
  await viewer.keyboard.press('ArrowLeft')
  await expect(viewer.getByRole('status')).toHaveText(/Page (1|2) of 3/)
  expect(await otherBrowser.cookies()).toEqual([])
})

test('AA-092 AA-096 a page of another site shows a book until it is deleted', async ({
  signedIn: page,
  customer,
  library,
  otherBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/status of (410|404)/)
  const photos = await library.add(4)
  const { product } = await sendBook(page.request, customer, photos)
  const { publicUrl } = await readWidget(customer, product)
  const link = new URL(publicUrl!)
  const site = await foreignSite(`<title>Grandma’s page</title><h1>Our trip</h1>
<iframe title="Coast to coast" src="${link}" width="800" height="500"></iframe>`)
  try {
    const visitor = await otherBrowser.newPage()
    await visitor.goto(site.origin)
    const book = visitor.frameLocator('iframe')
    await expect(book.getByRole('heading', { name: 'Coast to coast' })).toBeVisible()
    await expectLoaded(book.getByRole('img', { name: 'Photo on page 1' }))
    await book.getByRole('button', { name: 'Next pages' }).click()
    await expect(book.getByRole('status')).toHaveText('Pages 2–3 of 4')
    await book.getByRole('button', { name: 'Next pages' }).click()
    await expect(book.getByRole('status')).toHaveText('Page 4 of 4')
    await expect(book.getByRole('button', { name: 'Next pages' })).toBeDisabled()
    const picture = `${link.pathname}/${photos[0]}/800`
    expect((await visitor.request.get(picture)).status()).toBe(200)

    await customer.client.call(deleteWidget, { params: { code: product } })
    await expect.poll(async () => (await visitor.request.get(picture)).status()).toBe(404)
    await visitor.reload()
    await expect(book.getByRole('heading', { name: 'This book is no longer shared' })).toBeVisible()
  } finally {
    await site.close()
  }
})

test('AA-092 without script all pages of a book can be read', async ({
  signedIn: page,
  customer,
  library,
  browser,
  baseURL,
}) => {
  const photos = await library.add(2)
  const { product } = await sendBook(page.request, customer, photos)
  const { publicUrl } = await readWidget(customer, product)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  try {
    const reader = await context.newPage()
    await reader.goto(publicUrl!)
    await expect(reader.getByRole('status')).toHaveText('Pages 1–2 of 2')
    await expect(reader.getByRole('button')).toHaveCount(0)
    const last = reader.getByRole('img', { name: 'Photo on page 2' })
    await last.scrollIntoViewIfNeeded()
    await expectLoaded(last)
    expect(await scrollable(reader)).toBe(true)
  } finally {
    await context.close()
  }
})

/** A page on an origin of its own. */
async function foreignSite(html: string) {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><html lang="en">${html}</html>`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

const expectLoaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)

const scrollable = (page: Page) =>
  page
    .getByRole('region', { name: 'Coast to coast' })
    .evaluate(strip => strip.scrollWidth > strip.clientWidth)
