import { SERVICES } from '#contract/endpoint.ts'
import { findViolations } from './fixtures/axe.ts'
import { createAccount, signIn } from './fixtures/customer.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const ORDERS = `${SERVICES.orders}/v2/superorders/me`

test('NX-341 NX-345 a business creates a key by the keyboard, copies it, replaces it and ends it, and its calls are listed', {
  tag: '@suite',
}, async ({ page, context, baseURL, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await createAccount('keepsake-gb', process.env.E2E_OPERATOR_PORT, 'Active')
  await signIn(context.request, baseURL!, account)
  const callWith = async (key: string, path = ORDERS) =>
    (await request.get(`${baseURL}${path}`, { headers: { authorization: `Bearer ${key}` } })).status()

  await page.goto('/integration?tab=keys')
  await expect(page.getByText('No API keys yet', { exact: false })).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Create a key' }))
  await page.keyboard.press('Enter')
  const creation = page.getByRole('dialog', { name: 'Create an API key' })
  await expect(creation.getByRole('textbox', { name: 'Name' })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.keyboard.type('ERP live')
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Copy your key now' })
  await expect(shown.getByRole('button', { name: 'Copy' })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Close without copying?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Copy' }).press('Enter')
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^ksk_test_[0-9A-Za-z]{40}$/)
  await shown.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create a key' })).toBeFocused()
  expect(await callWith(key)).toBe(200)
  expect(await callWith(key, `${SERVICES.customers}/customers/me`)).toBe(403)

  await page.getByRole('button', { name: 'Actions for ERP live' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Replace' }).press('Enter')
  const replacement = page.getByRole('dialog', { name: 'Replace ‘ERP live’?' })
  await expect(replacement.getByRole('radio', { name: /24 hours/ })).toBeChecked()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await replacement.getByRole('button', { name: 'Replace' }).press('Enter')
  await shown.getByRole('button', { name: 'Copy' }).press('Enter')
  const successor = await page.evaluate(() => navigator.clipboard.readText())
  await shown.getByRole('button', { name: 'Done' }).press('Enter')
  expect(successor).not.toBe(key)
  expect([await callWith(key), await callWith(successor)]).toEqual([200, 200])

  await page.getByRole('button', { name: 'Actions for ERP live, before' }).press('Enter')
  await page.getByRole('menuitem', { name: 'End key' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'End ‘ERP live, before’?' })
  await question.getByRole('button', { name: 'End key' }).press('Enter')
  await expect(page.getByText('‘ERP live, before’ has ended')).toBeVisible()
  expect([await callWith(key), await callWith(successor)]).toEqual([401, 200])

  // Calls are stored every five seconds.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Calls 6 in 30 days' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Refused 2' }).click()
  await expect(page.getByText(`GET ${ORDERS}`)).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
})
