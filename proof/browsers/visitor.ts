import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserPage } from './browser-page.ts'

/** Finds elements by role and name, as the browser tests do, and uses the real mouse and keyboard. */
export interface Visitor {
  /** Waits until a visible element has the role and the name. */
  waitFor(role: string, name: string | RegExp): Promise<void>
  /** Waits until there is none. */
  expectAbsent(role: string, name: string | RegExp): Promise<void>
  /** Clicks the centre of the first such element once it rests and nothing covers it. */
  click(role: string, name: string | RegExp): Promise<void>
  /** Clicks into the field with the label and types. */
  fill(label: string, text: string): Promise<void>
  /** Waits until an expression in the page is true. */
  waitUntil(expression: string, description: string): Promise<void>
}

const DEADLINE_MS = 15_000
const INTERVAL_MS = 100
/** Stands for a role: password fields have none. */
const FIELD = 'field'
const require = createRequire(import.meta.url)
/** Queries by role and accessible name, for the page itself. */
const DOM_TESTING_LIBRARY = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

export function createVisitor(page: BrowserPage): Visitor {
  const find = async (role: string, name: string | RegExp) => {
    const matcher = typeof name === 'string' ? JSON.stringify(name) : String(name)
    return evaluateInPage<Place | null>(page, `(${FIND_SCRIPT})(${JSON.stringify(role)}, ${matcher})`)
  }
  async function findResting(role: string, name: string | RegExp): Promise<Place> {
    let previousPlace = ''
    return poll(`${role} ${name}`, async () => {
      const found = await find(role, name)
      const isResting = found && JSON.stringify(found) === previousPlace
      previousPlace = JSON.stringify(found)
      return isResting ? found : undefined
    })
  }
  const click = async (role: string, name: string | RegExp) => {
    const { x, y } = await poll(`${role} ${name}, uncovered`, async () => {
      const found = await findResting(role, name)
      return found.covered ? undefined : found
    })
    await page.click(x, y)
  }
  return {
    click,
    waitFor: async (role, name) => void (await findResting(role, name)),
    expectAbsent: async (role, name) =>
      void (await poll(`no ${role} ${name}`, async () => (await find(role, name)) === null || undefined)),
    async fill(label, text) {
      await click(FIELD, label)
      await page.type(text)
    },
    waitUntil: async (expression, description) =>
      void (await poll(
        description,
        async () => (await evaluateInPage<boolean>(page, expression)) || undefined,
      )),
  }
}

interface Place {
  x: number
  y: number
  covered: boolean
}

/** Runs in the page: the centre of the first visible element with the role and name, scrolled into view. */
const FIND_SCRIPT = `(role, name) => {
  const candidates =
    role === '${FIELD}'
      ? TestingLibraryDom.queryAllByLabelText(document.body, name, { selector: 'input' })
      : TestingLibraryDom.queryAllByRole(document.body, role, { name, hidden: true })
  // Radio buttons are drawn by their labels.
  const drawn = candidates.map(candidate => (role === 'radio' && candidate.closest('label')) || candidate)
  // The library's check takes seconds with many tiles, and does not know inert.
  const element = drawn.find(
    candidate =>
      candidate.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !candidate.closest('[inert], [aria-hidden=true]'),
  )
  if (!element) return null
  const centre = () => {
    // The first line of a text that wraps.
    const { left, top, width, height } = element.getClientRects()[0]
    return { x: left + width / 2, y: top + height / 2 }
  }
  const hit = () => {
    const { x, y } = centre()
    const top = document.elementFromPoint(x, y)
    return top !== null && element.contains(top)
  }
  if (!hit()) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return { ...centre(), covered: !hit() }
}`

async function evaluateInPage<Value>(page: BrowserPage, expression: string): Promise<Value | undefined> {
  try {
    if (await page.evaluate<boolean>(`typeof TestingLibraryDom === 'undefined'`))
      await page.evaluate(`(() => { ${DOM_TESTING_LIBRARY}\n; return true })()`)
    return await page.evaluate<Value>(expression)
  } catch (error) {
    // The page is being replaced by the next one.
    if (NAVIGATING.test(String(error))) return undefined
    throw error
  }
}

const NAVIGATING =
  /context was destroyed|no such (frame|window|execution)|detached|navigat|DiscardedBrowsingContext|TestingLibraryDom|null is not an object/i

async function poll<Value>(description: string, attempt: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const value = await attempt()
    if (value !== undefined) return value
    if (performance.now() > deadline)
      throw new Error(`not found within ${DEADLINE_MS / 1000} s: ${description}`)
    await new Promise(resolve => setTimeout(resolve, INTERVAL_MS))
  }
}
