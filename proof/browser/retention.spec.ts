import { findViolations } from './fixtures/axe.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expect, test } from './fixtures/test.ts'

const DAY = 86_400_000

test('PL-002 PL-130 expired photos: the page names the date until which an order restores them; an order resets the period on an open page without a reload', {
  tag: '@suite',
}, async ({ signedIn: page, customer, request }) => {
  await page.route('**/accounts/getaccountinformation', async route => {
    const answer = await route.fetch()
    const grace = { leftAt: '2027-03-05T09:15:00Z', photosCount: 214 }
    const changed = { lastRestorableDay: '2027-04-03', grace }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...changed } })
  })
  await page.goto('/my-photos/photos')
  const text = 'Order by 3 April 2027 to get your photos back.'
  const modal = page.getByRole('dialog', { name: text })
  await expect(modal).toContainText('214 photos left your library on 5 March 2027')
  await expect(modal.getByRole('link', { name: 'Go to the shop' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: text })).toBeVisible()
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  const pill = page.getByRole('main').getByRole('button', { name: /storage remaining/ })
  await sendOrder(request, customer.accountId, new Date(Date.now() - 500 * DAY))
  await expect(pill).toHaveText(/^(4[5-9]|50) days storage remaining\.$/)
  await sendOrder(request, customer.accountId, new Date())
  await expect(pill).toHaveText('18 months storage remaining.')
  await page.unroute('**/accounts/getaccountinformation')
  await page.reload()
  await expect(pill).toHaveText('18 months storage remaining.')
})

test('RV-1204 days are those of the customer’s brand, whatever the host’s brand is', async ({
  signedIn: page,
}) => {
  await page.route('**/session/{refresh,first-screen}*', async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), timeZone: 'Pacific/Kiritimati' },
    })
  })
  await page.route('**/accounts/getaccountinformation', async route => {
    const answer = await route.fetch()
    const grace = { leftAt: '2027-03-05T11:00:00Z', photosCount: 214 }
    const changed = { lastRestorableDay: '2027-04-03', grace }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...changed } })
  })
  await page.goto('/my-photos/photos')
  const modal = page.getByRole('dialog', { name: 'Order by 3 April 2027 to get your photos back.' })
  await expect(modal).toContainText('214 photos left your library on 6 March 2027')
})
