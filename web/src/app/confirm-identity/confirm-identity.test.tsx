// @vitest-environment happy-dom
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createSecret } from '#contract/callbacks.ts'
import { STEP_UP_ERROR } from '#contract/errors.ts'
import { STEP_UP_HEADER } from '#contract/reauthentication.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { call } from '#web/platform/http/call.ts'
import { isCancelled } from '#web/platform/http/cancelled-call.ts'
import { answerCalls, configureCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { useIdentityQuestion } from '#web/platform/session/confirm-identity.ts'
import type { SessionState } from '#web/platform/session/session.ts'
import { ConfirmIdentity, passkeyUsedLast } from './confirm-identity.tsx'

const ended = vi.fn()
let session: Partial<SessionState> = {}
vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({ end: ended, state: () => session }),
}))

afterEach(() => {
  session = {}
  passkeyUsedLast.remove()
})

const TOO_OLD = () =>
  refusal(401, { code: 'step-up-required' }, { 'www-authenticate': `Bearer error="${STEP_UP_ERROR}"` })

interface Service {
  methods: ('password' | 'passkey')[]
  answers: unknown[]
  /** How often each act was called. */
  acts: string[]
  attemptsLeft: number
}

/** A service whose acts are refused until the customer has answered. */
function serve(methods: Service['methods'], password = 'right'): Service {
  const service: Service = { methods, answers: [], acts: [], attemptsLeft: 5 }
  let isConfirmed = false
  const passkey = methods.includes('passkey') ? { challenge: 'AAAA', rpId: 'my.keepsake.example' } : null
  const answer = ({ path, body }: ReceivedCall) => {
    if (path === '/session/reauthentication/options') return Response.json({ methods, passkey })
    if (path === '/session/reauthentication') {
      service.answers.push(body)
      isConfirmed = body.method === 'passkey' || body.password === password
      if (isConfirmed) return Response.json({ authTime: '2026-11-27T12:00:00.000Z' })
      return refusal(401, { code: 'bad-credentials', attemptsLeft: --service.attemptsLeft })
    }
    service.acts.push(path)
    if (!isConfirmed) return TOO_OLD()
    return path.endsWith('/secret')
      ? Response.json({ secret: 'whsec_x', previousValidUntil: null }, { status: 201 })
      : Response.json({ password: 'new' }, { status: 201 })
  }
  answerCalls(answer)
  configureCalls({ loadStepUp: () => import('./answer-step-up.ts'), log: () => {} })
  return service
}

function Question() {
  const question = useIdentityQuestion()
  return (
    question && (
      <ConfirmIdentity
        call={question.call}
        onAnswer={question.answer}
        onClose={() => question.answer(false)}
      />
    )
  )
}

const show = () => renderElement(<Question />)

const enter = async (password: string) => {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('NX-307 parallel calls share one question, are repeated once it is answered, and the password has the focus', async () => {
  const service = serve(['password'])
  show()
  const calls = Promise.all([call(createSftpPassword), call(createSecret, { body: {} })])
  expect((await screen.findByRole('dialog', { name: 'Confirm it’s you' })).textContent).toContain('by SFTP')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await enter('right')
  await expect(calls).resolves.toMatchObject([{ password: 'new' }, { secret: 'whsec_x' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(service.answers).toEqual([{ method: 'password', password: 'right' }])
  expect(service.acts).toHaveLength(4)
})

test('NX-307 cancelled, all calls reject as cancelled', async () => {
  serve(['password'])
  show()
  const failures = Promise.all(
    [call(createSftpPassword), call(createSecret, { body: {} })].map(each =>
      each.catch((error: unknown) => error),
    ),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect((await failures).map(isCancelled)).toEqual([true, true])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('NX-308 a wrong password says how many tries are left; the last one ends the session of the page', async () => {
  serve(['password'])
  show()
  const failure = call(createSftpPassword).catch((error: unknown) => error)
  for (const text of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
    await enter('wrong')
    expect((await screen.findByText(new RegExp(text))).textContent).toBe(`The password is wrong. ${text}.`)
  }
  await enter('wrong')
  expect(isCancelled(await failure)).toBe(true)
  expect(ended).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('NX-307 a passkey answers by its button, which has the focus where it was used last; the browser’s refusal can be repeated', async () => {
  passkeyUsedLast.write(true)
  const service = serve(['password', 'passkey'])
  const get = vi.fn().mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  get.mockResolvedValue({ toJSON: () => ({ id: 'p1' }) })
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: object) => options })
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  show()
  const made = call(createSftpPassword)
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('That didn’t work. Try again.')
  fireEvent.click(button)
  await expect(made).resolves.toEqual({ password: 'new' })
  expect(get.mock.calls[0]![0].publicKey).toMatchObject({ challenge: 'AAAA' })
  expect(service.answers).toEqual([{ method: 'passkey', response: { id: 'p1' } }])
})

test('NX-307 without password and passkey only the mailed link is offered', async () => {
  serve([])
  show()
  void call(createSftpPassword).catch(() => {})
  const link = await screen.findByRole('link', { name: 'Get a link' })
  expect(link.getAttribute('href')).toMatch(/^\/session\/sign-in\?step-up=1&returnTo=/)
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
})

test('NX-311 a known ticket is sent first; the customer is asked when it is refused, and the new one is sent', async () => {
  session = { status: 'signed-in', stepUp: 'old' }
  serve(['password'])
  const tickets: (string | null)[] = []
  configureCalls({
    fetch: async (_, init) => {
      const ticket = new Headers(init?.headers).get(STEP_UP_HEADER)
      tickets.push(ticket)
      return ticket === 'new' ? Response.json({ password: 'new' }, { status: 201 }) : TOO_OLD()
    },
  })
  const { result } = renderHook(useIdentityQuestion)
  const made = call(createSftpPassword)
  await waitFor(() => expect(result.current).toBeDefined())
  expect(tickets).toEqual([null, 'old'])
  session = { status: 'signed-in', stepUp: 'new' }
  act(() => result.current!.answer(true))
  await expect(made).resolves.toEqual({ password: 'new' })
  await expect(call(createSftpPassword)).resolves.toEqual({ password: 'new' })
  expect(tickets).toEqual([null, 'old', 'new', null, 'new'])
})
