import type { ChallengePurpose } from './challenges.ts'

/** Challenges of the sign-in page of one interaction, for as long as it lasts. */
export const toSignInPurpose = (interactionUid: string): ChallengePurpose => ({
  subject: `sign-in ${interactionUid}`,
  seconds: 3600,
})
