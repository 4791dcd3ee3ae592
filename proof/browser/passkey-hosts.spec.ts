import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { claimPorts } from '../../tools/ports.ts'
import { type Certificate, createCertificate } from '../fleet/certificate.ts'
import { addAuthenticator, disablePasskeyList } from './fixtures/authenticator.ts'
import { CHROMIUM_ARGS } from './fixtures/chromium-args.ts'
import { createAccount } from './fixtures/customer.ts'
import { addPasskey } from './fixtures/passkeys.ts'
import { expectSignInPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { startServer } from './fixtures/start-server.ts'
import { expect, test } from './fixtures/test.ts'

/** The brands' public hosts over TLS, as in production, and a browser that finds them on this machine. */
interface BrandHosts {
  browser: Browser
  operatorPort: number
  close: () => Promise<void>
}

/**
 * Starts a server of its own with the production hosts, and TLS in front of it. Related origins (WebAuthn) are fetched over
 * https alone, and from names with a registrable domain, which local hosts have not.
 */
async function startBrandHosts(executablePath: string | undefined): Promise<BrandHosts> {
  const resources = new AsyncDisposableStack()
  const folder = await createTemporaryFolder(resources)
  const certificate = createCertificate(folder, { name: 'example' })
  const { port, operatorPort } = await claimPorts('port', 'operatorPort')
  const end = await startServer({
    PORT: String(port),
    E2E_OPERATOR_PORT: String(operatorPort),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_ORIGIN: 'https://my.keepsake.example',
    ALLOW_TEST_SETTINGS: 'true',
  })
  resources.defer(end)
  const tls = createServer(
    { key: readFileSync(certificate.key), cert: readFileSync(certificate.crt) },
    socket => {
      const upstream = connect(port, '127.0.0.1')
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const)
        one.on('error', () => other.destroy()).pipe(other)
    },
  )
  await once(tls.listen(0, '127.0.0.1'), 'listening')
  resources.defer(() => void tls.close())
  const { port: tlsPort } = tls.address() as { port: number }
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...CHROMIUM_ARGS,
      `--host-resolver-rules=MAP *.example 127.0.0.1:${tlsPort}`,
      `--ignore-certificate-errors-spki-list=${hashPublicKey(certificate)}`,
    ],
  })
  resources.defer(() => browser.close())
  return { browser, operatorPort, close: () => resources.disposeAsync() }
}

/** As Chromium names a public key: SHA-256 of its SubjectPublicKeyInfo. */
const hashPublicKey = ({ crt }: Certificate) =>
  createHash('sha256')
    .update(new X509Certificate(readFileSync(crt)).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')

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
