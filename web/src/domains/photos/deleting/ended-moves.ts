/** Ids of the library moves whose end was applied by applyLibraryMove: its caller refetches everything. */
export const endedMoves = new Set<string>()
