import { createHash } from 'node:crypto'
import { type Brand, DEFAULT_LOCALE, type Locale } from '#contract/brands.ts'
import { html, rawHtml } from '#html/html.ts'
import { listFooterLinks } from '../platform/i18n/footer-links.ts'
import { getTranslator } from '../platform/i18n/translate.ts'

/** The texts of balancers, which do not know a brand: one locale for each language. */
const BALANCER_LOCALES: readonly Locale[] = [
  ...['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'da-DK', 'sv-SE', 'nb-NO', 'es-ES', 'it-IT', 'pt-PT'],
] as Locale[]

/** Light and dark, without files of its own: no process may answer. */
const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;gap:8px;padding:24px;box-sizing:border-box;text-align:center;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark;color:CanvasText;background:Canvas}main{max-width:32rem}h1{font-size:1.75rem;line-height:1.2;margin:0 0 8px}p{margin:0 0 16px}a{color:inherit}footer a{font-size:.875rem;margin:0 8px;line-height:44px}.id{font-size:.75rem;opacity:.7}`

/** Reloads after 5, 10, 20, 40 and then every 60 seconds, with jitter, so that not all browsers come at once. */
const RELOAD = `{const key='keepsake.reloads',now=Date.now();let n=0;try{const[count,at]=JSON.parse(sessionStorage.getItem(key)||'[0,0]');if(now-at<6e5)n=count;sessionStorage.setItem(key,JSON.stringify([n+1,now]))}catch{}setTimeout(()=>location.replace(location.href.split('#')[0]),Math.min(60,5*2**n)*(750+500*Math.random()))}`

/**
 * Renders the page that replaces another one while the server cannot answer (503), in the language of the brand and
 * with its legal links; it reloads itself. Undefined: a host without a brand.
 */
export function renderUnavailablePage(brand: Brand | undefined, correlationId: string): string {
  const footer = brand ? renderFooter(brand) : ''
  return `${renderStart(brand?.locale)}${footer}<script>${RELOAD}</script>${renderCorrelationId(correlationId)}`
}

/** The page may run its own script and style, and load nothing. */
export const UNAVAILABLE_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${toSource(STYLE)}; script-src ${toSource(RELOAD)}; base-uri 'none'; frame-ancestors 'none'`,
}

/**
 * Renders the page of the balancers (deployment/unavailable.html), which choose no language: its script does. One line
 * that ends within the body, where they add the correlation id.
 */
export function renderBalancerPage(): string {
  const texts = Object.fromEntries(
    BALANCER_LOCALES.map(locale => {
      const { title, text, action } = getTexts(locale)
      return [locale.slice(0, 2), [title, text, action]]
    }),
  )
  const translate = `{const texts=${JSON.stringify(texts)},language=navigator.languages.map(each=>each.slice(0,2).replace(/^n[on]$/,'nb')).find(each=>texts[each]);if(language){document.documentElement.lang=language;const[title,text,action]=texts[language];document.title=title;document.querySelector('h1').textContent=title;document.querySelector('p').textContent=text;document.querySelector('a').textContent=action}}`
  return `${renderStart(DEFAULT_LOCALE)}<script>${translate}${RELOAD}</script>\n`
}

function renderFooter(brand: Brand): string {
  const links = listFooterLinks(brand).map(({ label, address }) => html`<a href="${address}">${label}</a>`)
  return html`<footer>${links}</footer>`.markup
}

const renderCorrelationId = (correlationId: string): string => html`<p class="id">${correlationId}</p>`.markup

function renderStart(locale: string | undefined): string {
  const { title, text, action } = getTexts(locale)
  return html`<!doctype html><html lang="${locale ?? DEFAULT_LOCALE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><noscript><meta http-equiv="refresh" content="15"></noscript><title>${title}</title><style>${rawHtml(STYLE)}</style></head><body><main><h1>${title}</h1><p role="status">${text}</p><a href="">${action}</a></main>`
    .markup
}

function getTexts(locale: string | undefined) {
  const translate = getTranslator(locale)
  return {
    title: translate('app.unavailable.title'),
    text: translate('app.unavailable.text'),
    action: translate('action.reload'),
  }
}

function toSource(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
