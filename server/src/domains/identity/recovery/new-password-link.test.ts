import { describe, expect, test } from 'vitest'
import { getCallbacks } from '#contract/callbacks.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { createSftpPassword, getSftpAccess } from '#contract/sftp-access.ts'
import { Client } from '#server/testing/client.ts'
import { testServer } from '#server/testing/harness.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { readCsrfToken } from '../testing/browser.ts'
import {
  findMailedLink,
  listSubjects,
  openBrowser,
  requestPassword,
  signInAgain,
} from '../testing/mail-links.ts'

const DAY = 86_400_000
const PASSWORD = 'chosen after the theft'
const FTP = { callbackUrl: 'https://in.datasink.example/hook', callbackFormat: 'JSON' } as const
const server = closeAfterAll(await testServer({ config: { sftp: { port: 0 } } }))

async function requestLink({ email }: Client): Promise<URL> {
  await requestPassword(server, email)
  return findMailedLink(server, email, '/identity/new-password/')
}
const openLink = async (link: URL) => (await openBrowser(server).get(link.pathname)).body
const readBoxes = (page: string) =>
  [...page.matchAll(/<input type="checkbox" name="end" value="([^"]+)"( checked)?><span>([^<]+)/g)].map(
    ([, id, checked, name]) => ({ id: id!, isTicked: checked !== undefined, name: name! }),
  )
const hasSftpPassword = async (client: Client) => (await client.call(getSftpAccess)).access!.password !== null
/** The address that is called; null when callbacks are off. */
const getCallbackUrl = async (client: Client) => {
  const { endpoint } = await client.call(getCallbacks)
  return endpoint?.state === 'on' ? ((await client.call(getCustomer)).ftp?.callbackUrl ?? null) : null
}
const signIn = (client: Client) => signInAgain(server, client)

describe('NX-320 a new password by a mailed link', () => {
  test('NX-320 its page lists SFTP access and callbacks of the last 30 days, and ends them', async () => {
    const business = await server.customer({ business: true })
    await business.call(createSftpPassword)
    await business.call(patchCustomer, { body: { ftp: FTP } })
    const link = await requestLink(business)
    const boxes = readBoxes(await openLink(link))
    expect(boxes.map(({ name, isTicked }) => [name, isTicked])).toEqual(
      expect.arrayContaining([
        ['SFTP password', true],
        ['Callbacks to in.datasink.example', true],
      ]),
    )
    const ids = boxes.map(({ id }) => id)
    const form = new URLSearchParams(
      ids.flatMap(id => [
        ['shown', id],
        ['end', id],
      ]),
    )
    expect((await submitForm(link, form)).statusCode).toBe(200)
    expect((await business.expectError(getCustomer)).status).toBe(401)
    expect(await listSubjects(server, business.email)).toContain('Your password was changed')
    const session = await signInWith(business)
    expect([await hasSftpPassword(session), await getCallbackUrl(session)]).toEqual([false, null])
  })

  test('NX-320 what its owner unticks stays, what was made while the page was open ends', async () => {
    const business = await server.customer({ business: true })
    await business.call(patchCustomer, { body: { ftp: FTP } })
    const link = await requestLink(business)
    const boxes = readBoxes(await openLink(link))
    await business.call(createSftpPassword)
    const form = new URLSearchParams(boxes.map(({ id }) => ['shown', id]))
    for (const { id, name } of boxes) if (!name.startsWith('Callbacks')) form.append('end', id)
    await submitForm(link, form)
    const session = await signInWith(business)
    expect([await hasSftpPassword(session), await getCallbackUrl(session)]).toEqual([false, FTP.callbackUrl])
  })

  test('NX-320 access that is older than 30 days is not listed and stays', async () => {
    const business = await server.customer({ business: true })
    await business.call(createSftpPassword)
    server.clock.advance(30 * DAY + 60_000)
    const link = await requestLink(business)
    expect(readBoxes(await openLink(link))).toEqual([])
    await submitForm(link, new URLSearchParams())
    expect(await hasSftpPassword(await signInWith(business))).toBe(true)
  })

  test('NX-320 a refused password keeps what was unticked, and ends nothing', async () => {
    const business = await server.customer({ business: true })
    await business.call(createSftpPassword)
    const link = await requestLink(business)
    const boxes = readBoxes(await openLink(link))
    const form = new URLSearchParams(boxes.map(({ id }) => ['shown', id]))
    const refused = await submitForm(link, form, 'short')
    expect(refused.statusCode).toBe(400)
    expect(readBoxes(refused.body).map(({ isTicked }) => isTicked)).toEqual(boxes.map(() => false))
    expect(await hasSftpPassword(await signIn(business))).toBe(true)
  })
})

async function submitForm({ pathname }: URL, form: URLSearchParams, password = PASSWORD) {
  const browser = openBrowser(server)
  form.set('check', readCsrfToken((await browser.get(pathname)).body))
  form.set('password', password)
  return server.app.http.inject({
    method: 'POST',
    url: pathname,
    headers: { host: browser.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
}

const signInWith = ({ accountId, email }: Client) =>
  Client.signIn(server.app, server.origin, accountId, email, PASSWORD)
