/** Sends a state as a service of the retailer does; answers with the status and the body. */
export async function putAsService(
  { origin }: { origin: string },
  token: string,
  path: string,
  body: object,
) {
  const response = await fetch(new URL(path, origin), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
