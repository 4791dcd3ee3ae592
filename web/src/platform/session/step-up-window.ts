/** The path that a sign-in in a window of its own returns to; the window then closes itself. */
export const SIGNED_IN_WINDOW_PATH = '/#signed-in'

/** The channel on which a sign-in window tells that the provider has not asked the customer again. */
export const STEP_UP_CHANNEL = 'keepsake.step-up'
