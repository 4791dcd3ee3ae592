/** Leaves out members that the customer has separated from one before them; the first one always stays. */
export function leaveOutDistinct<Member>(
  members: readonly Member[],
  getId: (member: Member) => string,
  isDistinct: (a: string, b: string) => boolean,
): Member[] {
  const rest: Member[] = []
  for (const member of members)
    if (!rest.some(other => isDistinct(getId(other), getId(member)))) rest.push(member)
  return rest
}
