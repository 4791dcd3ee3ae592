import { getDeliveryDates, getOrders } from '#contract/orders.ts'
import { findViolations } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import { sendOrder } from './fixtures/orders.ts'
import { createEditor, enterAddress } from './fixtures/shop.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000

// One after the other: a test raises the shop's prices for a while.
test.describe.configure({ mode: 'default' })

test('PL-138 PL-139 PL-002 RV-819 photos are selected, asked about where they are too small, edited and ordered, and the open library shows the order immediately', {
  tag: '@suite',
}, async ({ signedIn: page, customer, library, request, context, browserErrors }) => {
  // Chromium logs the refused form.
  browserErrors.allow(/status of 400.*\/order$/)
  await library.add([
    { fileName: 'large.jpg', taken: '2024:05:03 14:15:00', width: 1800, height: 1200 },
    { fileName: 'small.jpg', taken: '2024:05:02 14:15:00', width: 400, height: 600 },
    { fileName: 'not-chosen.jpg', taken: '2024:05:01 14:15:00' },
  ])
  await sendOrder(request, customer.accountId, new Date(Date.now() - 500 * DAY))
  const open = await context.newPage()
  await open.goto('/my-photos/photos')
  const pill = open.getByRole('main').getByRole('button', { name: /storage remaining/ })
  await expect(pill).toHaveText(/^(4[5-9]|50) days storage remaining\.$/)
  await page.bringToFront()

  const grid = createGrid(page)
  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  // Delays the call until the overlay is checked.
  const looked = Promise.withResolvers<void>()
  await page.route('**/temp-selections', route => looked.promise.then(() => route.continue()))
  await page.getByRole('button', { name: 'Order prints' }).click()
  const overlay = page.getByRole('alertdialog')
  await expect(overlay).toContainText('Adding 2 photos to editor...')
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  looked.resolve()
  const question = page.getByRole('alertdialog', { name: 'Too small for prints: 1 of 2 photos' })
  await expect(question).toContainText('It has too few pixels for a print of 10 × 15 cm')
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Order all 2 photos' }).click()
  const editor = createEditor(page)
  await editor.waitUntilLoaded(2)

  // Back shows the library without overlay and selection; forward reopens the editor.
  await page.goBack()
  await expect(grid.tile(1)).toBeVisible()
  await expect(overlay).toHaveCount(0)
  await expect(page.getByText('2 selected')).toHaveCount(0)
  await page.goForward()
  await editor.waitUntilLoaded(2)

  await expect(editor.card('small.jpg')).toContainText('Too small for 10 × 15 cm')
  await expect(editor.card('large.jpg')).not.toContainText('Too small')
  await editor.size('large.jpg').selectOption('30 × 45 cm')
  await expect(editor.card('large.jpg')).toContainText('Up to 13 × 18 cm is sharp.')
  await expect(editor.summary).toContainText('2 photos are too small')
  await editor.size('large.jpg').selectOption('20 × 30 cm')
  await editor.quantity('large.jpg').fill('2')
  await editor.quantity('large.jpg').press('Tab')
  await expect(editor.summary).toContainText('3 prints')
  await expect(editor.summary).toContainText('£6.16')
  await editor.quantity('small.jpg').fill('0')
  await editor.quantity('small.jpg').press('Tab')
  await expect(editor.summary).toContainText('2 prints')
  await expect(editor.summary).toContainText('£5.99')
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await expect(editor.quantity('large.jpg')).toHaveValue('2')
  await expect(editor.card('small.jpg')).toContainText('Not printed')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Keller')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('alert')).toContainText('What you entered is still here.')
  await expect(page.getByLabel('Last name')).toHaveValue('Keller')
  await expect(page.getByLabel('Street', { exact: true })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  // A pick-up point needs no address.
  await page.getByLabel('Pick-up point Skylark Books').check()
  await expect(page.getByLabel('Street', { exact: true })).toBeHidden()
  await page.getByLabel('My address').check()
  await page.getByLabel('Street', { exact: true }).focus()
  await page.keyboard.type('High Street')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a')
  await page.keyboard.press('Tab')
  await page.keyboard.type('N1 9GU')
  await page.keyboard.press('Tab')
  await page.keyboard.type('London')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('kept for another 18 months')
  expect(await findViolations(page)).toEqual([])

  await expect(pill).toHaveText('18 months storage remaining.')
  // The shop moves the order on by itself; every version reaches the account.
  await expect
    .poll(async () => (await customer.client.call(getOrders)).superOrders.find(each => each.source)?.status)
    .toBe('Dispatched')
  const ordered = (await customer.client.call(getOrders)).superOrders.find(each => each.source)!
  expect(ordered.history.map(({ status }) => status)).toEqual([
    'Received',
    'Confirmed',
    'ProductionStarted',
    'ProductionCompleted',
    'Dispatched',
  ])
  const params = { orderId: ordered.superOrderCode }
  expect((await customer.client.call(getDeliveryDates, { params })).dates).toHaveLength(1)
  await open.goto(ordered.parcels[0]!.trackingUrl!)
  await expect(open.getByText('Handed to the carrier')).toBeVisible()
  expect(await findViolations(open)).toEqual([])
  await page.getByRole('link', { name: 'Back to my photos' }).last().click()
  await expect(grid.tile(1)).toBeVisible()
})

test('AA-073 AA-081 an order is ordered again by the keyboard alone: its differences are shown, then the shop opens at the checkout with the same photos', async ({
  signedIn: page,
  customer,
  library,
  context,
}) => {
  await library.add([
    { fileName: 'beach.jpg', taken: '2024:05:03 14:15:00', width: 1800, height: 1200 },
    { fileName: 'cat.jpg', taken: '2024:05:02 14:15:00', width: 1800, height: 1200 },
  ])
  const grid = createGrid(page)
  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  await page.getByRole('button', { name: 'Order prints' }).click()
  const editor = createEditor(page)
  await editor.waitUntilLoaded(2)
  await editor.size('cat.jpg').selectOption('20 × 30 cm')
  await expect(editor.summary).toContainText('£4.41')
  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await enterAddress(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  const code = new URL(page.url()).pathname.split('/').at(-1)!
  const { origin } = new URL(page.url())

  // The larger size gets a new price.
  const office = await context.newPage()
  await office.goto(`${origin}/back-office/articles`)
  const article = office
    .getByRole('listitem')
    .filter({ has: office.getByText('PRINT-20X30-GLOSSY', { exact: true }) })
  await article.getByRole('button', { name: 'Raise the price' }).click()
  try {
    await page.goto(`/orders/${code}`)
    await tabTo(page.getByRole('button', { name: 'Order again' }).first())
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: `Order ${code} again` })
    await expect(panel).toContainText('One thing has changed')
    await expect(panel.getByRole('listitem')).toHaveCount(2)
    await expect(panel).toContainText('Same price')
    await expect(panel).toContainText('New price')
    await expect(panel).toContainText('2 of 2 products, before delivery')
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    await tabTo(panel.getByRole('button', { name: 'Continue in the shop' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/prints\/[0-9a-f-]{36}\/delivery$/)
    await expect(page.getByRole('link', { name: 'Back to the order' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the prints' }).click()
    await editor.waitUntilLoaded(2)
    await expect(editor.size('cat.jpg')).toHaveValue('PRINT-20X30-GLOSSY')
    await expect(editor.size('beach.jpg')).toHaveValue('PRINT-10X15-GLOSSY')
    expect((await customer.client.call(getOrders)).superOrders).toHaveLength(1)
  } finally {
    await office.goto(`${origin}/back-office/articles`)
    await article.getByRole('button', { name: 'Undo changes' }).click()
    await expect(article.getByRole('button', { name: 'Undo changes' })).toBeDisabled()
  }
})
