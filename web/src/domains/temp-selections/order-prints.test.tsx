// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import type { EditorProduct } from '#contract/brands.ts'
import type { ActionEnvironment } from '#web/gallery/actions/photo-action.ts'
import { StartPage } from '#web/gallery/actions/start-page.testing.tsx'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { createEditorAddress } from './editor-address.ts'
import { createOrderPrintsAction } from './index.ts'
import { orderProduct } from './order-prints.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const texts = textsForTests()
const brand = findHostBrand('herzbild-de.localhost')!
const IDS = [1, 2, 3].map(n => `00000000-0000-4000-8000-00000000000${n}`)
const SELECTION = '11111111-1111-4111-8111-111111111111'
const EDITOR = `https://editor.herzbild.example/herzbild/prints?autoselectproduct=PRINT-10X15-GLOSSY&channel=HERZBILD-DE&tempSelectionId=${SELECTION}`

const WITH_TICKET = `${EDITOR}&checkoutTicket=T-1`

const outcome = vi.fn()
const gone: string[] = []
let sent: { requestId: string; exceptTooSmall?: boolean }[]
let answer: () => Promise<Response>

// Loaded when it is needed: the clocks of the tests shall not wait for it.
beforeAll(() => import('./order-prints.tsx'))
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sent = []
  gone.length = 0
  answer = async () => created()
  vi.spyOn(location, 'assign').mockImplementation(address => void gone.push(String(address)))
  answerCalls(({ method, path, body }) => {
    if (path.endsWith('/checkout-tickets'))
      return Response.json({ ticket: 'T-1', expires: '2026-11-22T12:00:00Z' }, { status: 201 })
    expect([method, path]).toEqual(['POST', '/api/temp-selections/temp-selections'])
    sent.push(body)
    return answer()
  })
})

const created = (counts: { photosCount?: number; tooSmallCount?: number } = {}) => {
  const selection = { tempSelectionId: SELECTION, photosCount: 3, tooSmallCount: 0 }
  return Response.json({ ...selection, expires: '2026-11-22T12:00:00Z', ...counts }, { status: 201 })
}

async function start(targets: Partial<PhotoTargets> = {}, product?: EditorProduct) {
  const all = { count: 3, ids: async () => IDS, ...targets }
  const perform = (environment: ActionEnvironment) =>
    product
      ? orderProduct(brand, product, all, environment)
      : createOrderPrintsAction(brand).perform(all, environment)
  renderElement(<StartPage onStart={environment => perform(environment).then(outcome)} />)
  fireEvent.click(screen.getByText('Start'))
  await screen.findByRole('alertdialog')
}
const overlay = () => screen.queryByRole('alertdialog')
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('PL-138 the handoff to the prints editor', () => {
  test('creates a temporary selection and opens the brand’s editor with product, channel and selection', async () => {
    await start()
    await pass(3000)
    expect(sent).toMatchObject([{ photoIds: IDS }])
    expect(gone).toEqual([WITH_TICKET])
  })

  test('PL-051 a selection by rule is sent as a rule: no id is fetched', async () => {
    const selection = { months: [{ year: 2024, month: 5, except: [IDS[0]!] }], photoIds: [IDS[1]!] }
    const ids = vi.fn(async () => IDS)
    await start({ count: 5000, rule: () => selection, ids })
    await pass(3000)
    expect(sent).toMatchObject([{ selection }])
    expect([ids.mock.calls.length, gone.length]).toEqual([0, 1])
  })

  test('a lost answer is retried with the same request id: one selection', async () => {
    const answers = [() => Promise.reject(new TypeError('network')), async () => created()]
    answer = () => answers.shift()!()
    await start()
    await pass(3000)
    expect(gone).toEqual([WITH_TICKET])
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])
  })

  test('PL-145 an editor’s address that is not an http(s) URL is a failure', () => {
    const addresses = { ...brand.addresses, printsEditor: 'javascript:alert(1)//{vendor}' }
    expect(() => createEditorAddress({ ...brand, addresses }, SELECTION)).toThrow('not an http(s) URL')
  })

  test('the address keeps its parameters, and every {vendor} is replaced', () => {
    const addresses = { ...brand.addresses, printsEditor: 'https://{vendor}.example/e?from={vendor}' }
    expect(createEditorAddress({ ...brand, addresses }, SELECTION)).toBe(
      `https://herzbild.example/e?from=herzbild&${EDITOR.split('?')[1]}`,
    )
  })

  test('10,000 photos can be handed off, one more is disabled with the reason', () => {
    const { disabledReason } = createOrderPrintsAction(brand)
    expect(disabledReason?.(10_000, texts)).toBeUndefined()
    expect(disabledReason?.(10_001, texts)).toBe('Up to 10,000 photos can be ordered at a time')
  })
})

