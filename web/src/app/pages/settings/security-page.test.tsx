// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountSecurity, SecurityEvent } from '#contract/security.ts'
import { AccountLocked } from '#web/domains/confirmations/index.ts'
import { eventForTests, securityForTests, systemsForTests } from '#web/domains/security/security.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { SecurityPage } from './security-page.tsx'
import { CLAIMS } from './settings.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let claims = CLAIMS
const signOut = vi.fn(async () => '/')
vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({ signOut }),
  useClaims: () => claims,
  useSession: () => ({ status: 'signed-in', claims }),
}))

let security: AccountSecurity
let events: SecurityEvent[]
/** Method and path of the calls that change something, with their body. */
let changes: [string, unknown][]
/** The status by which changes are refused. */
let refusing: number | undefined
const replace = vi.fn()
beforeEach(() => {
  vi.spyOn(window.location, 'replace').mockImplementation(replace)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-21T12:00:00Z') })
  claims = CLAIMS
  security = securityForTests()
  events = []
  changes = []
  refusing = undefined
  answerCalls(({ method, path, query, body }) => {
    if (path === '/api/account/security') return Response.json(security)
    if (path === '/api/account/security/events') {
      const from = Number(query.get('cursor') ?? 0)
      const cursor = from + 20 < events.length ? String(from + 20) : null
      return Response.json({ events: events.slice(from, from + 20), cursor })
    }
    if (method === 'GET') return refusal(404)
    changes.push([`${method} ${path}`, body])
    if (refusing) return refusal(refusing)
    if (path.endsWith('/end-others')) {
      security = { ...security, devices: security.devices.filter(({ current }) => current) }
      return Response.json({ ended: 2 })
    }
    security = {
      ...security,
      devices: security.devices.filter(({ id }) => !path.endsWith(id)),
      uploadSessions: security.uploadSessions.filter(({ id }) => !path.endsWith(id)),
    }
    if (path.endsWith('/not-me')) return Response.json({ email: 'oldest@example.com' }, { status: 202 })
    return new Response(null, { status: 204 })
  })
})

const show = () =>
  renderScreens(PATHS.security, { [PATHS.security]: SecurityPage, [PATHS.accountLocked]: AccountLocked })
const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
const rowOf = (element: HTMLElement) => within(element.closest('li')!)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('NX-313 /settings/security', () => {
  test('NX-313 shows password, address, devices, transfers and recent changes, below the settings', async () => {
    security = securityForTests({
      formerEmails: [{ email: 'a.keller@oldmail.example', until: '2025-12-14T10:00:00Z' }],
    })
    events = [eventForTests()]
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign-in & security' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Settings' })[0]!.getAttribute('href')).toBe('/settings')
    expect((await region('Password')).getByText('Changed 3 March 2025')).toBeTruthy()
    const email = await region('Email')
    expect(email.getByText('anna.keller@example.com')).toBeTruthy()
    expect(
      email.getByText('Until 14 December 2025 we also send security emails to a.keller@oldmail.example.'),
    ).toBeTruthy()
    expect(email.getByRole('link', { name: 'Change Email' }).getAttribute('href')).toBe('/settings/email')
    expect(await screen.findByRole('heading', { name: 'Devices and apps 4' })).toBeTruthy()
    expect((await region('Recent changes')).getByRole('heading', { name: 'Passkey added' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /Systems/ })).toBeNull()
  })

  test('NX-313 a business sees its systems, each with the way to the page that manages it', async () => {
    claims = { ...CLAIMS, amr: ['pwd', 'b2b'] }
    security = securityForTests({ systems: systemsForTests() })
    show()
    const systems = await region('Systems 5')
    const facts = (name: string) =>
      rowOf(systems.getByRole('heading', { name }))
        .getAllByText(/./, { selector: 'p' })
        .map(p => p.textContent)
    expect(facts('API key ‘ERP live’')).toEqual([
      'orders:read, invoices:read · last used yesterday from 203.0.113.x · ends 6 November 2026',
    ])
    expect(facts('API key ‘Reporting’')).toEqual(['invoices:read · never used · ends in 9 days'])
    expect(facts('SFTP key ‘erp01’')).toEqual(['ED25519 · never used'])
    expect(facts('SFTP password')).toEqual(['created 12 October · never used'])
    expect(facts('Callbacks')).toEqual(['erp.harbourlight.example · changed 12 October · 2 secrets'])
    for (const name of ['FTP instructions', 'Manage, API key ‘ERP live’'])
      expect(systems.getByRole('link', { name }).getAttribute('href')).toBe('/integration')
  })

  test('NX-313 with another identity provider password, address and ‘It wasn’t me’ are absent, and it says so', async () => {
    claims = { ...CLAIMS, idpType: 'google' }
    security = securityForTests({ password: null, devices: [], reauthentication: [] })
    events = [eventForTests()]
    show()
    expect(await screen.findByText(/^You sign in with another provider\. Your password/)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Phone upload' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Passkey added' })).toBeTruthy()
    for (const name of [/Change/, /Not me/, /It wasn’t me/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
  })

  test('NX-313 waiting mailed links are listed', async () => {
    security = securityForTests({
      mailLinks: [
        {
          id: 'l1',
          purpose: 'new-password',
          createdAt: '2025-11-21T11:00:00Z',
          expiresAt: '2025-11-21T13:00:00Z',
        },
      ],
    })
    show()
    const row = rowOf(await screen.findByRole('heading', { name: 'Link sent by email' }))
    expect(
      row.getByText('Choose a new password · sent 21 Nov, 11:00 · works until 21 Nov, 13:00'),
    ).toBeTruthy()
  })

  test('NX-313 NX-319 a failure can be tried again; an account without a password can get one', async () => {
    const answer = securityForTests({ password: null })
    security = { wrong: true } as never
    show()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('An error occurred loading your settings')
    security = answer
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect((await region('Password')).getByText('No password yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create Password' })).toBeTruthy()
  })
})

