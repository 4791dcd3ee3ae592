import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { getComplaints, putComplaint } from '#contract/complaints.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { replaceSize } from '#server/platform/images/pictures.testing.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { SERVICE_TOKEN, sendOrder } from './fixtures/orders.ts'
import { findOverflows, findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expectSignInPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** Sends an order of two products in one parcel, by default delivered three days ago. */
async function sendSentOrder(
  request: APIRequestContext,
  accountId: string,
  parcel: object = { deliveredAt: daysAgo(3) },
): Promise<string> {
  const code = `E2E-R-${Date.now()}`
  const products = [1, 2].map(number => ({
    code: `${code}-${number}`,
    article: 'PRINT',
    title: number === 1 ? '12 prints' : 'Oak frame',
    price: 1440,
  }))
  const productCodes = products.map(product => product.code)
  await sendOrder(request, accountId, new Date(Date.now() - 20 * DAY), {
    code,
    status: 'Dispatched',
    total: { amount: 2880, currency: 'GBP' },
    products,
    parcels: [{ number: '1', carrier: 'Royal Mail', shippedAt: daysAgo(12), productCodes, ...parcel }],
  })
  return code
}

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpeg({ width: 1200, height: 900 }),
})

/** Cuts the line after uploads were created, until the function returned is called. */
async function cutLine(page: Page): Promise<() => void> {
  let isCut = true
  await page.route(/uploads\/files\/./, route => (isCut ? route.abort() : route.continue()))
  return () => {
    isCut = false
  }
}

/** Checks the page by axe and for overflows, also at 320 px, and takes pictures: as it is, and on a dark phone. */
async function checkPage(page: Page, name: string): Promise<void> {
  const takePicture = async (kind: string) => {
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: `test-results/${name}-${kind}.png`, fullPage: true })
  }
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await takePicture('light')
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await findOverflows(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page)).toEqual([])
  await takePicture('390-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
}

