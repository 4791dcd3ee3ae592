// The stand-in for a chat provider: a panel that opens with each 'keepsake:chat'.
const { TEXTS, STYLES, send, addStyles, form } = window.keepsakeStandIn
const script = document.currentScript
const { key, channel, locale, email } = script.dataset
const texts = TEXTS[locale] ?? TEXTS.en
addStyles(script, STYLES)

const panel = form({
  title: texts['chat.title'],
  text: texts['chat.welcome'],
  label: texts['chat.message'],
  submit: texts['chat.send'],
  close: texts.close,
  answer: texts['chat.answer'],
  onSend: message => send('chat', { key, channel, locale, email, message }),
  onClose: () => {},
})
script.parentElement.setAttribute('aria-label', texts['chat.title'])
script.parentElement.append(panel.root)
document.addEventListener('keepsake:chat', () => panel.open())
