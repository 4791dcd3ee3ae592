import { addAuthenticator, disablePasskeyList } from './fixtures/authenticator.ts'
import { type SecureHosts, startSecureHosts } from './fixtures/secure-hosts.ts'
import { expectSignInPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

let hosts: SecureHosts | undefined
test.beforeAll(async ({ launchOptions }) => {
  hosts = await startSecureHosts(launchOptions.executablePath)
})
test.afterAll(() => hosts?.close())

test('NX-334 NX-335 a passkey made at one host of a vendor signs in at another of another domain; another vendor does not know it', {
  tag: '@proof',
}, async () => {
  if (!hosts) throw new Error('The server was not started')
  const context = await hosts.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  const account = await hosts.createAccount('keepsake-ie')
  await page.goto('https://my.keepsake-ireland.example/settings/security')
  await expectSignInPage(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await authenticator.countPasskeys()).toBe(1)

  await page.goto('https://my.keepsake-espana.example/')
  await expect(page.getByRole('heading', { name: 'Hola' })).toBeVisible()

  await disablePasskeyList(page)
  await page.goto('https://my.herzbild.example/')
  await page.getByRole('button', { name: 'Passkey verwenden' }).click()
  await expect(page.getByRole('alert')).toHaveText('Das hat nicht geklappt. Bitte versuchen Sie es erneut.')
  await context.close()
})
