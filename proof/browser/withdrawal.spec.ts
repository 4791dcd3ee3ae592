import { findViolations, findViolationsInBothSchemes } from './fixtures/axe.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000

/** Ends a period of two weeks from now. */
const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 14 * DAY).toISOString()

const createProducts = (code: string) => [
  {
    code: `${code}-1`,
    article: 'PRINT',
    title: '12 prints ‘Garden party’',
    price: 1440,
    withdrawable: false,
    withdrawalExclusion: 'personalised' as const,
  },
  {
    code: `${code}-2`,
    article: 'FRAME',
    title: 'Oak frame',
    description: '30 × 40 cm',
    price: 1850,
    withdrawable: true,
    withdrawUntil: until,
  },
]

test('NX-123 NX-124 NX-125 NX-133 a product is withdrawn from at its order, by the keyboard alone', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, customer, mailbox }) => {
  const code = `W-${customer.accountId.slice(0, 8)}`
  const order = {
    code,
    products: createProducts(code),
    total: { amount: 3290, currency: 'GBP' },
    deliveryAddress: {
      firstName: 'Anna',
      lastName: 'Keller',
      street: 'Rosemary Lane',
      streetNumber: '12',
      city: 'Bristol',
      countryCode: 'GB',
    },
  }
  const createdAt = new Date(Date.now() - 5 * DAY)
  await sendOrder(page.request, customer.accountId, createdAt, order)
  await page.goto(`/orders/${code}`)
  const products = page.getByRole('region', { name: /^Products/ })
  const [prints, frame] = [products.getByRole('listitem').first(), products.getByRole('listitem').last()]
  await expect(prints).toContainText('Made to your design, so there is no right to cancel.')
  const why = prints.getByRole('button', { name: 'Why?' })
  await tabTo(why)
  await page.keyboard.press('Enter')
  await expect(
    prints.getByText('regulation 28(1)(b) of the Consumer Contracts Regulations 2013'),
  ).toBeVisible()
  await expect(frame).toContainText('You can change your mind until')
  const open = frame.getByRole('button', { name: 'Withdraw from contract here' })
  await tabTo(open)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Withdraw from contract' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expect(dialog.getByRole('checkbox', { name: /Oak frame/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /Garden party/ })).toBeDisabled()
  await expect(dialog.getByRole('textbox', { name: 'We’ll confirm to' })).toHaveValue(customer.email)
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  const name = dialog.getByRole('textbox', { name: 'Your name' })
  await expect(name).toHaveValue('Anna Keller')
  await name.fill('')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(name).toBeFocused()
  await page.keyboard.type('Anna Keller')
  await page.keyboard.press('Enter')

  const check = page.getByRole('dialog', { name: 'Check your withdrawal' })
  await expect(check).toContainText('You get £18.50 back')
  await expect(check).toContainText('Oak frame, 30 × 40 cm')
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await tabTo(check.getByRole('button', { name: 'Confirm withdrawal', exact: true }))
  await page.keyboard.press('Enter')
  await expect(check).toHaveCount(0)
  await expect(frame).toContainText(/Withdrawn on \d+ \w+ \d{4}, \d\d:\d\d\./)
  await expect(open).toHaveCount(0)
  const mail = await mailbox.waitForMail(customer.email, /^We received your withdrawal$/)
  expect(mail).toBeTruthy()

  const { withdrawals } = await (await customer.client.fetch(`/api/orders/v1/superorders/${code}`)).json()
  const { withdrawalId } = withdrawals[0]
  await sendOrder(page.request, customer.accountId, createdAt, {
    ...order,
    version: 2,
    withdrawals: [
      { withdrawalId, state: 'confirmed', labelUrl: 'https://labels.example/1.pdf', sendBackBy: until },
    ],
  })
  await expect(frame.getByRole('link', { name: 'Return label' })).toHaveAttribute(
    'href',
    'https://labels.example/1.pdf',
  )
  await expect(frame).toContainText('Send it back by')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
})

test('NX-126 NX-128 the public page works without script and sign-in, by the keyboard alone', {
  tag: '@phone',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/withdraw?order=4711-1655')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw from contract' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Order number' })).toHaveValue('4711-1655')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Keller')
  await page.getByRole('radio', { name: 'Only these products' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveText(['Email is missing', 'Please name the products'])
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Anna Keller')
  await page.keyboard.type('anna.keller@keepsake.test')
  await page.getByRole('textbox', { name: 'Which products?' }).fill('Oak frame 30 × 40 cm')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your withdrawal' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('textbox', { name: 'Which products?' })).toHaveValue('Oak frame 30 × 40 cm')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We have your withdrawal' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(/reference W-\w{4}-\w{4}/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download a copy' }).click()
  expect((await download).suggestedFilename()).toMatch(/^withdrawal-W-\w{4}-\w{4}\.txt$/)
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('NX-126 NX-160 the steps of the public page have no violations and no overflow, light and dark', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400.*\/withdraw$/)
  await page.goto('/withdraw')
  const look = async () => {
    expect(await findViolationsInBothSchemes(page)).toEqual([])
    expect(await findOverflowsAtBothWidths(page)).toEqual([])
  }
  await look()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Keller')
  await page.getByRole('textbox', { name: 'Order number' }).fill('4711-1655')
  await page.getByRole('textbox', { name: 'Email' }).fill('anna.keller@keepsake.test')
  await page.getByRole('radio', { name: 'Everything that can be returned' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your withdrawal' })).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We have your withdrawal' })).toBeVisible()
  await look()
})
