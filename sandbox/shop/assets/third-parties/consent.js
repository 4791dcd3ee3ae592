// The stand-in for the retailer's consent script. TEXTS and STYLES are written in front of it, and vanilla-cookieconsent.
const { CookieConsent, TEXTS, STYLES, element } = window.keepsakeStandIn
const script = document.currentScript
const { locale, consent, privacy } = script.dataset
const texts = TEXTS[locale.slice(0, 2)] ?? TEXTS.en
/** What the page has stored needs no announcement. */
let restoring = false

const styles = document.createElement('style')
styles.textContent = STYLES
document.head.append(styles)

/** The page stores the choice; the library's own cookie, with an id of the visitor, is not needed. */
function publish({ cookie: { categories } }) {
  CookieConsent.eraseCookies('stand_in_consent')
  strip.remove()
  if (restoring) return
  const detail = {
    analytics: categories.includes('analytics'),
    marketing: categories.includes('marketing'),
  }
  document.dispatchEvent(new CustomEvent('keepsake:consent', { detail }))
}

function restore(code) {
  const accepted = ['analytics', 'marketing'].filter((_, i) => code[i] === '1')
  restoring = true
  CookieConsent.acceptCategory(accepted)
  restoring = false
}

/** 'Reject all' comes first, and the switches are named by their titles only. */
function arrange({ modal }) {
  const group = modal.querySelector('.pm__btn-group')
  group.prepend(group.lastElementChild)
  for (const button of modal.querySelectorAll('button.pm__section-title')) {
    // There is nothing to unfold.
    const title = document.createElement('div')
    title.className = button.className
    title.append(...button.childNodes)
    button.replaceWith(title)
  }
  for (const input of modal.querySelectorAll('.section__toggle')) {
    const label = texts[`consent.${input.value}`]
    input.setAttribute('aria-label', label)
    const hidden = input.parentElement.querySelector('.toggle__label')
    if (hidden) hidden.textContent = label
  }
}

const section = linkedCategory => ({
  title: `${texts[`consent.${linkedCategory}`]}<span class="stand-in-note">${texts[`consent.${linkedCategory}.text`]}</span>`,
  linkedCategory,
})

const button = (text, className, onClick) => {
  const created = element('button', { type: 'button', className, textContent: text })
  created.addEventListener('click', onClick)
  return created
}

/** Asks without being modal: it takes no focus and listens to no key of the page. */
function createStrip() {
  const title = element('h2', { textContent: texts['consent.title'] })
  const link = element('a', { href: privacy, textContent: texts['consent.privacy'] })
  const created = element(
    'section',
    { className: 'stand-in-strip' },
    element('div', {}, title, element('p', {}, `${texts['consent.text']} `, link)),
    element(
      'div',
      { className: 'choices' },
      button(texts['consent.choose'], 'settings', () => CookieConsent.showPreferences()),
      button(texts['consent.reject'], 'choice', () => CookieConsent.acceptCategory([])),
      button(texts['consent.accept'], 'choice', () => CookieConsent.acceptCategory('all')),
    ),
  )
  created.setAttribute('aria-label', texts['consent.title'])
  return created
}

const strip = createStrip()

CookieConsent.run({
  autoShow: false,
  hideFromBots: false,
  manageScriptTags: false,
  autoClearCookies: false,
  cookie: { name: 'stand_in_consent', secure: location.protocol === 'https:' },
  guiOptions: {
    preferencesModal: { layout: 'box' },
  },
  categories: { essential: { enabled: true, readOnly: true }, analytics: {}, marketing: {} },
  language: {
    default: 'page',
    translations: {
      page: {
        preferencesModal: {
          title: texts['consent.settings'],
          acceptAllBtn: texts['consent.accept'],
          acceptNecessaryBtn: texts['consent.reject'],
          savePreferencesBtn: texts['consent.save'],
          closeIconLabel: texts.close,
          sections: ['essential', 'analytics', 'marketing'].map(section),
        },
      },
    },
  },
  onConsent: publish,
  onChange: publish,
  onModalReady: arrange,
}).then(() => {
  if (consent) restore(consent)
  else script.parentElement.append(strip)
})

document.addEventListener('keepsake:consent-settings', () => CookieConsent.showPreferences())

// Another tab's choice.
document.addEventListener('keepsake:consent', ({ detail }) => {
  const chosen = ['analytics', 'marketing'].filter(category => detail[category])
  const known = ['analytics', 'marketing'].filter(category => CookieConsent.acceptedCategory(category))
  if (CookieConsent.validConsent() && chosen.join() === known.join()) return
  restore(`${Number(detail.analytics)}${Number(detail.marketing)}`)
  CookieConsent.hide()
})
