import type { Page } from '@playwright/test'
import { addAuthenticator, disablePasskeyList } from './fixtures/authenticator.ts'
import { type BrandHosts, startBrandHosts } from './fixtures/brand-hosts.ts'
import { createAccount } from './fixtures/customer.ts'
import { addPasskey } from './fixtures/passkeys.ts'
import { expectSignInPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

let hosts: BrandHosts | undefined
test.beforeAll(async ({ launchOptions }) => {
  hosts = await startBrandHosts(launchOptions.executablePath)
})
test.afterAll(() => hosts?.close())

const [BRITAIN, IRELAND, HERZBILD] = ['keepsake', 'keepsake-ireland', 'herzbild'].map(
  name => `https://my.${name}.example`,
) as [string, string, string]

const expectSignedIn = (page: Page) =>
  expect(page.getByText('Your photo library is empty').first()).toBeVisible()

test('NX-334 NX-335 NX-336 over TLS a passkey that was made on one host signs in on the hosts of its vendor, of other parent domains, by the list and by the button; another vendor’s host does not know it', async ({
  browserErrors,
}) => {
  const { browser, operatorPort } = hosts!
  const context = await browser.newContext({ baseURL: IRELAND, locale: 'en-GB' })
  browserErrors.listen(context)
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  const account = await createAccount('keepsake-gb', operatorPort)
  await page.goto('/my-photos/photos')
  await expectSignInPage(page)
  await submitSignIn(page, account)
  await expectSignedIn(page)
  await addPasskey(page, 'Laptop')
  expect(await authenticator.countPasskeys()).toBe(1)

  for (const origin of [IRELAND, BRITAIN]) {
    await context.clearCookies()
    // The list: the device answers by itself.
    await page.goto(`${origin}/my-photos/photos`)
    await expectSignedIn(page)
    expect(page.url()).toBe(`${origin}/my-photos/photos`)
  }
  const { origins } = await page.evaluate(async () => (await fetch('/.well-known/webauthn')).json())
  expect(origins).toEqual(expect.arrayContaining([BRITAIN, IRELAND]))
  expect(origins).not.toContain(HERZBILD)

  await disablePasskeyList(page)
  for (const origin of [IRELAND, BRITAIN]) {
    await context.clearCookies()
    await page.goto(`${origin}/my-photos/photos`)
    await expectSignInPage(page)
    await page.getByRole('button', { name: 'Use a passkey', exact: true }).press('Enter')
    await expectSignedIn(page)
  }

  await page.goto(`${HERZBILD}/my-photos/photos`)
  await page.getByRole('button', { name: 'Passkey verwenden' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Das hat nicht geklappt. Bitte versuchen Sie es erneut.')
  // Nor can that host ask for the passkeys of the other vendor.
  const refusal = await page.evaluate(() =>
    navigator.credentials
      .get({ publicKey: { rpId: 'my.keepsake.example', challenge: new Uint8Array(16) } })
      .then(
        () => 'answered',
        (error: Error) => error.name,
      ),
  )
  expect(refusal).toBe('SecurityError')
  await context.close()
})
