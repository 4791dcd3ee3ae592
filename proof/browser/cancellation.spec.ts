import { getOrder } from '#contract/orders.ts'
import { findViolations } from './fixtures/axe.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { orderPrint } from './fixtures/shop.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test(
  'NX-117 NX-118 NX-120 an order is cancelled in time, by the keyboard alone, and the page follows the shop without a reload',
  {
    tag: '@phone',
  },
  async ({ signedIn: page, customer, library }, testInfo) => {
    await library.add([{ width: 900, height: 600 }])
    const code = await orderPrint(page)
    await page.goto(`/orders/${code}`)
    const help = page.getByRole('region', { name: 'Help with this order' })
    const fold = help.getByRole('button', { name: 'Help with this order' })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await tabTo(fold)
    await page.keyboard.press('Enter')
    await expect(help.getByRole('listitem')).toHaveCount(5)
    await expect(help.getByRole('link', { name: /Report a problem/ })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    expect(await findOverflowsAtBothWidths(page)).toEqual([])
    await page.screenshot({ path: testInfo.outputPath('help.png'), fullPage: true })

    const cancel = help.getByRole('button', { name: /^Cancel order/ })
    await tabTo(cancel)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Cancel order ${code}?` })
    await expect(dialog).toContainText('Nothing was charged.')
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    expect(await findOverflowsAtBothWidths(page)).toEqual([])
    await page.screenshot({ path: testInfo.outputPath('cancel.png') })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cancel).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(dialog.getByRole('combobox', { name: /^Why are you cancelling/ }))
    await page.keyboard.type('I ordered it twice')
    await tabTo(dialog.getByRole('button', { name: 'Cancel order' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Cancellation sent.')).toBeVisible()
    // The shop decides it, and the page follows.
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(help).toContainText('This order has ended')
    await expect(cancel).toHaveCount(0)
    expect(await customer.client.call(getOrder, { params: { code } })).toMatchObject({
      status: 'Cancelled',
      cancellation: { last: { state: 'accepted' } },
    })
    expect(await findViolations(page)).toEqual([])
    await page.screenshot({ path: testInfo.outputPath('cancelled.png'), fullPage: true })
  },
)
