/** Loads what every visit needs after the first screen, and by it the code that answers a refused call. */
export const loadLateFrame = () => import('./late-frame.tsx')
