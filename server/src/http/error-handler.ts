import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findBrandByHost } from '#brands/index.ts'
import { type Brand, DEFAULT_LOCALE, type Locale } from '#contract/brands.ts'
import { CORRELATION_HEADER, ERRORS, type ErrorAnswer, type ErrorCode } from '#contract/errors.ts'
import { html, rawHtml } from '#html/html.ts'
import { listFooterLinks } from '../platform/i18n/footer-links.ts'
import { getTranslator } from '../platform/i18n/translate.ts'
import { createBearerChallenge } from './bearer-token.ts'
import { Failure } from './failure.ts'
import { toInfrastructureFailure } from './infrastructure-failure.ts'
import { recordFailure } from './request-log.ts'

/**
 * Registers the error handler: a Failure is sent unchanged; any other error is answered without details. The log has
 * the reason (request-log.ts).
 */
export function registerErrorHandler(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/[.()]/g, '\\$&').replace(/:[^/.]+/g, '[^/]+')}/?$`)
    for (const each of [method].flat()) routes.push({ method: each, pattern })
  })
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowedMethods = routes.filter(each => each.pattern.test(path)).map(each => each.method)
    if (allowedMethods.length > 0 && !allowedMethods.includes(request.method)) {
      reply.header('allow', [...new Set(allowedMethods)].join(', '))
      return send(request, reply, new Failure('method-not-allowed', 'This address does not know that method'))
    }
    return send(request, reply, new Failure('not-found', 'There is nothing at this address'))
  })
}

/** Sends any error in the common shape; also for requests that fail before routing (a malformed address). */
export function replyWithError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = error instanceof Failure ? error : toFailure(error)
  recordFailure(reply.raw, error)
  return send(request, reply, failure ?? new Failure('unexpected', 'Something went wrong'))
}

function send(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  const isChallenged = failure.status === 401 || failure.code === 'insufficient-scope'
  if (isChallenged && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', createBearerChallenge(request, failure.code))
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  reply.code(failure.status).header(CORRELATION_HEADER, request.id)
  if (failure.code === 'unavailable' && isPageRequest(request)) {
    return reply
      .headers(UNAVAILABLE_PAGE_HEADERS)
      .send(renderUnavailablePage(findBrandByHost(request.host), request.id))
  }
  const answer: ErrorAnswer = {
    code: failure.code,
    message: failure.message,
    correlationId: request.id,
    ...(failure.fields ? { fields: failure.fields } : {}),
    ...(failure.reason ? { reason: failure.reason } : {}),
    ...(failure.reference ? { reference: failure.reference } : {}),
    ...(failure.oldest === undefined ? {} : { oldest: failure.oldest }),
    ...(failure.attemptsLeft === undefined ? {} : { attemptsLeft: failure.attemptsLeft }),
    ...(failure.problems && { problems: [...failure.problems] }),
  }
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(answer))
}

/** Whether a browser shows the answer; calls of pages accept JSON or anything. */
const isPageRequest = ({ headers }: FastifyRequest) => /text\/html/.test(headers.accept ?? '')

const CODE_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  414: 'bad-request',
  415: 'unsupported-type',
  429: 'too-many-requests',
}

function toFailure(error: FastifyError): Failure | null {
  const failure = toInfrastructureFailure(error)
  if (failure) return failure
  const code = error.code?.startsWith('FST_') ? CODE_BY_STATUS[error.statusCode ?? 0] : undefined
  return code && code in ERRORS ? new Failure(code, error.message) : null
}

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
function renderUnavailablePage(brand: Brand | undefined, correlationId: string): string {
  const footer = brand ? renderFooter(brand) : ''
  return `${renderStart(brand?.locale)}${footer}<script>${RELOAD}</script>${renderCorrelationId(correlationId)}`
}

/** The page may run its own script and style, and load nothing. */
const UNAVAILABLE_PAGE_HEADERS = {
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
