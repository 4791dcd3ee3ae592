import { beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#sandbox/demo/customers.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import { listMails } from '../testing/mail-links.ts'
import { enterPassword, openSignInPage, requestMail, signInAs, startSignIn } from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'

const OWNER = 'friend@keepsake.test'
const STRANGER_ADDRESS = '192.0.2.66'
const app = closeAfterAll(await startTestApp({ trustedProxies: { networks: ['127.0.0.1'] } }))
beforeEach(() => app.clock.advance(61 * 60_000))

interface Requester {
  address: string
  email?: string
  page?: 'forgotten' | 'sign-up'
  browser?: Browser
}

/** Requests a mail; returns the status. */
async function ask({
  address,
  email = OWNER,
  page = 'forgotten',
  browser = new Browser(app.http),
}: Requester): Promise<number> {
  // The page is opened from elsewhere, so that the limit of opened pages is not what refuses.
  const headers = { 'x-forwarded-for': address }
  return (await requestMail(browser, page, { email }, { headers })).answer.statusCode
}

async function repeat(times: number, request: (i: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) statuses.push(await request(i))
  return statuses
}

async function countMailsTo(email: string): Promise<number> {
  return (await listMails(app, email)).length
}

const FIVE = Array(5).fill(200)

describe('RV-863 mails that a stranger requests', () => {
  it.each(['forgotten', 'sign-up'] as const)(
    'RV-863 do not use up those of the owner: %s, without end, from one network',
    async page => {
      const flood = await repeat(30, () => ask({ address: STRANGER_ADDRESS, page }))
      expect(flood).toEqual([...FIVE, ...Array(25).fill(429)])
      const before = await countMailsTo(OWNER)
      for (const ownPage of ['forgotten', 'sign-up'] as const)
        expect(await ask({ address: '198.51.100.7', page: ownPage })).toBe(200)
      expect(await countMailsTo(OWNER)).toBe(before + 2)
    },
  )

  it('RV-863 from many networks are at most twenty an hour, and a browser that the owner has used has five of its own', async () => {
    const own = new Browser(app.http)
    await signInAs(own, OWNER, DEMO_PASSWORD)
    await own.post('/session/end', {})
    const before = await countMailsTo(OWNER)
    const flood = await repeat(40, i => ask({ address: `203.0.113.${i}` }))
    expect(flood).toEqual([...Array(20).fill(200), ...Array(20).fill(429)])
    expect(await countMailsTo(OWNER)).toBe(before + 20)
    const request = () => ask({ address: '203.0.113.1', browser: own.copy() })
    expect(await repeat(6, request)).toEqual([...FIVE, 429])
    expect(await countMailsTo(OWNER)).toBe(before + 25)
    app.clock.advance(61 * 60_000)
    expect(await request()).toBe(200)
  })

  it('NX-329 leave the owner with a link that works, at any time of a flood', async () => {
    const readNewestLink = async () => {
      await app.ctx.jobs.idle()
      const { text } = app.mailbox.list().find(mail => mail.to.includes(OWNER))!
      return new URL(/https?:\/\/\S+\/new-password\/\S+/.exec(text)![0]).pathname
    }
    for (let minute = 0; minute < 120; minute += 40) {
      await repeat(25, i => ask({ address: `203.0.113.${minute + (i % 5)}` }))
      const opened = await new Browser(app.http).get(await readNewestLink())
      expect([minute, opened.statusCode]).toEqual([minute, 200])
      app.clock.advance(40 * 60_000)
    }
  })

  it('RV-863 of a refused network do not count for the address', async () => {
    await repeat(30, () => ask({ address: STRANGER_ADDRESS }))
    const others = await repeat(16, i => ask({ address: `198.51.100.${i}` }))
    expect(others).toEqual([...Array(15).fill(200), 429])
  })

  it('RV-863 from the addresses of one IPv6 network count together, and IPv4 in IPv6 as IPv4', async () => {
    expect(await repeat(6, i => ask({ address: `2001:db8:1:2::${i + 1}` }))).toEqual([...FIVE, 429])
    expect(await ask({ address: '2001:db8:1:3::1' })).toBe(200)
    const mapped = (i: number) => (i % 2 ? '198.51.100.7' : '::ffff:198.51.100.7')
    expect(await repeat(6, i => ask({ address: mapped(i) }))).toEqual([...FIVE, 429])
  })

  it('RV-863 are answered the same whether or not the address has an account, and whatever browser its owner has', async () => {
    const outcomes: unknown[] = []
    for (const email of [OWNER, 'has-no-account@keepsake.test']) {
      app.clock.advance(61 * 60_000)
      const one = await repeat(7, () => ask({ address: STRANGER_ADDRESS, email }))
      outcomes.push([one, await repeat(20, i => ask({ address: `203.0.113.${i}`, email }))])
    }
    expect(outcomes[1]).toEqual(outcomes[0])
  })

  it('RV-863 with the cookie of another account count as those of a stranger', async () => {
    const other = new Browser(app.http)
    await signInAs(other, 'demo@keepsake.test', DEMO_PASSWORD)
    await other.post('/session/end', {})
    await repeat(20, i => ask({ address: `203.0.113.${i}` }))
    expect(await ask({ address: '198.51.100.7', browser: other })).toBe(429)
  })
})

it('RV-863 wrong passwords of a refused network do not count for the accounts that it tries', async () => {
  const headers = { 'x-forwarded-for': STRANGER_ADDRESS }
  const stranger = new Browser(app.http)
  const at = await openSignInPage(stranger, await startSignIn(stranger))
  const guess = (email: string) =>
    stranger.submit(at.path, { check: readCsrfToken(at.page), email, password: 'wrong' }, headers)
  for (let i = 0; i < 60; i++)
    expect((await guess(`nobody-${i % 10}@keepsake.test`)).statusCode, `attempt ${i}`).toBe(401)
  for (let i = 0; i < 12; i++) expect((await guess(OWNER)).statusCode).toBe(429)
  const owner = new Browser(app.http)
  expect((await enterPassword(owner, OWNER, DEMO_PASSWORD)).callbackParams).not.toBeNull()
})
