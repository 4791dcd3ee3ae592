import { describe, expect, test } from 'vitest'
import type { Session } from '#contract/session.ts'
import { textsForTests } from '../i18n/texts.testing.ts'
import {
  applyCustomerZone,
  createSessionManager,
  isBusiness,
  type SessionEnvironment,
  type SessionManager,
  type SessionMessage,
} from './session.ts'

const MINUTE = 60_000

/** One browser: a fake clock, a lock shared by all tabs, and the refresh endpoint. */
function createBrowser() {
  const tabs: SessionManager[] = []
  const timers = new Map<number, { at: number; work: () => void }>()
  let queue: Promise<unknown> = Promise.resolve()
  let lastTimer = 0
  const browser = {
    now: 0,
    refreshes: 0,
    holders: 0,
    mostHolders: 0,
    answer: async (): Promise<Session | null> => session(`token-${browser.refreshes}`),
    ended: [] as boolean[],
    /** Advances the clock to `time`; runs timers in order and awaits their effects. */
    async until(time: number) {
      for (;;) {
        const [id, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? []
        if (id === undefined || !next || next.at > time) break
        timers.delete(id)
        browser.now = next.at
        next.work()
        await settled()
      }
      browser.now = time
    },
    tab(): SessionManager {
      const environment: SessionEnvironment = {
        refresh: async () => {
          browser.refreshes++
          await settled(1)
          return browser.answer()
        },
        end: async everywhere => {
          browser.ended.push(everywhere)
          return 'https://provider.example/end'
        },
        runExclusive: work => {
          const turn = queue.then(async () => {
            browser.mostHolders = Math.max(browser.mostHolders, ++browser.holders)
            try {
              return await work()
            } finally {
              browser.holders--
            }
          })
          queue = turn.catch(() => {})
          return turn
        },
        broadcast: async (message: SessionMessage) => {
          await settled(1)
          for (const other of tabs) if (other !== tab) other.handleMessage(structuredClone(message))
        },
        now: () => browser.now,
        schedule: (work, milliseconds) => {
          const id = ++lastTimer
          timers.set(id, { at: browser.now + milliseconds, work })
          return () => void timers.delete(id)
        },
      }
      const tab = createSessionManager(environment)
      tabs.push(tab)
      return tab
    },
  }
  return browser
}

function session(accessToken: string, sub = 'customer-1'): Session {
  return {
    accessToken,
    expiresIn: 600,
    claims: { sub, email: 'anna@example.com', idpType: 'local', idpSub: sub, amr: ['pwd'] },
  }
}

/** Flushes pending promises: each turn runs one awaited step. */
async function settled(turns = 5) {
  for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
}

describe('at page load', () => {
  test('AA-003 the session is restored from the cookies', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    expect(tab.state().status).toBe('unknown')
    await tab.start()
    expect(tab.state()).toMatchObject({ status: 'signed-in', claims: { email: 'anna@example.com' } })
    await expect(tab.token()).resolves.toBe('token-1')
  })

  test('a refresh without a response rejects, and the state stays unknown', async () => {
    const browser = createBrowser()
    const answer = browser.answer
    browser.answer = async () => {
      throw new Error('offline')
    }
    const tab = browser.tab()
    await expect(tab.start()).rejects.toThrow('offline')
    expect(tab.state().status).toBe('unknown')
    browser.answer = answer
    await expect(tab.start()).resolves.toMatchObject({ status: 'signed-in' })
  })

  test('concurrent callers share one refresh', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    const tokens = await Promise.all([tab.token(), tab.token(), tab.start().then(() => tab.token())])
    expect(tokens).toEqual(['token-1', 'token-1', 'token-1'])
    expect(browser.refreshes).toBe(1)
  })
})

describe('renewal', () => {
  test('AA-003 happens before expiry, repeatedly, without a change of the screen', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    await tab.start()
    tab.subscribe(() => expect(tab.state().status).toBe('signed-in'))
    await browser.until(9 * MINUTE)
    expect(browser.refreshes).toBe(2)
    await browser.until(60 * MINUTE)
    expect(browser.refreshes).toBe(7)
    expect(tab.state()).toMatchObject({ status: 'signed-in', accessToken: 'token-7' })
  })

  test('OP-44 of two tabs one renews, the other waits and uses its token; refused at the same time they share one renewal', async () => {
    const browser = createBrowser()
    const [first, second] = [browser.tab(), browser.tab()]
    await Promise.all([first.start(), second.start()])
    expect(browser.refreshes).toBe(1)
    await browser.until(9 * MINUTE)
    expect(browser.refreshes).toBe(2)
    expect(browser.mostHolders).toBe(1)
    await expect(Promise.all([first.token(), second.token()])).resolves.toEqual(['token-2', 'token-2'])
    const tokens = await Promise.all([first.renew('token-2'), second.renew('token-2')])
    expect(tokens).toEqual(['token-3', 'token-3'])
    await expect(first.renew('token-2')).resolves.toBe('token-3')
    expect(browser.refreshes).toBe(3)
  })

  test('a token that expired while the device slept is not returned', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    await tab.start()
    browser.now = 20 * MINUTE
    await expect(tab.token()).resolves.toBe('token-2')
  })

  test('is retried while the service is unavailable', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    await tab.start()
    const answer = browser.answer
    browser.answer = async () => {
      throw new Error('offline')
    }
    await browser.until(9 * MINUTE + 1)
    expect(tab.state().status).toBe('signed-in')
    browser.answer = answer
    await browser.until(9 * MINUTE + 10_000)
    await expect(tab.token()).resolves.toBe(`token-${browser.refreshes}`)
    expect(browser.refreshes).toBeGreaterThan(2)
  })

  test('PL-141 returns null in all tabs once the session has ended', async () => {
    const browser = createBrowser()
    const [first, second] = [browser.tab(), browser.tab()]
    await Promise.all([first.start(), second.start()])
    browser.answer = async () => null
    await expect(Promise.all([first.renew('token-1'), second.renew('token-1')])).resolves.toEqual([
      null,
      null,
    ])
    expect(first.state().status).toBe('signed-out')
  })
})

