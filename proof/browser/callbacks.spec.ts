import type { Page } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import { createAccount, signIn } from './fixtures/customer.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const SHOP = `http://localhost:${process.env.E2E_SHOP_PORT}`

/** A system of a business in the shop's back office, on a page of its own. */
async function addSystem(shop: Page, name: string) {
  const system = shop.getByRole('listitem').filter({ has: shop.getByRole('heading', { level: 2, name }) })
  await shop.goto(`${SHOP}/back-office/callbacks`)
  await shop.getByLabel('Name: small letters').fill(name)
  await shop.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(system).toContainText('Without it everything is refused.')
  return {
    address: `${SHOP}/callbacks/${name}`,
    async enterSecret(secret: string) {
      await system.getByRole('textbox', { name: 'Signing secret' }).fill(secret)
      await system.getByRole('button', { name: 'Save the secret' }).click()
      await expect(system).toContainText(`ends in ${secret.replace(/=+$/, '').slice(-4)}`)
    },
    async become(action: string) {
      await system.getByRole('button', { name: action }).click()
      await expect(system).toContainText('Done.')
    },
    async expectReceived(text: string) {
      await shop.reload()
      await expect(system.getByRole('listitem').first()).toContainText(text)
    },
  }
}

test('AA-108 a business enters its address, tests it, sees an order’s callbacks fail and arrive, replays one and replaces the key, by the keyboard', {
  tag: '@phone',
}, async ({ page, context, baseURL, browserErrors }) => {
  // Reloading the page ends calls that are under way.
  browserErrors.allow(/net::ERR_ABORTED/)
  const account = await createAccount('keepsake-gb', process.env.E2E_OPERATOR_PORT, 'Active')
  const { accountId } = await signIn(context.request, baseURL!, account)
  // From a new device callbacks start a day later.
  await fetch(`http://127.0.0.1:${process.env.E2E_OPERATOR_PORT}/devices`, {
    method: 'POST',
    body: JSON.stringify(accountId),
  })
  const system = await addSystem(await context.newPage(), `e2e-${accountId.slice(0, 8)}`)

  await page.goto('/integration?tab=callbacks')
  await expect(page.getByText('No events yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  const address = page.getByRole('textbox', { name: 'Callback URL' })
  await tabTo(address)
  await page.keyboard.type('erp.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter an address that starts with https:// or http://')).toBeVisible()
  await expect(address).toHaveValue('erp.example')
  expect(await findViolations(page)).toEqual([])
  await address.fill(system.address)
  await address.press('Enter')
  await expect(page.getByText('Your callbacks are saved')).toBeVisible()

  // Signed from the start, and refused by a system that does not know the secret.
  const result = page.getByRole('status').filter({ hasText: 'webhook-signature: v1,' })
  const sendTest = async () => {
    const before = await result.allTextContents()
    await tabTo(page.getByRole('button', { name: 'Send a test' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => result.allTextContents()).not.toEqual(before)
  }
  await sendTest()
  await expect(result).toContainText('Failed')
  await expect(result).toContainText('401')
  await expect(result).toBeInViewport()
  const secret = page.getByRole('region', { name: 'Signing secrets' })
  await tabTo(secret.getByRole('button', { name: 'Show' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copy your signing secret now.')).toBeVisible()
  // It replaces the button that had the focus.
  await expect(secret.getByRole('button', { name: 'Copy Signing secret' })).toBeFocused()
  await system.enterSecret((await secret.getByText(/^whsec_[^…]/).textContent())!)
  await sendTest()
  await expect(result).toContainText('Delivered')
  await expect(result).toContainText('{"received":true}')
  await system.expectReceived('signature verified')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  // The order moves while the system is down.
  await system.become('Unavailable')
  const order = await sendOrder(page.request, accountId, new Date())
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: order }).first()
  await expect(row).toContainText('Waiting')
  await expect(row).toContainText('503')
  await expect(row).toContainText('Next attempt')
  await system.become('Accept')
  await row.getByRole('button', { name: 'Details of' }).press('Enter')
  await tabTo(page.getByRole('button', { name: `Replay order.changed ${order}` }))
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Delivered')
  await system.expectReceived(order)
  await expect(page.getByText(`"orderCode": "${order}"`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  // The system goes on with the old secret until it has the new one.
  await tabTo(secret.getByRole('button', { name: 'New secret' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New signing secret' })
  await expect(dialog).toBeVisible()
  // On a phone the sheet counts as open once it has slid in.
  await expect.poll(() => findViolations(page)).toEqual([])
  await tabTo(dialog.getByRole('button', { name: 'Create secret' }))
  await page.keyboard.press('Enter')
  await expect(secret.getByText('Signs as well until')).toBeVisible()
  await expect(secret.getByRole('button', { name: 'Copy Signing secret' })).toBeFocused()
  const replacement = (await secret.getByText(/^whsec_[^…]/).textContent())!
  await sendTest()
  await expect(result).toContainText('Delivered')
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await system.enterSecret(replacement)
  await sendTest()
  await expect(result).toContainText('Delivered')

  // The first test has failed today, so that it asks.
  await tabTo(secret.getByRole('button', { name: /^End whsec/ }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'End this secret now?' })
  await expect(question).toBeVisible()
  await expect.poll(() => findViolations(page)).toEqual([])
  await tabTo(question.getByRole('button', { name: 'End now' }))
  await page.keyboard.press('Enter')
  await expect(secret.getByText('Signs as well until')).toHaveCount(0)
  await expect(secret.getByRole('button', { name: 'New secret' })).toBeFocused()

  await system.become('Gone')
  await sendTest()
  await expect(page.getByText('because your address answered 410 Gone.')).toBeVisible()
  await system.become('Accept')
  await page.getByRole('button', { name: 'Turn on again' }).click()
  await sendTest()
  await expect(result).toContainText('Delivered')
})
