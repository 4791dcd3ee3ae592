// The stand-in for a feedback provider: a button at the edge of the page, with a form.
const { TEXTS, STYLES, send, addStyles, element, form } = window.keepsakeStandIn
const script = document.currentScript
const { key, locale, variant } = script.dataset
const texts = TEXTS[locale.slice(0, 2)] ?? TEXTS.en
addStyles(script, STYLES)

const button = element('button', {
  type: 'button',
  className: `stand-in-feedback ${variant}`,
  textContent: texts['feedback.title'],
})
const panel = form({
  title: texts['feedback.title'],
  text: texts['feedback.question'],
  label: texts['feedback.question'],
  submit: texts['feedback.send'],
  close: texts.close,
  answer: texts['feedback.thanks'],
  onSend: message => send('feedback', { key, locale, variant, message }),
  onClose: () => button.focus(),
})
button.addEventListener('click', () => panel.open())
script.parentElement.setAttribute('aria-label', texts['feedback.title'])
script.parentElement.append(button, panel.root)
