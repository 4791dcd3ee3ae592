import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A tool is plain JavaScript without types. */
const { publishBuild } = await import(new URL('./publish-build.mjs', import.meta.url).href)
const HOUR = 3_600_000
let folder: string
let served: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'))
  served = join(folder, 'served')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A build with one asset of its own and one that all builds share. */
function build(name: string): string {
  const files = {
    [`assets/index-${name}.js`]: name,
    'assets/font.woff2': 'font',
    'index.html': `<script src="/assets/index-${name}.js">`,
    'build.json': name,
    'locales/en-GB.json': name,
  }
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return join(folder, name)
}

const page = () => readFileSync(join(served, 'index.html'), 'utf8')
const assets = () => readdirSync(join(served, 'assets')).sort()

test('RV-402 assets of a replaced build stay for a day, pages and locales are replaced', () => {
  publishBuild(build('one'), served, { now: 0 })
  publishBuild(build('two'), served, { now: 100 * HOUR })
  expect(page()).toContain('index-two.js')
  expect(readFileSync(join(served, 'locales/en-GB.json'), 'utf8')).toBe('two')
  expect(assets()).toEqual(['font.woff2', 'index-one.js', 'index-two.js'])
  publishBuild(build('three'), served, { now: 123 * HOUR })
  expect(assets()).toEqual(['font.woff2', 'index-one.js', 'index-three.js', 'index-two.js'])
  publishBuild(build('three'), served, { now: 125 * HOUR })
  expect(assets()).toEqual(['font.woff2', 'index-three.js', 'index-two.js'])
})

test('RV-402 a compressed page of the earlier build goes with it', () => {
  const first = build('one')
  writeFileSync(join(first, 'index.html.br'), 'one')
  publishBuild(first, served, { now: 0 })
  publishBuild(build('two'), served, { now: HOUR })
  expect(existsSync(join(served, 'index.html.br'))).toBe(false)
})

test('RV-402 a folder that an earlier version has filled, or an interrupted run has left, is taken over', () => {
  mkdirSync(join(served, 'assets'), { recursive: true })
  writeFileSync(join(served, 'assets/index-old.js'), 'old')
  writeFileSync(join(served, 'index.html'), 'old')
  publishBuild(build('one'), served, { now: 0 })
  writeFileSync(join(served, 'assets/index-one.js'), 'half a fi')
  writeFileSync(join(served, 'assets/index-one.js.new'), 'half')
  publishBuild(build('one'), served, { now: HOUR })
  expect(assets()).toEqual(['font.woff2', 'index-old.js', 'index-one.js'])
  expect(readFileSync(join(served, 'assets/index-one.js'), 'utf8')).toBe('one')
})

test('RV-402 the first step on several machines adds assets only; a rollback finds its assets', () => {
  publishBuild(build('one'), served, { now: 0 })
  publishBuild(build('two'), served, { now: HOUR, pages: false })
  expect(page()).toContain('index-one.js')
  expect(assets()).toEqual(['font.woff2', 'index-one.js', 'index-two.js'])
  publishBuild(build('two'), served, { now: 2 * HOUR })
  publishBuild(build('one'), served, { now: 3 * HOUR })
  expect(page()).toContain('index-one.js')
  publishBuild(build('one'), served, { now: 28 * HOUR })
  expect(assets()).toEqual(['font.woff2', 'index-one.js'])
  expect(existsSync(join(served, 'build.json'))).toBe(true)
})
