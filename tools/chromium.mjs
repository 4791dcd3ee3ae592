import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, step } from './setup.mjs'

/** The headless shell comes first: the same browser without a user interface, which uses less CPU. */
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/**
 * Returns the path of a Chromium: the system's, else Debian's package when root; empty for the one that Playwright
 * installs.
 */
export function findChromium() {
  const findInstalled = () => KNOWN.find(path => existsSync(path))
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (findInstalled()) return findInstalled()
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    step('Installing Chromium')
    const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', ...quiet })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: 'inherit',
        ...quiet,
      })
      if (findInstalled()) return findInstalled()
    }
  }
  step('Installing Chromium with Playwright')
  run('playwright', ['install', 'chromium'])
  return ''
}