describe('NX-314 devices', () => {
  test('NX-314 show browser and system, first and last use, method and shortened address; this one has no ‘Sign out’', async () => {
    show()
    const facts = async (name: string) => rowOf(await screen.findByRole('heading', { name }))
    const own = await facts('Chrome on Windows')
    expect(own.getByText('Signed in today, 11:58 · passkey · 81.2.69.x')).toBeTruthy()
    expect(own.getByText('This device')).toBeTruthy()
    expect(own.queryByRole('button')).toBeNull()
    const app = await facts('Keepsake app on iPhone')
    expect(app.getByText('Last used yesterday · signed in since 2 November')).toBeTruthy()
    const other = await facts('Safari on Mac')
    expect(
      other.getByText('Last used 9 November · signed in since 9 October · password · 86.14.201.x'),
    ).toBeTruthy()
    expect(other.getByRole('button', { name: 'Sign out, Safari on Mac' })).toBeTruthy()
  })

  test('NX-315 ‘Sign out’ ends one device, without a question; a failure leaves it, and one that has ended already is gone', async () => {
    refusing = 503
    show()
    const heading = () => screen.queryByRole('heading', { name: 'Safari on Mac' })
    await waitFor(() => expect(heading()).not.toBeNull())
    press('Sign out, Safari on Mac')
    expect(await screen.findByText('That didn’t work. Please try again.')).toBeTruthy()
    expect(heading()).not.toBeNull()
    refusing = undefined
    press('Sign out, Safari on Mac')
    await waitFor(() => expect(heading()).toBeNull())
    expect(changes.slice(1)).toEqual([['DELETE /api/account/devices/d3', undefined]])
    expect(await screen.findByText('Safari on Mac is signed out')).toBeTruthy()
    refusing = 404
    security = securityForTests({ devices: security.devices.slice(0, 1) })
    press('Sign out, Keepsake app on iPhone')
    await waitFor(() => expect(screen.queryByRole('heading', { name: /iPhone/ })).toBeNull())
  })

  test('NX-316 ‘Sign out all others’ leaves this one, and is not offered without others', async () => {
    show()
    await screen.findByRole('heading', { name: 'Safari on Mac' })
    press('Sign out all others')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull())
    expect(changes).toEqual([['POST /api/account/devices/end-others', undefined]])
    expect(screen.getByRole('heading', { name: 'Chrome on Windows' })).toBeTruthy()
    expect(await screen.findByText('2 other devices are signed out')).toBeTruthy()
  })

  test('NX-317 a phone upload is listed and can be ended', async () => {
    show()
    const row = rowOf(await screen.findByRole('heading', { name: 'Phone upload' }))
    expect(row.getByText('Link from 11:38 · 12 photos so far · ends in 38 minutes')).toBeTruthy()
    press('End, Phone upload')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Phone upload' })).toBeNull())
    expect(changes).toEqual([['DELETE /api/uploads/upload-sessions/u1', undefined]])
    expect(await screen.findByText(/Its photos stay in your library/)).toBeTruthy()
  })
})

