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