describe('PL-139 the overlay', () => {
  test("PL-197 'Adding {amount} photos to editor...' stays 3 s when the call is faster, then until the page is left", async () => {
    const at = { asked: 0, gone: 0 }
    vi.mocked(location.assign).mockImplementation(address => {
      at.gone = Date.now()
      gone.push(String(address))
    })
    await start({
      ids: async () => {
        at.asked = Date.now()
        return IDS
      },
    })
    expect(screen.getByRole('heading').textContent).toBe('Adding 3 photos to editor...')
    await pass(2900)
    expect([sent.length, gone]).toEqual([1, []])
    await pass(100)
    expect(gone).toEqual([WITH_TICKET])
    expect(at.gone - at.asked).toBeGreaterThanOrEqual(3000)
    expect(overlay()).not.toBeNull()
    expect(outcome).not.toHaveBeenCalled()
    await act(async () => void window.dispatchEvent(new Event('pagehide')))
    expect(overlay()).toBeNull()
    expect(outcome).toHaveBeenCalledExactlyOnceWith('done')
  })

  test('a slow call keeps it open until it ends, and not 3 s longer', async () => {
    let go = () => {}
    answer = () => new Promise(resolve => (go = () => resolve(created())))
    await start()
    await pass(8000)
    expect(gone).toEqual([])
    go()
    await pass(10)
    expect(gone).toEqual([WITH_TICKET])
  })

  test.each(['Escape', 'Cancel'])(
    '%s stays here: the selection is kept and nothing opens later',
    async way => {
      await start()
      if (way === 'Escape') fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
      else fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      await pass(5000)
      expect(outcome).toHaveBeenCalledExactlyOnceWith('cancelled')
      expect([overlay(), gone, toasts.current()]).toEqual([null, [], []])
    },
  )
})

describe('NX-235 the handoff to the editor of a product', () => {
  test.each(['photo-book', 'calendar'] as const)(
    '%s: the photos are selected in their order, the small ones without a question',
    async product => {
      answer = async () => created({ tooSmallCount: 2 })
      await start({ ids: async () => IDS.toReversed() }, product)
      await pass(3000)
      expect(sent).toMatchObject([{ photoIds: IDS.toReversed() }])
      expect(gone).toEqual([
        `https://editor.herzbild.example/herzbild/${product}?channel=HERZBILD-DE&tempSelectionId=${SELECTION}&checkoutTicket=T-1`,
      ])
    },
  )

  test('a failure shows the toast and keeps the selection', async () => {
    answer = async () => refusal(404)
    await start({}, 'photo-book')
    await pass(10)
    expect(toasts.current()).toMatchObject([{ text: 'Error transferring photos. Try again.', kind: 'error' }])
    expect([overlay(), outcome.mock.calls]).toEqual([null, [['failed']]])
  })
})

describe('RV-819 photos that are too small for every print', () => {
  const question = () => screen.findByRole('alertdialog', { name: /^Too small for prints/ })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  test('are named before the shop is opened, and can be removed', async () => {
    answer = async () =>
      sent.length === 1 ? created({ tooSmallCount: 2 }) : created({ photosCount: 1, tooSmallCount: 0 })
    await start()
    const dialog = await question()
    expect(dialog.textContent).toContain('Too small for prints: 2 of 3 photos')
    expect(dialog.textContent).toContain('They have too few pixels for a print of 10\u00a0×\u00a015\u00a0cm')
    await pass(5000)
    expect([sent.length, gone, outcome.mock.calls]).toEqual([1, [], []])
    press('Remove those that are too small')
    await screen.findByRole('heading', { name: 'Adding 1 photo to editor...' })
    await pass(3000)
    expect(sent.map(({ exceptTooSmall }) => exceptTooSmall)).toEqual([undefined, true])
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2)
    expect(gone).toEqual([WITH_TICKET])
    await act(async () => void window.dispatchEvent(new Event('pagehide')))
    expect(outcome).toHaveBeenCalledExactlyOnceWith('done')
  })

  test('can be ordered with the others: the same selection is opened', async () => {
    answer = async () => created({ tooSmallCount: 2 })
    await start()
    await question()
    press('Order all 3 photos')
    await screen.findByRole('heading', { name: 'Adding 3 photos to editor...' })
    await pass(3000)
    expect([sent.length, gone]).toEqual([1, [WITH_TICKET]])
  })

  test('where no photo is large enough nothing is left to remove', async () => {
    answer = async () => created({ photosCount: 1, tooSmallCount: 1 })
    await start({ count: 1, ids: async () => IDS.slice(1) })
    await question()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    press('Order anyway')
    await screen.findByRole('heading', { name: 'Adding 1 photo to editor...' })
    await pass(3000)
    expect(gone).toEqual([WITH_TICKET])
  })

  test('Cancel stays here with the selection', async () => {
    answer = async () => created({ tooSmallCount: 1 })
    await start()
    await question()
    press('Cancel')
    await pass(5000)
    expect([sent.length, gone, outcome.mock.calls]).toEqual([1, [], [['cancelled']]])
    expect(overlay()).toBeNull()
  })
})

describe('PL-140 a failure', () => {
  test("closes the overlay, shows 'Error transferring photos. Try again.' and keeps the selection", async () => {
    answer = async () => refusal(404)
    await start()
    await pass(10)
    expect(overlay()).toBeNull()
    expect(toasts.current()).toMatchObject([{ text: 'Error transferring photos. Try again.', kind: 'error' }])
    expect(outcome).toHaveBeenCalledExactlyOnceWith('failed')
    await pass(5000)
    expect([gone, sent.length]).toEqual([[], 1])
  })

  test.each([
    ['no answer', () => Promise.reject(new TypeError('network'))],
    ['a failure of the service', async () => refusal(503)],
  ])('%s twice is one, too', async (_what, failing) => {
    answer = failing
    await start()
    await pass(10)
    expect([sent.length, outcome.mock.calls, toasts.current().length]).toEqual([2, [['failed']], 1])
  })

  test('ids that cannot be fetched are a failure', async () => {
    await start({ ids: () => Promise.reject(new Error('no page')) })
    await pass(10)
    expect([sent, outcome.mock.calls]).toEqual([[], [['failed']]])
  })
})
