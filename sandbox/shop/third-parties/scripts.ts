import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { THIRD_PARTIES, type ThirdParty } from '#contract/third-parties.ts'
import texts from './texts.json' with { type: 'json' }

/** Builds the stand-ins as scripts that send to the shop's origin; built once. */
export function buildScripts(origin: string): Record<ThirdParty, string> {
  return Object.fromEntries(THIRD_PARTIES.map(name => [name, buildScript(name, origin)])) as Record<
    ThirdParty,
    string
  >
}

/** Its parts in one function, so that nothing but one object is global. */
function buildScript(name: ThirdParty, origin: string): string {
  const constants = { ORIGIN: origin, TEXTS: TEXTS_BY_THIRD_PARTY[name], STYLES: readStyles(name) }
  const library = name === 'consent' ? [readPackage('cookieconsent.umd.js')] : []
  return [
    ...library,
    '(() => {',
    // The page removed it while it was loading, such as a feedback button after a change of the screen size.
    'if (!document.currentScript.isConnected) return',
    `window.keepsakeStandIn = { ...${JSON.stringify(constants)}, CookieConsent: window.CookieConsent };`,
    `{ ${readAsset('stand-in.js')} }`,
    `{ ${readAsset(`${name}.js`)} }`,
    '})()',
  ].join('\n')
}

const TEXTS_BY_THIRD_PARTY: Record<ThirdParty, unknown> = {
  consent: texts,
  analytics: {},
  feedback: texts,
  chat: texts,
}

function readStyles(name: ThirdParty): string {
  if (name === 'consent') return readPackage('cookieconsent.css') + readAsset('consent.css')
  return name === 'analytics' ? '' : readAsset('panel.css')
}

function readAsset(name: string): string {
  return readFileSync(new URL(`../assets/third-parties/${name}`, import.meta.url), 'utf8')
}

function readPackage(name: string): string {
  const { resolve } = createRequire(import.meta.url)
  return readFileSync(resolve(`vanilla-cookieconsent/dist/${name}`), 'utf8')
}
