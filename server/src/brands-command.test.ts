import { expect, test, vi } from 'vitest'
import { brands, defaultBrand } from '#brands/index.ts'
import { brandsCommand } from './brands-command.ts'
import { reportIncompleteBrands } from './serve.ts'

async function run(words: readonly string[], env = {}) {
  const lines: string[] = []
  const code = await brandsCommand.run(env, words, line => lines.push(line))
  return { code, output: lines.join('\n') }
}

test('RV-841 keepsake brands shows what each brand has', async () => {
  const { code, output } = await run([])
  expect(code).toBe(0)
  for (const { id, host, mailSender, campaign } of brands)
    expect(output).toMatch(
      new RegExp(
        `^${id}\\n  host +${host}.*\\n[^]*?mail sender +${mailSender.name} <${mailSender.address}>\\n[^]*?campaign +${campaign}`,
        'm',
      ),
    )
  expect(output).toContain('my.snapbook-nederland.example, which redirects to my.albelina.example')
})

test('RV-841 with the third parties that this machine gives it, as JSON too', async () => {
  const chat = { script: 'https://chat.example/c.js', keys: { 'en-GB': 'key' } }
  const { output } = await run(['--json'], { THIRD_PARTIES: JSON.stringify({ '*': { chat } }) })
  const states = JSON.parse(output) as { id: string; has: Record<string, string>; missing: unknown[] }[]
  expect(states.map(({ id }) => id)).toEqual(brands.map(({ id }) => id))
  const loaded = states.filter(({ has }) => has['third parties'] === 'chat').map(({ id }) => id)
  expect(loaded).toEqual(['keepsake-gb', 'snapbook-gb'])
  expect(states.flatMap(({ missing }) => missing)).toEqual([])
})

test('RV-841 other words are not valid', async () => {
  expect((await run(['keepsake-gb'])).code).toBeNull()
})

test('RV-841 the start names what a brand lacks, and nothing of a complete one', () => {
  const warn = vi.fn()
  const { sftp: _, campaign: __, ...incomplete } = { ...defaultBrand, id: 'other' }
  reportIncompleteBrands({ warn }, [defaultBrand, incomplete])
  expect(warn.mock.calls).toEqual([
    [
      {
        brand: 'other',
        missing: [
          { part: 'sftp', absence: 'businesses have no SFTP' },
          { part: 'campaign', absence: 'unpaid orders show no order cut-off' },
        ],
      },
      'a brand is not complete, see `keepsake brands`',
    ],
  ])
})
