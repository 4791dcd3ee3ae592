import { findViolations } from './fixtures/axe.ts'
import { signIn } from './fixtures/customer.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

/** Path and query of the first link in a mail. */
const linkOf = (mail: { text: string }) => {
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(mail.text)![0])
  return pathname + search
}

test('AA-041 AA-042 AA-052 OP-59 an account is closed, by the keyboard alone, with the mailed link, everything is closed, and it is kept', {
  tag: '@suite',
}, async ({ signedIn: page, account, customer, library, mailbox, context, baseURL }) => {
  await library.add(2)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Delete account' })).toBeVisible()
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await tabTo(page.getByRole('textbox', { name: 'Type DELETE to continue' }))
  await page.keyboard.type('delete')
  await tabTo(page.getByRole('button', { name: 'Email me the link' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve sent you an email to confirm.')).toBeFocused()
  expect(await findViolations(page)).toEqual([])

  const request = await mailbox.waitForMail(account.email, /^Confirm that you want to delete/)
  await page.goto(linkOf(request))
  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  const me = await customer.client.fetch('/api/customers/customers/me')
  expect(me.status).toBe(404)
  await expect(signIn(context.request, baseURL!, account)).rejects.toThrow()

  const closing = await mailbox.waitForMail(account.email, /^Your account is closed/)
  await page.goto(linkOf(closing))
  await tabTo(page.getByRole('button', { name: 'Keep my account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  const again = await signIn(context.request, baseURL!, account)
  expect(again.accountId).toBe(customer.accountId)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.goto('/my-photos/photos')
  await expect(page.getByText(/2 photos|Photos 2/).first()).toBeVisible()
})
