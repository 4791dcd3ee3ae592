import { getOrder } from '#contract/orders.ts'
import { findViolations } from './fixtures/axe.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { orderPrint } from './fixtures/shop.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test('AA-071 AA-072 AA-078 the address of an order is changed in time, by the keyboard alone, and cannot be once production has started', {
  tag: '@phone',
}, async ({ signedIn: page, customer, library, otherBrowser }) => {
  await library.add([{ width: 900, height: 600 }])
  const code = await orderPrint(page)
  await page.goto(`/orders/${code}`)
  const block = page.getByRole('region', { name: 'Delivery address' })
  await expect(block).toContainText('You can change it until production starts.')
  const change = block.getByRole('button', { name: 'Change address' })
  await tabTo(change)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change delivery address' })
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  const street = dialog.getByRole('textbox', { name: 'Street name' })
  const number = dialog.getByRole('textbox', { name: 'House name or number' })
  expect((await number.boundingBox())!.y).toBe((await street.boundingBox())!.y)
  await tabTo(street)
  await street.selectText()
  await page.keyboard.type('<x>')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Phone number is missing')
  // The field that has the focus moved down; it and its error are seen.
  await expect(street).toBeFocused()
  await expect(dialog.getByText('Street name must be valid').last()).toBeInViewport({ ratio: 1 })
  await street.selectText()
  await page.keyboard.type('Alma Vale Road')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Phone number is missing')).toHaveCount(1)
  await expect(dialog.getByRole('textbox', { name: 'Street name' })).toHaveValue('Alma Vale Road')
  expect(await findViolations(page, '[role=dialog]')).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await expect(dialog.getByRole('textbox', { name: 'Phone number' })).toBeFocused()
  await page.keyboard.type('+44 117 496 0123')
  await tabTo(dialog.getByRole('button', { name: 'Use this address' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('New address sent.')).toBeVisible()
  await expect(block).toContainText('Alma Vale Road')
  // The shop applies it, and the page follows without a reload.
  await expect(block).toContainText('Home')
  await expect(block).toContainText('Alma Vale Road')
  await expect(change).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await change.click()
  await dialog.getByRole('radio', { name: /Use a different address/ }).check()
  await dialog.getByRole('textbox', { name: 'Street name' }).fill('Whiteladies Road')
  const order = await customer.client.call(getOrder, { params: { code } })
  // In a window of its own, which leaves the page in front.
  const shop = await otherBrowser.newPage()
  await shop.goto(order.paymentUrl!)
  await shop.getByRole('button', { name: /^Pay/ }).first().click()
  await shop.close()
  await expect(dialog.getByRole('alert')).toContainText('This order can no longer be changed.')
  await expect(dialog.getByRole('textbox', { name: 'Street name' })).toHaveValue('Whiteladies Road')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toHaveCount(0)
  await expect(block).toContainText('Alma Vale Road')
})
