// Progressive enhancement of the pages of the sign-in, which work without it.

/** Shows the password as text; hidden again before it is sent, so that browsers offer to save it. */
for (const button of document.querySelectorAll('.reveal')) {
  const input = button.parentElement.querySelector('input')
  const show = isShown => {
    input.type = isShown ? 'text' : 'password'
    button.ariaPressed = isShown
  }
  button.hidden = false
  button.onclick = () => show(input.type === 'password')
  input.form.addEventListener('submit', () => show(false))
}

/** A form is sent once: a second press within 5 seconds would use up what the first one needs. */
for (const form of document.forms) {
  let isSent = false
  form.addEventListener('submit', event => {
    if (isSent) event.preventDefault()
    isSent = true
    setTimeout(() => {
      isSent = false
    }, 5000)
  })
}

/** Counts down the seconds until a mail can be sent again. */
const again = document.querySelector('[data-wait]')
if (again) {
  const label = again.querySelector('span')
  const text = label.textContent
  const end = Date.now() + again.dataset.wait * 1000
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    again.disabled = seconds > 0
    label.textContent = again.disabled
      ? again.dataset.waiting.replace('{time}', `0:${String(seconds).padStart(2, '0')}`)
      : text
    if (again.disabled) setTimeout(tick, 1000)
  }
  tick()
}

/** Offers a passkey where the browser knows them, by the button and in the list below the field of the address. */
const offer = document.querySelector('.passkey')
const api = window.PublicKeyCredential
if (offer && api?.parseRequestOptionsFromJSON) {
  const [button, alert] = offer.querySelectorAll('button, [role]')
  const options = JSON.parse(button.dataset.options)
  const { form } = button
  let running
  const run = async mediation => {
    // A request for the list has to end before another one begins.
    running?.abort()
    running = new AbortController()
    const { signal } = running
    try {
      const credential = options.rp
        ? await navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(options), signal })
        : await navigator.credentials.get({
            publicKey: api.parseRequestOptionsFromJSON(options),
            mediation,
            signal,
          })
      form.passkey.value = JSON.stringify(credential)
      form.submit()
    } catch {
      // Nobody asked for the list.
      if (mediation || signal.aborted) return
      alert.hidden = false
      offerList()
    }
  }
  const offerList = async () => {
    if (!options.rp && (await api.isConditionalMediationAvailable?.())) run('conditional')
  }
  const start = async () => {
    const host = location.hostname
    const capabilities = await api.getClientCapabilities?.()
    if (!capabilities?.relatedOrigins) {
      if (options.rp) options.rp.id = host
      else options.rpId = host
    }
    offer.hidden = false
    offerList()
  }
  button.onclick = () => {
    alert.hidden = true
    run()
  }
  start()
}
