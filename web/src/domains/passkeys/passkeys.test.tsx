// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { STEP_UP_ERROR } from '#contract/errors.ts'
import { ONLY_SIGN_IN, type Passkey, TOO_MANY_PASSKEYS } from '#contract/passkeys.ts'
import { renderScreens, signIn } from '#web/app/screens.testing.tsx'
import { CancelledCall } from '#web/platform/http/cancelled-call.ts'
import { answerCalls, configureCalls, refusal } from '#web/platform/http/http.testing.ts'
import { Passkeys } from './passkeys.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const IPHONE: Passkey = {
  id: '6c7b4bd0-5a2d-4c53-b8b5-f5d1a4a1a001',
  name: 'iPhone',
  createdAt: '2026-11-02T10:00:00Z',
  lastUsedAt: null,
  backedUp: true,
}
const NEW: Passkey = { ...IPHONE, id: '6c7b4bd0-5a2d-4c53-b8b5-f5d1a4a1a002', name: 'Chrome, Windows' }
const RESPONSE = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
}
const OPTIONS = {
  rp: { id: 'localhost', name: 'Keepsake' },
  user: { id: 'BBBB', name: 'a@keepsake.test', displayName: 'a@keepsake.test' },
  challenge: 'CCCC',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

let passkeys: Passkey[]
let changes: [method: string, path: string, body: unknown][]
let refuse: (() => Response) | undefined
const create = vi.fn()
const signal = vi.fn(async () => {})

beforeEach(() => {
  passkeys = [IPHONE]
  changes = []
  refuse = undefined
  create.mockReset().mockResolvedValue({ toJSON: () => RESPONSE })
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: object) => options,
    getClientCapabilities: async () => ({ relatedOrigins: true }),
    signalAllAcceptedCredentials: signal,
  })
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
  signIn()
  answerCalls(({ method, path, body }) => {
    if (method === 'GET')
      return Response.json({
        passkeys,
        accepted: [
          { rpId: 'localhost', userId: 'BBBB', allAcceptedCredentialIds: passkeys.map(({ id }) => id) },
        ],
      })
    changes.push([method, path, body])
    if (refuse) return refuse()
    if (path.endsWith('/options')) return Response.json(OPTIONS)
    const id = path.split('/').at(-1)
    if (method === 'POST') {
      passkeys = [NEW, ...passkeys]
      return Response.json(NEW, { status: 201 })
    }
    passkeys =
      method === 'DELETE'
        ? passkeys.filter(each => each.id !== id)
        : passkeys.map(each => (each.id === id ? { ...each, ...body } : each))
    return new Response(null, { status: 204 })
  })
})

const onChanged = vi.fn()
const render = () => renderScreens('/', { '/': () => <Passkeys onChanged={onChanged} /> })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (passkey: string, item: string) => {
  await press(`Actions for ${passkey}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('NX-333 the list names each passkey, when it was added and used', async () => {
  passkeys = [
    { ...IPHONE, lastUsedAt: new Date().toISOString() },
    { ...NEW, lastUsedAt: '2026-01-09T10:00:00Z' },
  ]
  render()
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toContain('Added 2 November 2026 · last used today')
  expect(second!.textContent).toContain('last used 9 January 2026')
})

test('NX-334 the dialog names the sites on which this browser offers the passkey', async () => {
  const ALL = /It works on all .* sites/
  const ONE = /it works on this site only/
  render()
  await press('Add a passkey')
  const dialog = await screen.findByRole('dialog', { name: 'Add a passkey' })
  expect([within(dialog).queryByText(ALL) !== null, within(dialog).queryByText(ONE)]).toEqual([true, null])
  await press('Cancel')
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: object) => options })
  await press('Add a passkey')
  expect(await screen.findByText(ONE)).toBeDefined()
  expect(screen.queryByText(ALL)).toBeNull()
})

test('NX-333 a refused passkey keeps the dialog, also of an authenticator that has one already, and another attempt has other options', async () => {
  render()
  await press('Add a passkey')
  await screen.findByRole('dialog')
  create.mockRejectedValueOnce(new DOMException('known', 'InvalidStateError'))
  await press('Continue')
  expect(await screen.findByText('There’s already a passkey for your account there.')).toBeDefined()
  create.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'))
  await press('Continue')
  expect(await screen.findByText('That didn’t work. Please try again.')).toBeDefined()
  refuse = () => refusal(400, { fields: { response: 'not-valid' } })
  await press('Continue')
  await vi.waitFor(() => expect(changes).toHaveLength(2))
  refuse = undefined
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull(),
  )
  await press('Continue')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDefined()
  expect(changes.map(([, path]) => path)).toEqual([
    '/api/account/passkeys/options',
    '/api/account/passkeys',
    '/api/account/passkeys/options',
    '/api/account/passkeys',
  ])
})

test('NX-333 a 21st passkey is not begun', async () => {
  refuse = () => refusal(409, { reason: TOO_MANY_PASSKEYS })
  render()
  await press('Add a passkey')
  expect(await screen.findByText(/as many passkeys as an account can have/)).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('NX-333 the only way to sign in stays, with the reason; a deleted passkey is gone from the list and from the password manager', async () => {
  passkeys = [IPHONE, NEW]
  refuse = () => refusal(409, { reason: ONLY_SIGN_IN })
  render()
  await choose('iPhone', 'Delete')
  expect(await screen.findByText(/It’s your only way to sign in/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'iPhone' })).toBeDefined()
  expect(signal).not.toHaveBeenCalled()
  refuse = undefined
  await choose('iPhone', 'Delete')
  expect(await screen.findByText('Passkey deleted: iPhone')).toBeDefined()
  await vi.waitFor(() => expect(signal).toHaveBeenCalled())
  expect(signal).toHaveBeenCalledWith({
    rpId: 'localhost',
    userId: 'BBBB',
    allAcceptedCredentialIds: [NEW.id],
  })
  expect(screen.queryByRole('heading', { name: 'iPhone' })).toBeNull()
})

test('NX-307 cancelled at the question who the customer is, nothing is deleted or added, and nothing says that it failed', async () => {
  refuse = () =>
    refusal(401, { code: 'step-up-required' }, { 'www-authenticate': `Bearer error="${STEP_UP_ERROR}"` })
  const answerStepUp = vi.fn(async () => {
    throw new CancelledCall('cancelled')
  })
  configureCalls({ loadStepUp: async () => ({ answerStepUp }) })
  render()
  await choose('iPhone', 'Delete')
  await vi.waitFor(() => expect(answerStepUp).toHaveBeenCalledOnce())
  await press('Add a passkey')
  await vi.waitFor(() => expect(answerStepUp).toHaveBeenCalledTimes(2))
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Add a passkey' }).getAttribute('aria-busy')).toBeNull(),
  )
  expect(screen.getByRole('heading', { name: 'iPhone' })).toBeDefined()
  expect(screen.queryByText(/couldn’t be deleted|deleted: iPhone|went wrong/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onChanged).not.toHaveBeenCalled()
})

test('NX-333 a browser without passkeys says so; with an external provider there is nothing', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  passkeys = []
  render()
  expect(await screen.findByText(/This browser can’t make passkeys/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  cleanup()
  answerCalls(() => refusal(404))
  render()
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull())
})