describe('NX-319 the password', () => {
  async function openForm() {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Change Password' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a new password' }))
    const field = dialog.getByLabelText<HTMLInputElement>('New password')
    const save = (password: string) => {
      fireEvent.change(field, { target: { value: password } })
      fireEvent.click(dialog.getByRole('button', { name: 'Save password' }))
    }
    return { dialog, field, save }
  }

  test('NX-319 is changed in a dialog that says what ends', async () => {
    const { dialog, field, save } = await openForm()
    expect(dialog.getByText(/Other browsers and apps will be signed out/)).toBeTruthy()
    expect([field.type, field.autocomplete]).toEqual(['password', 'new-password'])
    save('a completely new one')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes).toEqual([['PUT /api/account/password', { password: 'a completely new one' }]])
    expect(await screen.findByText(/^Your password is changed/)).toBeTruthy()
  })

  test('NX-319 the rules are those of the service; what was typed stays', async () => {
    const { dialog, field, save } = await openForm()
    for (const [password, message] of [
      ['short', 'Your password needs at least 10 characters'],
      ['x'.repeat(201), 'Your password can have at most 200 characters'],
      [CLAIMS.email, 'Your password can’t be your email address'],
    ] as const) {
      save(password)
      expect(await dialog.findByText(message)).toBeTruthy()
      expect(field.value).toBe(password)
    }
    expect(changes).toEqual([])
    refusing = 429
    save('a completely new one')
    expect(await dialog.findByText('Too many requests. Please try again later.')).toBeTruthy()
    expect(field.value).toBe('a completely new one')
  })
})

describe('NX-313 recent changes', () => {
  test('NX-313 show what, when and where; ‘Not me?’ only where it can be undone', async () => {
    events = [
      eventForTests({ kind: 'sign-in.new-device', at: '2025-11-21T09:12:00Z' }),
      eventForTests({ kind: 'api-key.created', detail: { name: 'Reporting', hint: 'b71A' } }),
      eventForTests({ kind: 'password.changed', at: '2024-11-20T10:00:00Z', canUndo: false }),
      eventForTests({ kind: 'of.a-later-release', device: null, network: null, canUndo: false }),
    ]
    show()
    const list = await region('Recent changes')
    const rows = (await list.findAllByRole('listitem')).map(row => row.textContent)
    expect(rows).toEqual([
      'Today, 09:12Signed in on a new deviceChrome on Windows · 81.2.69.xNot me?',
      '2 Nov, 18:40API key created‘Reporting’ · Chrome on Windows · 81.2.69.xNot me?',
      '20 November 2024Password changedChrome on Windows · 81.2.69.x',
      '2 Nov, 18:40Change to your account',
    ])
  })

  test('NX-313 ‘See all’ shows all of them, page by page', async () => {
    events = Array.from({ length: 23 }, () => eventForTests())
    show()
    const list = await region('Recent changes')
    expect(await list.findAllByRole('listitem')).toHaveLength(5)
    press('See all, Recent changes')
    expect(list.getAllByRole('listitem')).toHaveLength(20)
    fireEvent.click(list.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(23))
    expect(list.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})

describe('NX-321 ‘It wasn’t me’', () => {
  test('NX-321 asks with the event first, ends everything and leaves for a page that says so and where the link is', async () => {
    security = securityForTests({
      formerEmails: [
        { email: 'oldest@example.com', until: '2025-12-01T10:00:00Z' },
        { email: 'newer@example.com', until: '2025-12-14T10:00:00Z' },
      ],
    })
    events = [eventForTests({ kind: 'email.changed', detail: { formerEmail: 'newer@example.com' } })]
    show()
    expect(await screen.findByText(/^from newer@example\.com/)).toBeTruthy()
    fireEvent.click(
      await screen.findByRole('button', { name: 'Not me? Email address changed, 2 Nov, 18:40' }),
    )
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Email address changed')).toBeTruthy()
    expect(dialog.getByText(/emails oldest@example.com a link/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'End everything' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/account-locked'))
    expect(signOut).toHaveBeenCalledOnce()
    cleanup()
    renderScreens(PATHS.accountLocked, { [PATHS.accountLocked]: AccountLocked })
    await screen.findByRole('heading', { name: 'Your account is locked for everyone' })
    expect(screen.getByText(/sent a link to oldest@example.com/)).toBeTruthy()
    expect(changes).toEqual([['POST /api/account/not-me', undefined]])
  })

  test('NX-321 a refusal keeps the dialog; ‘Cancel’ changes nothing', async () => {
    refusing = 429
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'It wasn’t me' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'End everything' }))
    expect(await dialog.findByText('Too many requests. Please try again later.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await region('Password')).toBeTruthy()
  })
})
