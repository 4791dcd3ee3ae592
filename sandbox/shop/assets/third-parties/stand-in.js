// What the stand-ins share. ORIGIN and the rest are added in front.
Object.assign(window.keepsakeStandIn, { send, addStyles, element, form })

const { ORIGIN } = window.keepsakeStandIn

function send(name, record) {
  // As text: a JSON body would need a preflight.
  return fetch(`${ORIGIN}/third-parties/${name}/records`, {
    method: 'POST',
    mode: 'no-cors',
    body: JSON.stringify(record),
  })
}

function addStyles(script, styles) {
  script.parentElement.append(element('style', { textContent: styles }))
}

function element(name, properties, ...children) {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

function form({ title, text, label, submit, close, answer, onSend, onClose }) {
  const message = element('textarea', { rows: 3, maxLength: 1000, required: true })
  message.setAttribute('aria-label', label)
  const closing = element('button', { type: 'button', className: 'close', textContent: '×' })
  closing.setAttribute('aria-label', close)
  const log = element('p', { textContent: text })
  log.setAttribute('role', 'status')
  const fields = element('form', {}, message, element('button', { className: 'send', textContent: submit }))
  const root = element(
    'section',
    { className: 'stand-in-panel', hidden: true },
    element('h2', { textContent: title }),
    closing,
    log,
    fields,
  )
  root.setAttribute('aria-label', title)
  const hide = () => {
    root.hidden = true
    onClose()
  }
  closing.addEventListener('click', hide)
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
  fields.addEventListener('submit', event => {
    event.preventDefault()
    // The message stays until it is sent.
    onSend(message.value).then(() => {
      message.value = ''
      log.textContent = answer
    })
  })
  const open = () => {
    root.hidden = false
    message.focus()
  }
  return { root, open }
}