test('NX-134 NX-135 NX-136 NX-139 NX-140 a problem is reported with photos over a cut line and a reload, asked about, answered with a photo, decided and closed', {
  tag: '@phone',
}, async ({ signedIn: page, customer, request, browserErrors }) => {
  browserErrors.allow(/complaints|uploads\/files|ERR_/)
  const code = await sendSentOrder(request, customer.accountId)
  await page.goto(`/orders/${code}/report`)
  await expect(page.getByRole('heading', { name: 'Report a problem', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose at least one product.')
  await page.getByRole('checkbox', { name: /12 prints/ }).check({ force: true })
  await page.getByRole('radio', { name: /It arrived damaged/ }).check()
  await checkPage(page, 'report-1')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('textbox', { name: 'What happened?' }).fill('Four of the prints stick together.')
  await page.getByRole('radio', { name: /A replacement/ }).check()
  const mend = await cutLine(page)
  const input = page.locator('input[type=file]')
  await input.setInputFiles([await photo('a.jpg'), await photo('b.jpg')])
  await input.setInputFiles({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('page.svg Only JPEG, PNG and HEIC photos can be added.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(2)
  const expectKept = async () => {
    await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue(
      'Four of the prints stick together.',
    )
    await expect(page.getByRole('radio', { name: /A replacement/ })).toBeChecked()
    await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  }
  await page.reload()
  await expectKept()
  // The session has ended: after the sign-in all is there again.
  await page.context().clearCookies()
  await page.reload()
  await expectSignInPage(page)
  await submitSignIn(page, customer)
  await expect(page).toHaveURL(new RegExp(`/orders/${code}/report`))
  await expectKept()
  await checkPage(page, 'report-2')
  await input.setInputFiles({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  mend()
  // RV-1072: what the service refuses is told with its name and the limit of reports, and takes no place.
  const huge = { ...(await photo('panorama.jpg')), buffer: replaceSize(await jpeg(), 10_001, 10_000) }
  await input.setInputFiles(huge)
  await expect(page.getByText('panorama.jpg Photos can have up to 100 megapixels.')).toBeVisible({
    timeout: 30_000,
  })
  // Waits for the photos that are still being sent, and asks about the one that failed.
  await page.getByRole('button', { name: 'Send report' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send without the photos that failed?' })
  await expect(question).toBeVisible({ timeout: 30_000 })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  await expect(page.getByText('page.svg Only JPEG, PNG and HEIC photos can be added.')).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await question.getByRole('button', { name: 'Send without' }).click()
  await expect(page.getByText('Report sent.')).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(`/orders/${code}`)
  const report = page.getByRole('region', { name: 'Your report', exact: true })
  await expect(report).toContainText('Four of the prints stick together.')
  const product = page.getByRole('listitem').filter({ hasText: `Product ${code}-1` })
  await expect(product.getByText('Problem reported')).toBeVisible()
  await expect(page.getByText('Problem reported')).toHaveCount(1)
  await checkPage(page, 'report-sent')

  await test.step('NX-138 photos open large without actions of the library', async () => {
    await report.getByRole('button', { name: 'Photo 1' }).click()
    const preview = page.getByRole('dialog', { name: 'Photo preview' })
    await expect(preview.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await expect(preview.getByText('1 of 2')).toBeVisible()
    await expect(preview.getByRole('toolbar')).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await page.screenshot({ path: 'test-results/report-preview.png' })
    await page.keyboard.press('ArrowRight')
    await expect(preview.getByRole('img', { name: 'Photo 2' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await expect(report.getByRole('button', { name: 'Photo 1' })).toBeFocused()
  })

  const { complaints } = await customer.client.call(getComplaints, { query: { orderCode: code } })
  const { complaintId } = complaints[0]!
  const decide = (data: object) =>
    request.put(`${SERVICES.complaints}/retailer/complaints/${complaintId}`, {
      headers: { authorization: `Bearer ${SERVICE_TOKEN}` },
      data,
    })
  const messages = [{ id: 'm1', at: new Date().toISOString(), text: 'Can you still read the numbers?' }]
  await decide({ version: 1, state: 'question', messages, answerBy: daysAgo(-14) })
  // Without a reload.
  await expect(report.getByText('Waiting for you')).toBeVisible({ timeout: 5000 })
  const answer = report.getByRole('textbox', { name: 'Your answer' })
  await page.getByRole('link', { name: 'Answer', exact: true }).click()
  await expect(answer).toBeFocused()
  await answer.fill('2, 5, 6 and 11')
  const mendAgain = await cutLine(page)
  await report.locator('input[type=file]').setInputFiles([await photo('c.jpg')])
  await expect(report.getByRole('progressbar')).toHaveCount(1)
  await page.reload()
  await expect(answer).toHaveValue('2, 5, 6 and 11')
  await expect(report.getByRole('img', { name: /^Photo/ })).toHaveCount(1)
  await checkPage(page, 'report-question')
  mendAgain()
  await report.getByRole('button', { name: 'Send answer' }).click()
  await expect(report.getByText('In review')).toBeVisible({ timeout: 30_000 })
  await expect(report.getByText('2, 5, 6 and 11')).toBeVisible()
  await expect(report.getByRole('button', { name: /^Photo \d$/ })).toHaveCount(3)
  const decision = { at: new Date().toISOString(), outcome: 'declined', reason: 'The parcel was dry.' }
  await decide({ version: 2, state: 'decided', messages, decision })
  await expect(report.getByText('We can’t replace this one')).toBeVisible({ timeout: 5000 })
  await expect(page.getByRole('region', { name: 'We can’t replace this one' })).toContainText(
    /The parcel was dry\. This doesn’t solve it\? Tell us by/,
  )
  await checkPage(page, 'report-decided')
  await report.getByRole('button', { name: 'This doesn’t solve it' }).click()
  await report.getByRole('textbox', { name: 'What is still wrong?' }).fill('It was not.')
  // The line is cut after the service has stored the message: the page sees that it is there.
  await page.route(
    /complaints\/[^/]+\/messages$/,
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await report.getByRole('button', { name: 'Send message' }).click()
  await expect(report.getByText('You said this doesn’t solve it')).toHaveCount(1)
  await expect(report.getByRole('textbox')).toHaveCount(0)
  await report.getByRole('button', { name: 'Close this report' }).click()
  await expect(report.getByText('Closed').first()).toBeVisible()
  await expect(report.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('Problem reported')).toHaveCount(0)
})

test('NX-107 NX-134 NX-137 a late parcel is reported by keyboard alone; the second report of it opens the first', async ({
  signedIn: page,
  customer,
  request,
  browserErrors,
}) => {
  browserErrors.allow(/complaints/)
  const day = (days: number) => daysAgo(days).slice(0, 10)
  const code = await sendSentOrder(request, customer.accountId, { expectedFrom: day(7), expectedTo: day(6) })
  await page.goto(`/orders/${code}`)
  const press = async (name: string, role: 'link' | 'button' = 'button') => {
    await page.getByRole(role, { name, exact: true }).first().focus()
    await page.keyboard.press('Enter')
  }
  await press('It hasn’t arrived', 'link')
  await expect(page.getByRole('radio', { name: /It hasn’t arrived/ })).toBeChecked()
  // Both products are in the late parcel.
  await expect(page.getByRole('checkbox', { name: /12 prints/ })).toBeChecked()
  await page.getByRole('checkbox', { name: /Oak frame/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /It hasn’t arrived/ })).toBeFocused()
  await press('Continue')
  // Chromium cannot show a HEIC: an icon in its place, no broken picture.
  const heic = join(import.meta.dirname, '../../server/src/platform/images/fixtures/quadrants.heic')
  await page.locator('input[type=file]').setInputFiles(heic)
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expect(page.locator('main img[alt="Photo 1"]')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'What happened?' }).focus()
  await page.keyboard.type('It is not with the neighbours either.')
  await page.getByRole('radio', { name: /A replacement/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Money back/ })).toBeChecked()

  // Another page reports the same product first.
  const other = await page.context().newPage()
  await other.goto(`/orders/${code}`)
  await customer.client.call(putComplaint, {
    params: { complaintId: crypto.randomUUID() },
    body: {
      orderCode: code,
      productCodes: [`${code}-1`],
      reason: 'not-arrived',
      text: 'Reported from the other page.',
      wish: 'any',
    },
  })
  // NX-140: the other page shows it without a reload.
  await expect(other.getByText('Reported from the other page.')).toBeVisible({ timeout: 5000 })
  await press('Send report')
  await expect(page.getByText('You have already reported a problem with this product.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/orders/${code}#report-`))
  await expect(page.getByText('Reported from the other page.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your report', exact: true })).toBeFocused()

  await test.step('NX-117 the help leads to the report page', async () => {
    await page.getByRole('button', { name: 'Help with this order' }).focus()
    if ((await page.getByRole('link', { name: /^Report a problem/ }).count()) === 0)
      await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Report a problem/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('checkbox', { name: /12 prints/ })).toBeDisabled()
    await expect(page.getByText('Already reported', { exact: true })).toBeVisible()
  })
})