describe('signing out', () => {
  test('AA-004 ends the session in all tabs and returns the address of the provider', async () => {
    const browser = createBrowser()
    const [first, second] = [browser.tab(), browser.tab()]
    await Promise.all([first.start(), second.start()])
    await expect(first.signOut(true)).resolves.toBe('https://provider.example/end')
    expect(browser.ended).toEqual([true])
    expect([first.state().status, second.state().status]).toEqual(['signed-out', 'signed-out'])
    await browser.until(60 * MINUTE)
    expect(browser.refreshes).toBe(1)
  })
})

describe('a sign-in', () => {
  test('AA-001 without a session the tab is signed out; a sign-in sets it and is broadcast to the others', async () => {
    const browser = createBrowser()
    browser.answer = async () => null
    const [first, second] = [browser.tab(), browser.tab()]
    await expect(first.start()).resolves.toEqual({ status: 'signed-out' })
    await second.start()
    await expect(first.token()).resolves.toBeNull()
    first.setSession(session('signed-in'))
    await settled()
    await expect(Promise.all([first.token(), second.token()])).resolves.toEqual(['signed-in', 'signed-in'])
  })

  test('as another customer is detected by the other tabs', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    await tab.start()
    const other = { type: 'renewed', session: session('x', 'customer-2'), expires: 1 } as const
    expect(tab.handleMessage(other)).toBe('other-customer')
    expect(tab.handleMessage(other)).toBe('same')
  })
})

test("AA-007 the claim amr with 'b2b' marks a business customer", () => {
  const { claims } = session('t')
  expect(isBusiness(claims)).toBe(false)
  expect(isBusiness({ ...claims, amr: ['pwd', 'b2b'] })).toBe(true)
})

describe('RV-816 a session that ends by itself', () => {
  const endedTab = async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    await tab.start()
    browser.answer = async () => null
    expect(await tab.renew('token-1')).toBeNull()
    return { browser, tab }
  }

  test('RV-816 leaves the page to its customer, who goes on after signing in again', async () => {
    const { browser, tab } = await endedTab()
    expect(tab.state()).toMatchObject({ status: 'signed-out', lastCustomer: { email: 'anna@example.com' } })
    expect(await tab.token()).toBeNull()
    expect(tab.end()).toBe(true)
    const other = browser.tab()
    other.setSession(session('token-9'))
    await settled()
    expect(tab.state()).toMatchObject({ status: 'signed-in', accessToken: 'token-9' })
  })

  test('RV-816 is left to nobody else: another customer or a sign-out reloads the page', async () => {
    const { tab } = await endedTab()
    const { claims, ...rest } = session('token-9')
    const message = {
      type: 'renewed',
      session: { ...rest, claims: { ...claims, sub: 'other' } },
      expires: 1,
    } as const
    expect(tab.handleMessage(message)).toBe('other-customer')
    const { tab: second } = await endedTab()
    second.handleMessage({ type: 'ended' })
    expect(second.state()).toEqual({ status: 'signed-out' })
    expect(second.end()).toBe(false)
  })

  test('RV-1174 ends at once where the service says how; else a newer token is asked for, and another session stays', async () => {
    const end = { cause: 'owner', device: 'Firefox, Windows' }
    const browser = createBrowser()
    const [tab, second] = [browser.tab(), browser.tab()]
    await tab.start()
    await second.start()
    tab.refuse('token-0', end)
    expect(tab.state().status).toBe('signed-in')
    tab.refuse('token-1', end)
    expect(tab.state()).toMatchObject({
      status: 'signed-out',
      lastCustomer: { sub: expect.any(String) },
      end,
    })
    second.refuse('token-1', null)
    await settled()
    expect(second.state()).toMatchObject({ status: 'signed-in', accessToken: 'token-2' })
    browser.answer = async () => null
    second.refuse('token-2', null)
    await settled()
    expect(second.state()).toEqual({ status: 'signed-out', lastCustomer: expect.anything() })
  })

  test('RV-816 a token that is refused twice ends it; a page without a customer is not kept', async () => {
    const browser = createBrowser()
    const tab = browser.tab()
    expect(tab.end()).toBe(false)
    await tab.start()
    expect(tab.end()).toBe(true)
    expect(tab.state()).toMatchObject({ status: 'signed-out', lastCustomer: { email: 'anna@example.com' } })
  })
})

test('RV-1204 days are those of the customer’s brand once there is a session', () => {
  const texts = () => ({ ...textsForTests('de-DE', { timeZone: 'Europe/Berlin' }) })
  const [before, after, tab] = [texts(), texts(), createBrowser().tab()]
  applyCustomerZone(before, tab)
  tab.setSession(session('token'))
  expect(before.timeZone).toBe('Europe/Berlin')
  tab.setSession({ ...session('token'), timeZone: 'Europe/London' })
  applyCustomerZone(after, tab)
  expect([before.timeZone, after.timeZone]).toEqual(['Europe/London', 'Europe/London'])
  // Another customer, whose account has no brand.
  tab.setSession(session('other'))
  expect(before.timeZone).toBe('Europe/Berlin')
})
