import { getComplaints } from '#contract/complaints.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { SERVICE_TOKEN, sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000

test('NX-134 NX-135 NX-136 NX-139 NX-140 a problem is reported with photos over a cut line and a reload, asked about, decided and closed', {
  tag: ['@phone-proof', '@proof'],
}, async ({ signedIn: page, customer, request, browserErrors }) => {
  browserErrors.allow(/complaints|uploads\/files|ERR_/)
  const now = Date.now()
  const at = (days: number) => new Date(now - days * DAY).toISOString()
  const code = `E2E-R-${now}`
  const products = [1, 2].map(number => ({
    code: `${code}-${number}`,
    article: 'PRINT',
    title: number === 1 ? '12 prints' : 'Oak frame',
    price: 1440,
  }))
  const parcel = { number: '1', carrier: 'Royal Mail', shippedAt: at(5), deliveredAt: at(3) }
  await sendOrder(request, customer.accountId, new Date(now - 9 * DAY), {
    code,
    status: 'Dispatched',
    total: { amount: 2880, currency: 'GBP' },
    products,
    parcels: [{ ...parcel, productCodes: products.map(product => product.code) }],
  })

  await page.goto(`/orders/${code}/report`)
  await expect(page.getByRole('heading', { name: 'Report a problem', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose at least one product.')
  await page.getByRole('checkbox', { name: /12 prints/ }).check({ force: true })
  await page.getByRole('radio', { name: /It arrived damaged/ }).check()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.screenshot({ path: 'test-results/report-1.png', fullPage: true })
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('textbox', { name: 'What happened?' }).fill('Four of the prints stick together.')
  await page.getByRole('radio', { name: /Print it again/ }).check()
  const photo = async (name: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await jpeg({ width: 1200, height: 900 }),
  })
  // The line is cut after the first photo was created.
  let isCut = true
  await page.route(/uploads\/files\/./, route => (isCut ? route.abort() : route.continue()))
  const input = page.locator('input[type=file]')
  await input.setInputFiles([await photo('a.jpg'), await photo('b.jpg')])
  await input.setInputFiles({ name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Only JPEG, PNG and HEIC photos can be added.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue(
    'Four of the prints stick together.',
  )
  await expect(page.getByRole('radio', { name: /Print it again/ })).toBeChecked()
  await expect(page.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  isCut = false
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.screenshot({ path: 'test-results/report-2.png', fullPage: true })
  // Waits for the photo that is still being sent.
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent.')).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(`/orders/${code}`)
  const report = page.getByRole('region', { name: 'Your report', exact: true })
  await expect(report).toContainText('Four of the prints stick together.')
  await report.getByRole('button', { name: 'Photo 1' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.screenshot({ path: 'test-results/report-sent.png', fullPage: true })

  const { complaints } = await customer.client.call(getComplaints, { query: { orderCode: code } })
  const { complaintId } = complaints[0]!
  const decide = (data: object) =>
    request.put(`${SERVICES.complaints}/retailer/complaints/${complaintId}`, {
      headers: { authorization: `Bearer ${SERVICE_TOKEN}` },
      data,
    })
  const messages = [{ id: 'm1', at: new Date().toISOString(), text: 'Can you still read the numbers?' }]
  await decide({ version: 1, state: 'question', messages, answerBy: at(-14) })
  // Without a reload.
  await expect(report.getByText('Waiting for you')).toBeVisible({ timeout: 5000 })
  await report.getByRole('textbox', { name: 'Your answer' }).fill('2, 5, 6 and 11')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.screenshot({ path: 'test-results/report-question.png', fullPage: true })
  await report.getByRole('button', { name: 'Send answer' }).click()
  await expect(report.getByText('In review')).toBeVisible()
  const decision = { at: new Date().toISOString(), outcome: 'declined', reason: 'The parcel was dry.' }
  await decide({ version: 2, state: 'decided', messages, decision })
  await expect(report.getByText('We can’t replace this one')).toBeVisible({ timeout: 5000 })
  await page.screenshot({ path: 'test-results/report-decided.png', fullPage: true })
  await report.getByRole('button', { name: 'This doesn’t solve it' }).click()
  await report.getByRole('textbox', { name: 'What is still wrong?' }).fill('It was not.')
  await report.getByRole('button', { name: 'Send message' }).click()
  await expect(report.getByText('You said this doesn’t solve it')).toBeVisible()
  await report.getByRole('button', { name: 'Close this report' }).click()
  await expect(report.getByRole('button')).toHaveCount(1)
  await expect(report.getByText('Closed').first()).toBeVisible()
})
